import type { FormState } from "../problem";

/** The page title begins with the note of an error, because screen readers read the title first. */
export function pageTitle(title: string, state: FormState): string {
  const wrong = state.alert?.kind === "error" || Object.keys(state.errors).length > 0;
  return wrong ? `有误：${title}` : title;
}
