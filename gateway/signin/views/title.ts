import type { FormState } from "../problem";

/** The window's title says first that something is wrong, which is the first thing a screen reader reads. */
export function pageTitle(title: string, state: FormState): string {
  const wrong = state.alert?.kind === "error" || Object.keys(state.errors).length > 0;
  return wrong ? `有误：${title}` : title;
}
