import { type ContentKind, contentKindNames, contentKinds } from "contract/content/kinds/words";
import { Tabs } from "~/lists/list-page";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";

/** The kinds of content, above each of their lists. */
export function KindTabs({ kind }: { kind: ContentKind }) {
  const { to } = useShell();
  return (
    <Tabs
      label="内容的种类"
      tabs={contentKindNames.map((name) => ({
        name: contentKinds[name].name,
        href: to(paths.contentPieces(name)),
        current: name === kind,
      }))}
    />
  );
}
