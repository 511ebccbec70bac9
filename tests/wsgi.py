"""The site as the tests' web server shows it: a variable that a template names and nobody gave is an error, and
signing in is quick.
"""

from annotation_site.wsgi import application
from tests.quick_passwords import hash_quickly
from tests.undefined_variables import refuse_undefined_variables

__all__ = ["application"]
refuse_undefined_variables()
hash_quickly()
