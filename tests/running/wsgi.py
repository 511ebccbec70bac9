"""The site as the tests' web server shows it: a variable that a template names and nobody gave is an error,
signing in is quick, and projects have one order.
"""

from annotation_site.wsgi import application
from tests.running.quick_passwords import hash_quickly
from tests.running.steady_orders import draw_one_seed
from tests.running.undefined_variables import refuse_undefined_variables

__all__ = ["application"]
refuse_undefined_variables()
hash_quickly()
draw_one_seed()
