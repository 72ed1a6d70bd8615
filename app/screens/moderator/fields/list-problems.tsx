import { FormProblems } from "~/forms/field-parts";
import type { FormFailure } from "~/forms/result";
import { rowIdOf } from "~/moderation/row-fields";

/**
 * What is wrong with a form over a list as a whole, or with a row that is no longer among those that are shown: somebody
 * else was quicker, and perhaps nothing is left of the list.
 */
export function ListProblems({ failure, shown }: { failure: FormFailure | undefined; shown: number[] }) {
  const wrong = Object.entries(failure?.result.error ?? {}).flatMap(([name, messages]) => {
    const row = rowIdOf(name);
    if (row !== null) return shown.includes(row) ? [] : (messages ?? []).map((text) => `刚才那一项：${text}`);
    return name === "" || name === "ids" ? (messages ?? []) : [];
  });
  return <FormProblems id="list-problems" errors={wrong} />;
}
