import { useActionData } from "@remix-run/react";
import { createContext, useContext } from "react";

const Above = createContext<unknown>(undefined);

/** Passes a screen's action data to its child routes, whose forms post to the screen. */
export const AnswerAbove = Above.Provider;

/** The action data of the last posted form of this page. */
export function useFormAnswer(): unknown {
  const own = useActionData();
  const above = useContext(Above);
  return own ?? above;
}
