import type { CallResponse } from "contract";
import type { Database } from "../../../database/open";
import { readDocument } from "../../../database/read-document";
import type { Pack } from "../../pack/parse-pack";
import type { PackNode } from "../../pack/schemas/community";
import { writeDocument } from "../rows/write-document";
import { productPanels, resourcePanels } from "./panels";

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

/** Stores footer and banners in the form of the responses of getFooterLink and forumBanners. */
export async function loadDocuments(
  database: Database,
  pack: Pack,
  pictures: Map<string, string>,
  now: Date,
): Promise<void> {
  const { navigation } = pack;
  if (navigation) {
    const footerLink: CallResponse<"getFooterLink"> = { data: withIds(navigation.footer, "footer") };
    await writeDocument(database, "footer", footerLink, now);
  }
  if (pack.site) {
    const banners: CallResponse<"forumBanners"> = {
      banners: pack.site.banners.map(({ key, title, image, link }) => ({
        id: key,
        title,
        image: pictures.get(image) ?? image,
        linkurl: link,
      })),
    };
    await writeDocument(database, "banners", banners, now);
  }
}
