import type { CallResponse } from "contract";
import { contentBodies } from "contract/content/kinds/bodies";
import type { Database } from "../../../database/open";
import { readDocument } from "../../../database/read-document";
import type { Pack } from "../../pack/parse-pack";
import type { PackNode } from "../../pack/schemas/community";
import { filled } from "../rows/filled";
import { writeDocument } from "../rows/write-document";
import { productPanels, resourcePanels } from "./panels";
import { type ContentWriter, loadKept } from "./single";

/**
 * A navigation node with its children and the field names of spec 3.5. The id is its path: `products-1-2`.
 */
interface Node {
  id: string;
  name: string;
  linkurl: string;
  children: Node[];
}

function withIds(nodes: PackNode[], prefix: string): Node[] {
  return nodes.map(({ name, link, children = [] }, index) => {
    const id = `${prefix}-${index + 1}`;
    return { id, name, linkurl: link, children: withIds(children, id) };
  });
}

/** Which of the header's panels navigation.yaml writes, because the pack has no tree of its own for them. */
const typedPanels = "navbar-typed";
type Panel = "products" | "resources";

/** Stores the header's panels after a load, in the form of the response of getNavbar. */
export async function loadNavbar(
  database: Database,
  { navigation, catalogue }: Pick<Pack, "navigation" | "catalogue">,
  now: Date,
): Promise<void> {
  if (!navigation && !catalogue.classes && !catalogue.levels) return;
  const typed: Record<Panel, PackNode[] | null> = {
    products: catalogue.classes ? null : (navigation?.header.products ?? []),
    resources: catalogue.levels ? null : (navigation?.header.resources ?? []),
  };
  const names = Object.entries(typed).flatMap(([name, nodes]) => (nodes ? [name] : []));
  await writeDocument(database, typedPanels, names, now);
  const navbar: CallResponse<"getNavbar"> = {
    data: {
      products: withIds(typed.products ?? (await productPanels(database)), "products"),
      resources: withIds(typed.resources ?? (await resourcePanels(database)), "resources"),
    },
  };
  await writeDocument(database, "navbar", navbar, now);
}

/** Writes what is listed now into the header's panels, but for those that navigation.yaml writes. */
export async function refreshNavbar(database: Database, now: Date): Promise<void> {
  const typed = (await readDocument(database, typedPanels)) as string[] | null;
  const present = (await readDocument(database, "navbar")) as CallResponse<"getNavbar"> | null;
  const part = async (name: Panel, listed: (database: Database) => Promise<PackNode[]>) =>
    typed?.includes(name) ? (present?.data[name] ?? []) : withIds(await listed(database), name);
  const navbar: CallResponse<"getNavbar"> = {
    data: {
      products: await part("products", productPanels),
      resources: await part("resources", resourcePanels),
    },
  };
  await writeDocument(database, "navbar", navbar, now);
}

/** Writes the document that the footer is read from. */
export const writeFooter: ContentWriter = async (database, { body }, now) => {
  const { footer } = contentBodies.navigation.draft.parse(body);
  const footerLink: CallResponse<"getFooterLink"> = { data: withIds(footer, "footer") };
  await writeDocument(database, "footer", footerLink, now);
};

/** Stores the footer of a pack. @returns a notice where the browser has another one */
export async function loadFooter(
  database: Database,
  { navigation }: Pick<Pack, "navigation">,
  { pack, now }: { pack: string; now: Date },
): Promise<string[]> {
  if (!navigation) return [];
  const footer = navigation.footer.map((column) => filled(column));
  const loading = { write: writeFooter, render: async () => "", pack, now };
  return loadKept(database, "navigation", { body: { title: "页脚", footer }, sources: [] }, loading);
}
