/** How long a call's answer may be kept, and for whom (docs/decisions/page-cache.md). */
export interface KeepFor {
  /** Seconds for which it may lack what changed. */
  seconds: number;
  /**
   * Whose it is. `everyone`: it depends on the request alone, never on who asks, and is made as a visitor would see it.
   * `visitors`: all who are not signed in get the same. `person`: each account gets its own.
   */
  whose: "everyone" | "visitors" | "person";
  /**
   * Which calls drop it before its time: those that add, so that whoever wrote sees that at once, or those that hide
   * alone. Without it, it is as old as it is.
   */
  until?: "adds" | "hides";
}

/** What people write stands in it. */
export const shortKeep = { seconds: 5, whose: "everyone", until: "adds" } as const satisfies KeepFor;

/** It changes slowly: lists beside the page, what the operator arranged. */
export const longKeep = { seconds: 30, whose: "everyone", until: "hides" } as const satisfies KeepFor;
