/** The result of a check: `warn` for a later problem, `error` for something that does not work now. */
export type Level = "ok" | "warn" | "error";

export interface Finding {
  /** The checked part, in Chinese. */
  part: string;
  level: Level;
  message: string;
  /** What to do; only for warnings and errors. */
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

/** Rejects if the work takes longer, so that one check cannot block the others. */
export async function inTime<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${milliseconds / 1_000} 秒内没有回答`)), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The first line of an error's message, with the system's code if there is one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause : error;
  // A connection to a name with several addresses fails with an error for each.
  const one = inner instanceof AggregateError && inner.errors[0] instanceof Error ? inner.errors[0] : inner;
  const { code } = one as NodeJS.ErrnoException;
  const [line = ""] = one.message.split("\n", 1);
  return code && !line.includes(code) ? `${line}（${code}）` : line;
}
