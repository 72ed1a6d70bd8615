/** How long a call's answer may be kept, and for whom (docs/decisions/page-cache.md). */
export interface KeepFor {
  /** The answer may be stale for this many seconds. */
  seconds: number;
  /**
   * Who shares the answer. `everyone`: it depends only on the request, and the gateway makes it as for a visitor.
   * `visitors`: all visitors who are not signed in share it. `person`: each account has its own.
   */
  whose: "everyone" | "visitors" | "person";
  /**
   * The calls that drop it early: `adds` (those that add or hide, so that the writer sees the change at once) or `hides`
   * (only those that hide). Without it no call drops it.
   */
  until?: "adds" | "hides";
}

/**
 * Whether the answer to a request may be kept at all: not that of a request with the secret of a preview, which shows
 * what is being written.
 */
export const mayKeep = (request: unknown): boolean =>
  (request as { preview?: unknown } | null | undefined)?.preview === undefined;

/** For answers with texts that people write. */
export const shortKeep = { seconds: 5, whose: "everyone", until: "adds" } as const satisfies KeepFor;

/** For answers that change slowly: lists beside the page, the operator's content. */
export const longKeep = { seconds: 30, whose: "everyone", until: "hides" } as const satisfies KeepFor;
