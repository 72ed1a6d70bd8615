import { FormProblems } from "~/forms/field-parts";
import type { FormFailure } from "~/forms/result";
import { rowIdOf } from "~/moderation/row-fields";

/**
 * The messages of a form over a list that have no row of their own: about the whole list, or about a row that left the
 * page because another moderator was quicker.
 */
export function ListProblems({ failure, visible }: { failure: FormFailure | undefined; visible: number[] }) {
  const wrong = Object.entries(failure?.result.error ?? {}).flatMap(([name, messages]) => {
    const row = rowIdOf(name);
    if (row !== null)
      return visible.includes(row) ? [] : (messages ?? []).map((text) => `刚才那一项：${text}`);
    return name === "" || name === "ids" ? (messages ?? []) : [];
  });
  return <FormProblems id="list-problems" errors={wrong} />;
}
