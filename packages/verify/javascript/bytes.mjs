/** Bytes, and what they are made from. */

const encoder = new TextEncoder();

export function utf8(text) {
  return encoder.encode(text);
}

/** Bytes one after the other. */
export function join(...parts) {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let start = 0;
  for (const part of parts) {
    joined.set(part, start);
    start += part.length;
  }
  return joined;
}

export function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function toHex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A number as so many bytes, the highest first. */
export function bigEndian(number, size) {
  const bytes = new Uint8Array(size);
  for (let place = size - 1; place >= 0; place -= 1) {
    bytes[place] = number % 256;
    number = Math.floor(number / 256);
  }
  return bytes;
}
