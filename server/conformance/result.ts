import type { CallName } from "contract";
import type { CallGroup } from "contract/base/call";

/** What was expected of one request and did not come. */
export interface Wrong {
  /** Who asked what. */
  request: string;
  expected: string;
  got: string;
}

/** `supported`: it answered a good request, and all checks of it passed. `notTried`: no good request could be made. */
export type Standing = "supported" | "missing" | "wrong" | "notTried";

export interface CallResult {
  name: CallName | string;
  group: CallGroup | "addresses";
  standing: Standing;
  wrong: Wrong[];
  /** Why no good request was made; only for `notTried`. */
  reason?: string;
  /** What the examination has made and this call did not take back. */
  left?: string[];
}

/** Collects what is learned of one call. */
export class CallNotes {
  wrong: Wrong[] = [];
  isMissing = false;
  answered = 0;
  reasons = new Set<string>();
  left: string[] = [];

  /** Notes one check. Returns whether it passed. */
  check(passed: boolean, wrong: () => Wrong): boolean {
    if (!passed) this.wrong.push(wrong());
    return passed;
  }

  result(name: string, group: CallResult["group"]): CallResult {
    const { wrong } = this;
    const of = { name, group, ...(this.left.length > 0 ? { left: this.left } : {}) };
    if (this.isMissing) return { ...of, standing: "missing", wrong: [] };
    if (wrong.length > 0) return { ...of, standing: "wrong", wrong };
    if (this.answered > 0) return { ...of, standing: "supported", wrong };
    return { ...of, standing: "notTried", wrong, reason: [...this.reasons].join("；") || "没有问到" };
  }
}

/** The levels that can be demanded, each with what it does not forgive. */
export const levels = {
  answers: ["wrong"],
  complete: ["wrong", "missing"],
  whole: ["wrong", "missing", "notTried"],
} as const satisfies Record<string, readonly Standing[]>;
export type Level = keyof typeof levels;

/** Whether the results reach a level. */
export const reaches = (level: Level, results: readonly CallResult[]): boolean =>
  !results.some(({ standing }) => (levels[level] as readonly Standing[]).includes(standing));
