/** Logs a failure of analytics (spec 7.3), at a level that the browser's console hides by default. */
export function record(what: string, reason: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the only line that analytics writes to the browser's console
  console.debug(`[统计] ${what}`, reason);
}
