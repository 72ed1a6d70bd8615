import { afterEach, beforeEach } from "vitest";
import { takeUnexpected, watchConsole } from "./console";

// A warning or an error that no test expects is a failure: noise hides real problems. Unhandled rejections fail the run
// without this.
beforeEach(watchConsole);
afterEach(() => {
  const unexpected = takeUnexpected();
  if (unexpected.length > 0)
    throw new Error(`Unexpected console output (see expectConsole):\n${unexpected.join("\n")}`);
});
