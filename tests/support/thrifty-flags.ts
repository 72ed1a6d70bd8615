/**
 * How V8 runs tests and the programs that they start: PGlite is compiled once and not a second time for speed, which only a
 * server that runs for hours gets back, and there is room for what a page leaves behind before it is collected.
 */
export const thriftyFlags = ["--liftoff-only", "--max-semi-space-size=64"];
