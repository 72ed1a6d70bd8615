import { useActionData } from "@remix-run/react";
import { createContext, useContext } from "react";

const Above = createContext<unknown>(undefined);

/** Hands a screen's answer to the routes in it, whose forms post to the screen. */
export const AnswerAbove = Above.Provider;

/** What the last form of this page was answered. */
export function useFormAnswer(): unknown {
  const own = useActionData();
  const above = useContext(Above);
  return own ?? above;
}
