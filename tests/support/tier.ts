import { createHash } from "node:crypto";

/**
 * Whether the run tests everything (`npm run test:all`); otherwise it runs what every submission runs
 * (docs/test-minutes.md).
 */
export const isWhole = process.env.TEST_TIER === "all";

/** The seed of the samples. `npm test` uses the commit, so that the next commit tests other samples. */
const { TEST_SAMPLE = "" } = process.env;

/** A number that is always the same for the same text. */
export const numberOf = (text: string) => createHash("sha256").update(text).digest().readUInt32BE(0);

/** Whether the thing named by `key` is in this run's sample: one in `every` of its kind. A whole run takes all. */
export const isSampled = (key: string, every: number): boolean =>
  isWhole || numberOf(`${TEST_SAMPLE} ${key}`) % every === 0;

/** A sample of `count` of `all`, chosen by the commit; a whole run takes all. */
export const sampleOf = <One>(all: One[], count: number, keyOf: (one: One) => string): One[] => {
  const order = (one: One) => numberOf(`${TEST_SAMPLE} ${keyOf(one)}`);
  return isWhole ? all : [...all].sort((one, other) => order(one) - order(other)).slice(0, count);
};

/** How many generated cases to try: `whole` in a whole run, otherwise a fifth of it. */
export const tries = (whole: number): number => (isWhole ? whole : Math.ceil(whole / 5));
