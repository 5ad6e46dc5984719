/** Forms: functions that take a value and its place, and throw a `Fault` unless the value fits. */

import { at, Fault, show } from "./faults.mjs";
import { LARGEST } from "./json_reader.mjs";
import { canonicalText, isObject, isText, isWhole } from "./values.mjs";

// A form takes a value and its place, and throws a `Fault` unless the value is of that form.

/** A whole number within these bounds. */
export function whole(least, most = LARGEST) {
  const upTo = most === LARGEST ? "" : ` to ${most}`;
  return (value, place) => {
    if (!isWhole(value) || value < least || value > most) {
      throw new Fault(place, `${show(value)} is no whole number from ${least}${upTo}`);
    }
  };
}

/** A text of this pattern. */
export function text(pattern, what) {
  return (value, place) => {
    if (!isText(value) || !pattern.test(value)) throw new Fault(place, `${show(value)} is no ${what}`);
  };
}

/** One of these words. */
export function oneOf(...values) {
  return (value, place) => {
    if (!values.includes(value)) throw new Fault(place, `${show(value)} is none of: ${values.join(", ")}`);
  };
}

/** Of this form, or null. */
export function optional(form) {
  return (value, place) => {
    if (value !== null) form(value, place);
  };
}

/** A list of so many items of this form; `like` is the place of a list that is as long. */
export function array(form, least = 0, most = LARGEST, like = "") {
  const wrong = like === "" ? "too long or too short" : `not as long as ${like}`;
  return (value, place) => {
    if (!Array.isArray(value)) throw new Fault(place, `${show(value)} is no list`);
    if (value.length < least || value.length > most) {
      throw new Fault(place, `a list of ${value.length} is ${wrong}`);
    }
    for (const [number, item] of value.entries()) form(item, at(place, number));
  };
}

/** Of this form, a list, and in the order that `order` brings it into. */
export function inOrder(form, order) {
  return (value, place) => {
    form(value, place);
    if (canonicalText(value) !== canonicalText(order(value))) {
      throw new Fault(place, `${show(value)} is not in order, or something stands there twice`);
    }
  };
}

/** An object with all of these members, and no others unless there may be `more`. */
export function members(forms, { more = false } = {}) {
  return (value, place) => {
    anyObject(value, place);
    for (const name of Object.keys(value).sort()) {
      if (!Object.hasOwn(forms, name) && !more) throw new Fault(at(place, name), "is not known here");
    }
    for (const [name, form] of Object.entries(forms)) {
      if (!Object.hasOwn(value, name)) throw new Fault(at(place, name), "is missing");
      form(value[name], at(place, name));
    }
  };
}

/** An object with at least one of these members and all that are needed, and no others. */
export function someMembers(forms, needed = []) {
  return (value, place) => {
    anyObject(value, place);
    for (const name of Object.keys(value).sort()) {
      if (!Object.hasOwn(forms, name)) throw new Fault(at(place, name), "is not known here");
    }
    for (const name of needed) {
      if (!Object.hasOwn(value, name)) throw new Fault(at(place, name), "is missing");
    }
    if (Object.keys(value).length === 0) throw new Fault(place, "is empty");
    for (const [name, form] of Object.entries(forms)) {
      if (Object.hasOwn(value, name)) form(value[name], at(place, name));
    }
  };
}

/** This word, or of this form. */
export function either(word, form) {
  return (value, place) => {
    if (value !== word) form(value, place);
  };
}

/** An object whose members, under whatever names, are all of this form. */
export function byName(form) {
  return (value, place) => {
    anyObject(value, place);
    for (const name of Object.keys(value).sort()) form(value[name], at(place, name));
  };
}

/** Any JSON: it is bound by hashes alone, or a later check says more. */
export function anything() {}

/** Any object. */
export function anyObject(value, place) {
  if (!isObject(value)) throw new Fault(place, `${show(value)} is no object`);
}

/** True or false. */
export function flag(value, place) {
  if (typeof value !== "boolean") throw new Fault(place, `${show(value)} is neither true nor false`);
}

/** What can be drawn: a number or a word. */
export function thing(value, place) {
  if (!isWhole(value) && !isText(value)) {
    throw new Fault(place, `${show(value)} is neither a number nor a word`);
  }
}
