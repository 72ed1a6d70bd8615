/** What a check came to: all is well, something will hurt later, or something does not work. */
export type Level = "ok" | "warn" | "error";

export interface Finding {
  /** What was looked at, in Chinese. */
  part: string;
  level: Level;
  message: string;
  /** What to do about it; findings that are well have none. */
  advice?: string;
}

/** Makes the findings of one part. */
export function findingsOf(part: string) {
  return {
    ok: (message: string): Finding => ({ part, level: "ok", message }),
    warn: (message: string, advice: string): Finding => ({ part, level: "warn", message, advice }),
    error: (message: string, advice: string): Finding => ({ part, level: "error", message, advice }),
  };
}

/** Rejects where the work does not end in time: a check that hangs would hold up all that follow. */
export async function inTime<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${milliseconds / 1_000} 秒内没有回答`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** An error in a few words: the system's code where there is one, and the first line of what it says. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause : error;
  // One attempt for each address of a name.
  const one = inner instanceof AggregateError && inner.errors[0] instanceof Error ? inner.errors[0] : inner;
  const { code } = one as NodeJS.ErrnoException;
  const [line = ""] = one.message.split("\n", 1);
  return code && !line.includes(code) ? `${line}（${code}）` : line;
}
