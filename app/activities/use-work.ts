import type { CallResponse } from "contract";
import { useEffect, useState } from "react";

export type OfferedWork = NonNullable<CallResponse<"activityCaptchaImage">["work"]>;

/** The state of a proof of work: `picture` when the server offers none or this browser cannot solve it. */
export type WorkState = { is: "working" | "picture"; answer: "" } | { is: "done"; answer: string };

/** Solves the proof of work that the server offers instead of the picture, once scripts run. */
export function useWork(work: OfferedWork | null): WorkState {
  const [solution, setSolution] = useState<{ nonce: string; answer: string | null }>();
  useEffect(() => {
    if (!work) return;
    const { nonce } = work.parameters;
    const controller = new AbortController();
    const tell = (answer: string | null) => {
      if (!controller.signal.aborted) setSolution({ nonce, answer });
    };
    // Without https the browser derives no keys, so the picture stays.
    import("./solve-work").then(({ solveWork }) => solveWork(work, controller)).then(tell, () => tell(null));
    return () => controller.abort();
  }, [work]);
  if (!work) return { is: "picture", answer: "" };
  if (solution?.nonce !== work.parameters.nonce) return { is: "working", answer: "" };
  return solution.answer === null ? { is: "picture", answer: "" } : { is: "done", answer: solution.answer };
}
