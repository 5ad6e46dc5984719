/** When one would be told, and what is filled in for a channel. */

import assert from "node:assert/strict";
import {test} from "node:test";

import {addressOf} from "../web/notification_settings/channels.js";
import {milliseconds, next, toldAt} from "../web/notification_settings/preview.js";

const HOUR = 3_600_000;
const NOON = Date.parse("2026-11-22T12:00:00Z");
const DUE = NOON + 24 * HOUR;
const WISHES = {mode: "at_once", digest_at: "08:00", lead: "PT4H", zone: "UTC", quiet: null};
const told = (more, now = NOON, due = DUE, byMail = true) => new Date(toldAt({...WISHES, ...more}, now, due, byMail)).toISOString();

test("the next time that it is an hour, in a zone", () => {
  assert.equal(new Date(next("08:00", NOON, "UTC")).toISOString(), "2026-11-23T08:00:00.000Z");
  assert.equal(new Date(next("14:30", NOON, "Europe/Berlin")).toISOString(), "2026-11-22T13:30:00.000Z");
  assert.equal(milliseconds("P1DT2H30M"), 26.5 * HOUR);
});

test("a digest comes at its hour, by mail alone, and not once it is too late", () => {
  assert.equal(told({mode: "digest"}), "2026-11-23T08:00:00.000Z");
  assert.equal(told({mode: "digest"}, NOON, DUE, false), "2026-11-22T12:00:00.000Z");
  assert.equal(told({mode: "digest"}, NOON, NOON + HOUR), "2026-11-22T12:00:00.000Z");
});

test("only before time runs out is as long before as she likes", () => {
  assert.equal(told({mode: "only_before_time_runs_out"}), "2026-11-23T08:00:00.000Z");
  assert.equal(told({mode: "only_before_time_runs_out"}, NOON, NOON + HOUR), "2026-11-22T12:00:00.000Z");
});

test("quiet hours are waited for, unless that would be too late", () => {
  const quiet = {from: "11:00", until: "14:00"};
  assert.equal(told({quiet}), "2026-11-22T14:00:00.000Z");
  assert.equal(told({quiet}, NOON, NOON + HOUR), "2026-11-22T12:00:00.000Z");
  assert.equal(told({quiet: {from: "22:00", until: "07:00"}}, NOON + 11 * HOUR), "2026-11-23T07:00:00.000Z");
  assert.equal(told({quiet: {from: "22:00", until: "07:00"}}), "2026-11-22T12:00:00.000Z");
});

test("what is left empty is not sent", () => {
  const form = new FormData();
  form.set("url", " https://ntfy.sh/x ");
  form.set("token", "");
  assert.deepEqual(addressOf("ntfy", form), {url: "https://ntfy.sh/x"});
  form.set("moves", "on");
  assert.deepEqual(addressOf("ntfy", form), {url: "https://ntfy.sh/x", moves: true});
});
