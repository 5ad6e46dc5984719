"""What the first view of a running game costs, on a telephone far from the server.

    python -m tools.pictures.figures --url http://127.0.0.1:8000 --times 5

Chromium is slowed down over its own protocol, as its tools do it: "Fast 3G" (1.44 Mbit/s down, 562.5 ms for
each request) and a processor four times slower. A first visit has an empty cache. A second visit has the
service worker, and asks the server for the page and the game alone. Run it by itself: on a busy machine the
times are the machine's.

The server is a sandbox or has generous limits: two games are opened for it.
"""

import argparse
import re
import shutil
import statistics
import zlib
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.system.browser.chromium import NAMES
from tests.system.browser.login import sign_in
from tests.system.flows.client import Json, Person
from tests.system.flows.hearing import Stream

FAST_3G = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1.6e6 * 0.9 / 8,
    "uploadThroughput": 750e3 * 0.9 / 8,
}
NO_NET_LIMIT = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
SLOWER = 4
PAINTED = """() => new Promise((done) => {
  const there = () => document.querySelector('form.table .seal-bar');
  const look = () => (there() ? requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0))
    : requestAnimationFrame(look));
  look();
})"""
FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
QUIET = 1500
"""Milliseconds after the table is painted in which what was still under way is counted too."""
GAMES = ("turn_the_tide", "high_tide")
LOCALES = {"en": "en-GB", "de": "de-DE"}


@dataclass
class View:
    """One visit. Times in milliseconds since the address was opened; calls until the table was painted.

    Of the game's stream only the headers are in `kilobytes`.
    """

    kilobytes: float
    requests: int
    calls: int
    first_paint: float
    painted: float


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--url", default="http://127.0.0.1:8000")
    given.add_argument("--through", default="", help="open the pages at this address, a proxy's")
    given.add_argument("--times", type=int, default=5)
    given.add_argument("--language", choices=LOCALES, default="en")
    given.add_argument("--unthrottled", action="store_true", help="as fast as this machine is")
    wish = given.parse_args()
    ann = Person.signs_up(wish.url, f"ann-{uuid4().hex[:8]}")
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    print("| view | kB | requests | calls of the API | first paint | table painted |")
    print("|---|---|---|---|---|---|")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            # A proxy on this machine has no certificate that anybody else has signed.
            executable_path=chromium,
            args=["--ignore-certificate-errors"],
        )
        for ruleset in GAMES:
            game = ann.opens(ruleset, {}, 3, bots=["careful", "random"])["id"]
            # A bot that moves meanwhile would be measured too.
            ann.waits_for(game, _waits_for_her, 120)
            address = f"{wish.through or wish.url}/game/{game}"
            log = _beginning(ann, game)
            for again in (False, True):
                views = [
                    _visit(
                        _context(browser, ann, wish.language),
                        address,
                        again=again,
                        slow=not wish.unthrottled,
                    )
                    for _ in range(wish.times)
                ]
                print(_line(f"{ruleset}, {'second' if again else 'first'} visit", views, log))
        browser.close()


def _waits_for_her(seen: Json) -> bool:
    mine = seen["mine"]["seat"]
    asked = seen["turn"]["asked"] if seen["turn"] else []
    return [one["seat"] for one in asked if not one["answered"]] == [mine]


def _beginning(ann: Person, game: str) -> int:
    """The bytes of what a game's stream sends at once: of compressed ones Chromium does not say so."""
    with Stream(ann, f"/games/{game}/stream?after=0", accepts="gzip") as stream:
        unpacks, said, sent = zlib.decompressobj(zlib.MAX_WBITS | 16), b"", 0
        for piece in stream.pieces():
            said += unpacks.decompress(piece)
            sent += len(piece)
            last = re.search(rb": last (\d+)", said)
            if last and b"\n\nid: %b\n" % last[1] in said:
                break
    return sent


def _line(name: str, views: list[View], log: int) -> str:
    def median(what: str) -> float:
        return float(statistics.median(getattr(one, what) for one in views))

    counts = (
        f"{median('kilobytes') + log / 1000:.1f} | {median('requests'):.0f} | {median('calls'):.0f}"
    )
    return f"| {name} | {counts} | {median('first_paint'):.0f} ms | {median('painted'):.0f} ms |"


def _context(browser: Browser, ann: Person, language: str) -> BrowserContext:
    locale = LOCALES[language]
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale=locale, is_mobile=True, has_touch=True
    )
    context.set_default_timeout(300_000)
    sign_in(context, ann.url, ann)
    return context


def _visit(context: BrowserContext, address: str, *, again: bool, slow: bool) -> View:
    try:
        if again:
            _prepare(context, address)
        return _view(context.new_page(), address, slow=slow)
    finally:
        context.close()


def _prepare(context: BrowserContext, address: str) -> None:
    """A first visit, until the service worker has all that it keeps."""
    page = context.new_page()
    page.goto(address)
    page.evaluate(PAINTED)
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.close()


def _view(page: Page, address: str, *, slow: bool) -> View:
    protocol = page.context.new_cdp_session(page)
    protocol.send("Network.enable")
    if slow:
        protocol.send("Network.emulateNetworkConditions", FAST_3G)
        protocol.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    loaded = dict[str, float]()
    calls = dict[str, float]()
    from_net = dict[str, str]()
    started = list[float]()

    def asked(event: dict[str, Any]) -> None:
        from_net[event["requestId"]] = event["request"]["url"]
        if "/api/" in event["request"]["url"]:
            calls[event["requestId"]] = event["timestamp"]
        started.append(event["timestamp"])

    def answered(event: dict[str, Any]) -> None:
        if event["response"].get("fromServiceWorker") or event["response"].get("fromDiskCache"):
            from_net.pop(event["requestId"], None)
        loaded[event["requestId"]] = event["response"].get("encodedDataLength", 0)

    def came(event: dict[str, Any]) -> None:
        one, url = event["requestId"], from_net.get(event["requestId"])
        if url and "/stream?" not in url:
            loaded[one] = loaded.get(one, 0) + event.get("encodedDataLength", 0)

    def whole(event: dict[str, Any]) -> None:
        if event["requestId"] in from_net:
            loaded[event["requestId"]] = event["encodedDataLength"]

    protocol.on("Network.requestWillBeSent", asked)
    protocol.on("Network.responseReceived", answered)
    protocol.on("Network.dataReceived", came)
    protocol.on("Network.loadingFinished", whole)
    page.goto(address, wait_until="commit")
    painted = page.evaluate(PAINTED)
    first = page.evaluate(FIRST_PAINT)
    page.wait_for_timeout(QUIET)
    kilobytes = sum(size for one, size in loaded.items() if one in from_net) / 1000
    early = [at for at in calls.values() if at <= started[0] + painted / 1000]
    return View(kilobytes, len(set(loaded) & set(from_net)), len(early), first, painted)


if __name__ == "__main__":
    main()
