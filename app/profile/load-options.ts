import type { Option } from "./profile-data";

/**
 * Options that depend on a choice: regions by their parent, second-level industries by the first level, forum tags by
 * a part of their name.
 */
export type OptionsKind = "region" | "industry" | "interest";

/** Loads the options from the portal. Throws when there is no answer. */
export async function loadOptions(kind: OptionsKind, parent: string): Promise<Option[]> {
  const response = await fetch(`/profile/options?${new URLSearchParams({ kind, parent })}`, {
    headers: { accept: "application/json" },
  });
  if (!response.ok) throw new Error(`options answered ${response.status}`);
  return ((await response.json()) as { options: Option[] }).options;
}
