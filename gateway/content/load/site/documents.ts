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

/**
 * Stores the header's panels in the form of the response of getNavbar, from what is listed, whoever published it. A part
 * without classes or levels is that of `header`, from navigation.yaml; without one it stays.
 */
export async function writeNavbar(
  database: Database,
  header: { products: PackNode[]; resources: PackNode[] } | null,
  now: Date,
): Promise<void> {
  const present = (await readDocument(database, "navbar")) as CallResponse<"getNavbar"> | null;
  const part = (name: "products" | "resources", listed: PackNode[]) =>
    listed.length === 0 && !header
      ? (present?.data[name] ?? [])
      : withIds(listed.length > 0 ? listed : (header?.[name] ?? []), name);
  const navbar: CallResponse<"getNavbar"> = {
    data: {
      products: part("products", await productPanels(database)),
      resources: part("resources", await resourcePanels(database)),
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
