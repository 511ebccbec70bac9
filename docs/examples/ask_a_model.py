#!/usr/bin/env python3
"""Ask a language model for ratings or links, and send its answers to a project.

Needs nothing but Python 3.11. The endpoint is any that speaks OpenAI's chat completions: a hosted service, or vLLM,
llama.cpp or Ollama on your own machine. Keys come from the environment and are stored nowhere:

    export INTERLINEA_KEY=…   # made on the page of the machine: project → Members → the machine → Keys
    export MODEL_KEY=…        # of the endpoint; leave it out where none is needed
    python ask_a_model.py --prompt links                       # copy it into the machine's declaration
    python ask_a_model.py --site https://interlinea.example.org --endpoint http://localhost:11434/v1 --model qwen3

Stop it at any time: what was sent is kept, and the next run goes on with the items that are left.
"""

import argparse
import json
import os
import re
import sys
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PROMPTS = {
    "links": (
        "You align the words of a sentence and its translation. Words are numbered from 0. Answer with one JSON "
        'object: {"sure": "0-0 1-2", "possible": "2-1", "confidence": 0.9}. A link is source-target. Sure '
        "links hold in any context, Possible ones only here. Leave out words without a counterpart."
    ),
    "ratings": (
        "You rate how literally a compound and its words are meant, from 0 (not at all) to 5 (fully), in the sentences "
        "given. Answer every question by its name, and give up to three paraphrases, in one JSON object: "
        '{"head": 4, "modifier": 1, "whole": 2, "paraphrases": ["…"], "confidence": 0.9}. -1 means that it cannot be '
        "judged."
    ),
}
AT_ONCE, TIMEOUT = 20, 300


def main() -> int:
    """Answer every item that is left, and say on standard error what was refused."""
    arguments = read_arguments()
    if arguments.prompt:
        sys.stdout.write(f"{PROMPTS[arguments.prompt]}\n")
        return 0
    sent = refused = 0
    waiting: list[dict[str, Any]] = []
    for task in [*list_tasks(arguments.site), None]:
        if task is not None:
            try:
                waiting.append({**ask(arguments, task), "item": task["item"]})
            except ValueError as error:
                refused += 1
                tell(f"Item {task['number']}: {error}")
        if waiting and (task is None or len(waiting) == AT_ONCE):
            outcome = call(f"{arguments.site}/api/v1/machine/answers/", read_key(), {"answers": waiting})
            sent += outcome["stored"]
            for each in outcome["rejected"]:
                refused += 1
                tell(f"Item {waiting[each['line'] - 1]['item']}: {each['reason']}")
            waiting = []
    tell(f"{sent} answers stored, {refused} refused.")
    return 1 if refused else 0


def tell(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--site", help="address of the site")
    parser.add_argument("--endpoint", help="address of the endpoint, up to /v1")
    parser.add_argument("--model", help="as the endpoint names it")
    parser.add_argument("--temperature", type=float, default=0.0)
    parser.add_argument("--prompt", choices=sorted(PROMPTS), help="print a prompt and end")
    arguments = parser.parse_args()
    if not arguments.prompt and not (arguments.site and arguments.endpoint and arguments.model):
        parser.error("--site, --endpoint and --model are needed")
    if arguments.site:
        arguments.site = arguments.site.rstrip("/")
    return arguments


def list_tasks(site: str) -> Iterator[dict[str, Any]]:
    """Yield the items without an answer, all of them listed before the first is sent."""
    address = f"{site}/api/v1/machine/items/"
    while address:
        page = call(address, read_key())
        yield from page["results"]
        address = page["next"]


def ask(arguments: argparse.Namespace, task: dict[str, Any]) -> dict[str, Any]:
    """Return the model's answer to an item; raise ValueError where it is no JSON object."""
    content = task["content"]
    kind = "links" if "source_tokens" in content else "ratings"
    messages = [
        {"role": "system", "content": PROMPTS[kind]},
        {"role": "user", "content": describe_pair(content) if kind == "links" else describe_compound(content)},
    ]
    body = {"model": arguments.model, "messages": messages, "temperature": arguments.temperature}
    answered = call(f"{arguments.endpoint.rstrip('/')}/chat/completions", os.environ.get("MODEL_KEY", ""), body)
    text = answered["choices"][0]["message"]["content"]
    found = re.search(r"\{.*\}", text, re.DOTALL)  # models like to wrap JSON in words
    if found is None:
        raise ValueError(f"the model gave no JSON object: {text[:80]!r}")
    answer = json.loads(found[0])
    if not isinstance(answer, dict):
        raise ValueError("the model gave no JSON object")
    return answer


def describe_pair(content: dict[str, Any]) -> str:
    sides = ("source", "target")
    lines = [
        f"{side.capitalize()} ({content[f'{side}_language']}): "
        + " ".join(f"{place}:{token}" for place, token in enumerate(content[f"{side}_tokens"]))
        for side in sides
    ]
    return "\n".join(lines)


def describe_compound(content: dict[str, Any]) -> str:
    questions = [
        f"{each['scale']} ({each['lowest']} {each['low']} … {each['highest']} {each['high']}): {each['question']}"
        for each in content["questions"]
    ]
    sentences = [f"- {each['text']}" for each in content["sentences"]]
    return "\n".join([f"Compound: {content['compound']['compound']}", *sentences, "Questions:", *questions])


def call(address: str, key: str, body: dict[str, Any] | None = None) -> Any:
    """Return the JSON that an address answers; a refusal ends the program with its sentence."""
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, data, headers), timeout=TIMEOUT) as answer:  # noqa: S310 - given by the user
            return json.load(answer)
    except HTTPError as error:
        sys.exit(f"{address} answered {error.code}: {error.read().decode(errors='replace')[:300]}")


def read_key() -> str:
    key = os.environ.get("INTERLINEA_KEY", "")
    return key or sys.exit("Set INTERLINEA_KEY to a key from the page of the machine.")


if __name__ == "__main__":
    sys.exit(main())
