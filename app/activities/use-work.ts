import type { CallResponse } from "contract";
import { useEffect, useState } from "react";

export type OfferedWork = NonNullable<CallResponse<"activityCaptchaImage">["work"]>;

/** Where a proof of work stands: `picture` where none is offered, or it cannot be done here. */
export type WorkState = { is: "working" | "picture"; answer: "" } | { is: "done"; answer: string };

/** Does the proof of work that is offered instead of the picture, once the page runs. */
export function useWork(work: OfferedWork | null): WorkState {
  const [found, setFound] = useState<{ nonce: string; answer: string | null }>();
  useEffect(() => {
    if (!work) return;
    const { nonce } = work.parameters;
    const controller = new AbortController();
    const tell = (answer: string | null) => {
      if (!controller.signal.aborted) setFound({ nonce, answer });
    };
    // Where the page is not on https the browser derives no keys: the picture stays.
    import("./solve-work").then(({ solveWork }) => solveWork(work, controller)).then(tell, () => tell(null));
    return () => controller.abort();
  }, [work]);
  if (!work) return { is: "picture", answer: "" };
  if (found?.nonce !== work.parameters.nonce) return { is: "working", answer: "" };
  return found.answer === null ? { is: "picture", answer: "" } : { is: "done", answer: found.answer };
}
