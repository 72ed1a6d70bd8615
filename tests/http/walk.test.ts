import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";

test("the main path works with curl and a cookie jar", async () => {
  const { stdout } = await promisify(execFile)("tests/http/walk.sh", [inject("portalOrigin")]);
  expect(stdout).toContain("the whole path works with curl");
});
