import type { CallResponse } from "contract";
import { sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { documents } from "../../database/schema";
import type { Pack } from "../pack/parse-pack";
import type { PackNode } from "../pack/schemas";
import { productPanels, resourcePanels } from "./panels";

/**
 * A navigation node with its children, as spec 3.5 names the fields. The id is the way to it: `products-1-2`.
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

/** Writes a document; one that says the same already keeps its time. */
export async function writeDocument(
  database: Database,
  key: string,
  value: unknown,
  now: Date,
): Promise<void> {
  await database
    .insert(documents)
    .values({ key, value, updatedAt: now })
    .onConflictDoUpdate({
      target: documents.key,
      set: { value: sql`excluded.value`, updatedAt: sql`excluded.updated_at` },
      setWhere: sql`${documents.value} is distinct from excluded.value`,
    });
}

/** Header, footer and banners, stored as the responses of getNavbar, getFooterLink and forumBanners. */
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
