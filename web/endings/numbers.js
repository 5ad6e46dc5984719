/** Points as they are written. */

/** A number as it is written, with a plus before points that are added. @param {number} n @param {boolean} [isAdded] */
export const signed = (n, isAdded = true) => `${n > 0 && isAdded ? "+" : ""}${n}`.replace("-", "−");
