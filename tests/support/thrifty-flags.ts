/**
 * How V8 runs the programs that tests start: PGlite is compiled once and not a second time for speed, which only a server that
 * runs for hours gets back (docs/decisions/builds-and-tests.md).
 */
export const programFlags = ["--liftoff-only"];

/** The same for the tests' own processes, with more room for what a page leaves behind before it is collected. */
export const workerFlags = [...programFlags, "--max-semi-space-size=32"];
