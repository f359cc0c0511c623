"""Replaces the interpreter of workers: forwards messages to a real one, and fails on pages with certain URLs.

A message with `https://fault.test/hang` gets no response, `…/crash` ends the process by a signal, and `…/grow` is
processed with a very low memory limit.
"""

import os
import subprocess
import sys
import time
from typing import IO

FAULT = b"https://fault.test/"
# Memory limit in MiB, which replaces the worker's last argument.
LOW_MEMORY = "64"


def message(file: IO[bytes]) -> bytes | None:
    head = file.read(4)
    return head + file.read(int.from_bytes(head, "little")) if len(head) == 4 else None


class Worker:
    def __init__(self, arguments: list[str]) -> None:
        command = [os.environ["PITH_INTERPRETER"], *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.ready = message(self.process.stdout)

    def answer(self, request: bytes) -> bytes | None:
        self.process.stdin.write(request)
        self.process.stdin.flush()
        return message(self.process.stdout)


def main() -> None:
    arguments = sys.argv[1:]
    worker = Worker(arguments)
    answer = worker.ready
    while answer is not None:
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
        if (request := message(sys.stdin.buffer)) is None:
            return
        if FAULT + b"crash" in request:
            os.abort()
        if FAULT + b"hang" in request:
            time.sleep(3600)
        if FAULT + b"grow" in request:
            worker = Worker([*arguments[:-1], LOW_MEMORY])
        answer = worker.answer(request)
    os._exit(1)


if __name__ == "__main__":
    main()
