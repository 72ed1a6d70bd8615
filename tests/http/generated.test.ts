import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzz } from "../support/fuzz/send";
import { type RunningPortal, startPortal } from "../support/running-portal";
import { isWhole } from "../support/tier";

// Generated requests may change any person or topic of the demo, which other test files read.
const count = isWhole ? 500 : 200;
let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

/** The short form of `npm run trial -- requests`. */
test("generated requests over every screen, endpoint and call are answered without a failure", async () => {
  const { sent, failed } = await fuzz(portal.origin, { seed: 20_261_122, count, atOnce: 4 });
  expect(sent).toBe(count);
  expect(failed).toEqual([]);
}, 300_000);
