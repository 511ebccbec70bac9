"""Acts of people in a window, for tests to compose."""
