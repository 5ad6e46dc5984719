"""Clients who call a server as fast as it answers: each sends its next request when it has its answer.

They share one process of their own, which does as little as Python allows, because it runs beside the
server: requests are bytes made beforehand, of an answer it reads the status and the length.
"""

import json
import pickle
import select
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from tools.bench import machine

PATIENCE = 60.0
"""Seconds without any answer after which the run has failed."""


@dataclass(frozen=True)
class Task:
    """What is to be called: all requests are sent once, or again and again.

    `counted` names processes whose CPU is to be measured, with their descendants.
    """

    address: tuple[str, int]
    requests: Sequence[bytes]
    expected: int
    clients: int
    seconds: float
    warm_up: float = 1.0
    again: bool = False
    counted: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Result:
    """What came of it, of the time after the warm-up; `answered` counts the warm-up too.

    Latencies are in milliseconds, `cpu` in milliseconds for each answer.
    """

    rate: float
    p50: float
    p95: float
    p99: float
    cpu: dict[str, float]
    answered: int
    measured: int
    seconds: float


class Failed(Exception):
    """A measurement that measured something else; the message says what."""


def call(task: Task) -> Result:
    """Have the clients do it, in a process of their own. Raises `Failed`."""
    process = subprocess.run(
        [sys.executable, "-m", "tools.bench.clients"],
        input=pickle.dumps(task),
        capture_output=True,
        check=False,
    )
    if process.returncode:
        raise Failed(process.stderr.decode(errors="replace").strip()[-2000:])
    return Result(**json.loads(process.stdout))


def result(took: Sequence[float], cpu: dict[str, float], answered: int, passed: float) -> Result:
    """Sum up the seconds that answers took, and the CPU that was used for all of them. Raises `Failed`."""
    if len(took) < 10:
        raise Failed(f"Only {len(took)} answers in {passed:.1f} s: more games are needed.")
    each = {name: 1000 * used / len(took) for name, used in cpu.items()}
    p50, p95, p99 = (1000 * sorted(took)[len(took) * percent // 100] for percent in (50, 95, 99))
    return Result(len(took) / passed, p50, p95, p99, each, answered, len(took), passed)


class Run:
    """The clients at work."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.poll = select.epoll()
        self.sockets: dict[int, socket.socket] = {}
        self.parts: dict[int, bytes] = {}
        self.sent: dict[int, float] = {}
        self.took: list[float] = []
        self.answered = 0
        self.waiting = iter(task.requests)
        self.over = False

    def __call__(self) -> Result:
        """Warm up, measure, and hear the last answers."""
        for _ in range(self.task.clients):
            self._connect()
        begins = time.perf_counter() + self.task.warm_up
        for number in self.sockets:
            self._send(number)
        self._until(begins)
        self.took.clear()
        before, began = self._cpu(), time.perf_counter()
        self._until(began + self.task.seconds)
        ended, after = time.perf_counter(), self._cpu()
        took = list(self.took)
        self.over = True
        while self.sent:
            self._hear()
        used = {name: after[name] - before[name] for name in after}
        return result(took, used, self.answered, ended - began)

    def _connect(self) -> None:
        connection = socket.create_connection(self.task.address, timeout=PATIENCE)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        number = connection.fileno()
        self.sockets[number] = connection
        self.parts[number] = b""
        self.poll.register(number, select.EPOLLIN)

    def _send(self, number: int) -> None:
        request = next(self.waiting, None)
        if request is None and self.task.again:
            self.waiting = iter(self.task.requests)
            request = next(self.waiting)
        if request is not None and not self.over:
            self.sent[number] = time.perf_counter()
            self.sockets[number].sendall(request)

    def _until(self, moment: float) -> None:
        """Go on until then, or until nothing is left to ask."""
        while self.sent and time.perf_counter() < moment:
            self._hear()

    def _hear(self) -> None:
        ready = self.poll.poll(PATIENCE)
        if not ready:
            raise Failed(f"No answer for {PATIENCE:.0f} s.")
        for number, _ in ready:
            part = self.sockets[number].recv(65536)
            if not part:
                raise Failed("The server has closed a connection.")
            answer = self.parts[number] + part
            if self._whole(answer):
                self.took.append(time.perf_counter() - self.sent.pop(number))
                self.answered += 1
                self.parts[number] = b""
                self._send(number)
            else:
                self.parts[number] = answer

    def _whole(self, answer: bytes) -> bool:
        """Whether all of it is there. Raises `Failed` where it is not the one expected."""
        end = answer.find(b"\r\n\r\n")
        if end < 0:
            return False
        status = int(answer[9:12])
        at = answer.lower().find(b"content-length:", 0, end)
        length = 0 if at < 0 else int(answer[at + 15 : answer.find(b"\r", at)])
        if len(answer) < end + 4 + length:
            return False
        if status != self.task.expected:
            raise Failed(
                f"{status} where {self.task.expected} was expected: {answer[end:].decode()}"
            )
        return True

    def _cpu(self) -> dict[str, float]:
        used = {name: machine.cpu(pid) for name, pid in self.task.counted.items()}
        return {**used, "clients": time.process_time()}


def main() -> int:
    """Read the task, write what came of it."""
    task = pickle.load(sys.stdin.buffer)
    try:
        result = Run(task)()
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 1
    print(json.dumps(asdict(result)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
