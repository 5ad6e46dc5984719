/** Forms of the values that occur in records of every game. */

import { Fault, show } from "./faults.mjs";
import {
  anyObject,
  array,
  flag,
  inOrder,
  members,
  oneOf,
  optional,
  someMembers,
  text,
  thing,
  whole,
} from "./forms.mjs";
import { DURATION, moment, stamp } from "./moments.mjs";
import { isText } from "./values.mjs";

export const ANY_TEXT = text(/^/, "text");
export const WORD = text(/[^]/, "text, or an empty one");
export const HASH = text(/^sha256:[0-9a-f]{64}$/, "hash");
export const NONCE = text(/^[0-9a-f]{32}$/, "16 bytes in hexadecimal digits");
export const SEED = text(/^[0-9a-f]{64}$/, "32 bytes in hexadecimal digits");

export const LENGTH = text(DURATION, "length of time");
const OF_DAY = text(/^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$/, "time of the day");
const UTC = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?Z$/;

/** A time in UTC as the server writes it: with six digits of a second, or with none. */
export function TIME(value, place) {
  const time = isText(value) && UTC.test(value) ? moment(value) : null;
  // Before 1970 machines do not agree about zones, and there was no such game.
  const real = time !== null && time >= 0n && stamp(time) === value;
  if (!real) throw new Fault(place, `${show(value)} is no time in UTC`);
}

export const CHOSEN_BY = oneOf("player", "bot", "order", "clock");
export const ALGORITHM = oneOf("hmac-sha256-fisher-yates/1");

const ROLL = members({ purpose: WORD, sides: whole(1, 2 ** 32), value: whole(1) });
const SAMPLE = members({ purpose: WORD, from: array(thing), value: array(thing) });

/** A roll or a sample. */
function drawn(value, place) {
  anyObject(value, place);
  const isRoll = Object.hasOwn(value, "sides");
  if (!isRoll && !Object.hasOwn(value, "from")) throw new Fault(place, "has neither sides nor from");
  (isRoll ? ROLL : SAMPLE)(value, place);
}

export const CHANCE = array(drawn);

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Days of the week in their order, each once. */
function week(days) {
  return DAYS.filter((day) => days.includes(day));
}

export const CLOCK = members({
  per_turn: LENGTH,
  bank: optional(LENGTH),
  increment: optional(LENGTH),
  grace: optional(LENGTH),
  hours: optional(
    members({
      zone: text(/^[A-Z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/, "time zone"),
      days: inOrder(array(oneOf(...DAYS), 1), week),
      from: OF_DAY,
      to: OF_DAY,
    }),
  ),
});
export const ABSENCE = members({
  bot_after: whole(1),
  vacations: flag,
  least_reliability: optional(whole(0, 100)),
  most_stopped: LENGTH,
});

// Standing orders: each entry says what it fits, or what is done.
/** Bounds of a number that can be from `least` to `most`. */
export function bounds(least, most) {
  const number = whole(least, most);
  return someMembers({ least: number, most: number });
}

export const NOT_MET = "condition_not_met";

/** Whether a number is within the bounds of a standing order. */
export function holds({ least: low = -Infinity, most: high = Infinity } = {}, number) {
  return low <= number && number <= high;
}
