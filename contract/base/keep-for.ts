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
  /** A field of the request with which nothing is kept: the secret of a preview shows what is being written. */
  unless?: string;
}

/** Whether the answer to this request may be kept. */
export const mayKeep = ({ unless }: KeepFor, request: unknown): boolean =>
  unless === undefined || (request as Record<string, unknown> | null | undefined)?.[unless] === undefined;

/** For answers with texts that people write. */
export const shortKeep = { seconds: 5, whose: "everyone", until: "adds" } as const satisfies KeepFor;

/** For answers that change slowly: lists beside the page, the operator's content. */
export const longKeep = { seconds: 30, whose: "everyone", until: "hides" } as const satisfies KeepFor;
