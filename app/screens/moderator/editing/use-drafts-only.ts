import type { ContentKind } from "contract/content/kinds/words";
import { useRoot } from "~/navigation/use-shell";
import { useOverview } from "../use-overview";

/**
 * Whether the reader is a lecturer, who writes drafts of a kind that an editor publishes. Where the menu could not ask, who
 * holds no other office of this part is; the gateway refuses the rest in any case.
 */
export function useDraftsOnly(kind: ContentKind): boolean {
  const [overview, root] = [useOverview(), useRoot()];
  if (overview) return overview.drafts.includes(kind);
  const offices = root?.me?.offices ?? [];
  return offices.includes("lecturer") && !offices.includes("editor") && !offices.includes("admin");
}
