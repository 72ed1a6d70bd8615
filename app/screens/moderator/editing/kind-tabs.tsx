import { type ContentKind, contentKinds } from "contract/content/kinds/words";
import { Tabs } from "~/lists/list-page";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { useOverview } from "../use-overview";
import { editedKindNames } from "./edited-kinds";

/** The kinds of content that the reader may edit, above each of their lists. */
export function KindTabs({ kind }: { kind: ContentKind }) {
  const { to } = useShell();
  return (
    <Tabs
      label="内容的种类"
      tabs={editedKindNames(useOverview()).map((name) => ({
        name: contentKinds[name].name,
        href: to(staffPaths.contentPieces(name)),
        current: name === kind,
      }))}
    />
  );
}
