"""Tables of agreement that earlier versions filled, and addresses that lead on to `annotation_site.agreement`."""
