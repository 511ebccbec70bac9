"""R28: `__main__` plays the campaign, `people` has the steps of each person, `recount` counts again."""
