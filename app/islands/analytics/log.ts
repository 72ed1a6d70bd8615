/**
 * Failures of analytics are only logged (spec 7.3): at the level that a browser's console hides unless asked, so
 * that nobody's page looks broken for them.
 */
export function record(what: string, reason: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one line of the browser's log that analytics writes
  console.debug(`[统计] ${what}`, reason);
}
