// All threads of the portal load this first. It shifts the clock by the milliseconds in a file.
const { readFileSync } = require("node:fs");
const place = process.env.TRIAL_CLOCK;
const Real = Date;
let [offset, looked] = [0, 0];
const shift = () => {
  const now = performance.now();
  if (now - looked > 100) {
    looked = now;
    try {
      offset = Number(readFileSync(place, "utf8")) || 0;
    } catch {
      offset = 0;
    }
  }
  return offset;
};
globalThis.Date = class ShiftedDate extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + shift());
    else super(...given);
  }
  static now() {
    return Real.now() + shift();
  }
};
