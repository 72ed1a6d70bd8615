import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useFormAnswer } from "./form-answer";
import { failureOf } from "./result";

/**
 * A count that grows each time the form with this intent is accepted without a page load. As a React key it empties
 * the form.
 */
export function useAcceptedCount(intent: string): number {
  const navigation = useNavigation();
  const failed = failureOf(useFormAnswer(), intent) !== undefined;
  const posting = useRef(false);
  const [count, setCount] = useState(0);
  const isPosting = navigation.formData?.get("intent") === intent;
  useEffect(() => {
    if (isPosting) posting.current = true;
    else if (posting.current && navigation.state === "idle") {
      posting.current = false;
      if (!failed) setCount((accepted) => accepted + 1);
    }
  }, [isPosting, navigation.state, failed]);
  return count;
}
