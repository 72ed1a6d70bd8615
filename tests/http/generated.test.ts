import { expect, inject, test } from "vitest";
import { fuzz } from "../support/fuzz/send";

/** The short form of `npm run trial -- requests`. */
test("500 generated requests over every screen, endpoint and call are answered without a failure", async () => {
  const { sent, failed } = await fuzz(inject("portalOrigin"), { seed: 20_261_122, count: 500, atOnce: 4 });
  expect(sent).toBe(500);
  expect(failed).toEqual([]);
}, 300_000);
