"""Machines compared with annotators: what each is, the key of its program, and its answers.

A machine has tables of its own, and no membership, account or assignment: no query of people's work can count it. A
kind of annotation reads an answer (`AnnotationKind.read_answer`); reports are `evaluation.machines`. Start with
`models`.
"""
