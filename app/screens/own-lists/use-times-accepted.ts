import { useActionData, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { failureOf } from "~/forms/result";

/**
 * How often the form with this intent was accepted on this page. As a part of the form's key it empties the form then,
 * and not when another form of the page was posted.
 */
export function useTimesAccepted(intent: string): number {
  const { state, formData } = useNavigation();
  const isRefused = failureOf(useActionData(), intent) !== undefined;
  const isPosting = state !== "idle" && formData?.get("intent") === intent;
  const wasPosting = useRef(false);
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (wasPosting.current && state === "idle" && !isRefused) setTimes((before) => before + 1);
    wasPosting.current = isPosting || (wasPosting.current && state !== "idle");
  }, [isPosting, isRefused, state]);
  return times;
}
