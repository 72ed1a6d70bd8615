import { createHash } from "node:crypto";

/** Whether everything is asked for (`npm run test:all`); else what every submission runs (docs/test-minutes.md). */
export const isWhole = process.env.TEST_TIER === "all";

/** What chooses a sample: `npm test` takes the commit, so that other things are chosen by the next one. */
const { TEST_SAMPLE = "" } = process.env;

/** A number that is always the same for a text. */
export const numberOf = (text: string) => createHash("sha256").update(text).digest().readUInt32BE(0);

/**
 * Whether one of many like things, named by `key`, is in this run's sample: one in `every` of them. All are in a whole
 * run.
 */
export const isSampled = (key: string, every: number): boolean =>
  isWhole || numberOf(`${TEST_SAMPLE} ${key}`) % every === 0;

/** As many of `all` as `npm test` takes, chosen by the commit; all of them in a whole run. */
export const sampleOf = <One>(all: One[], count: number, keyOf: (one: One) => string): One[] => {
  const order = (one: One) => numberOf(`${TEST_SAMPLE} ${keyOf(one)}`);
  return isWhole ? all : [...all].sort((one, other) => order(one) - order(other)).slice(0, count);
};

/** How many generated cases to try where a whole run tries `whole`: a fifth of them. */
export const tries = (whole: number): number => (isWhole ? whole : Math.ceil(whole / 5));
