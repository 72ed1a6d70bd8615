import type { CallResponse } from "contract";
import type { Database } from "../../../database/open";
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

/** Stores header, footer and banners in the form of the responses of getNavbar, getFooterLink and forumBanners. */
export async function loadDocuments(
  database: Database,
  pack: Pack,
  pictures: Map<string, string>,
  now: Date,
): Promise<void> {
  const { navigation, catalogue } = pack;
  if (navigation || catalogue.classes || catalogue.levels) {
    const products = catalogue.classes ? productPanels(pack) : (navigation?.header.products ?? []);
    const resources = catalogue.levels ? resourcePanels(pack) : (navigation?.header.resources ?? []);
    const navbar: CallResponse<"getNavbar"> = {
      data: { products: withIds(products, "products"), resources: withIds(resources, "resources") },
    };
    await writeDocument(database, "navbar", navbar, now);
  }
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
