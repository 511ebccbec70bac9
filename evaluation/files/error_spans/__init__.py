"""Files of error spans. Each format is a module that reads and writes `RatedTranslation`; `registry` lists them."""
