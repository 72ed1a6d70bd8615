import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzz } from "../support/fuzz/send";
import { type RunningPortal, startPortal } from "../support/running-portal";

// Generated requests may change any person or topic of the demo, which other test files read.
let portal: RunningPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

/** The short form of `npm run trial -- requests`. */
test("500 generated requests over every screen, endpoint and call are answered without a failure", async () => {
  const { sent, failed } = await fuzz(portal.origin, { seed: 20_261_122, count: 500, atOnce: 4 });
  expect(sent).toBe(500);
  expect(failed).toEqual([]);
}, 300_000);
