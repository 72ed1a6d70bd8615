import type { CallResponse } from "contract";
import { contentBodies } from "contract/content/kinds/bodies";
import { asc, eq, inArray } from "drizzle-orm";
import { previewedVersion } from "../content/previews/previewed-version";
import type { Database } from "../database/open";
import { files, newsCategories, products } from "../database/schema";
import { picturesOf } from "../files/pictures/pictures";
import { found } from "../server/refusal";

/**
 * The newest version of a piece of news as its page will show it; fields that a draft lacks are empty. Throws
 * NEWS_NOT_FOUND without the right secret.
 */
export async function previewNews(
  database: Database,
  id: number,
  secret: string,
): Promise<CallResponse<"informationDetail">["data"]> {
  const key = String(id);
  const version = found(await previewedVersion(database, { kind: "news", key }, secret), "NEWS_NOT_FOUND");
  const { changedAt, html } = version;
  const draft = contentBodies.news.draft.parse(version.body);
  const { title, summary = "", category = 0, date = changedAt, cover, products: about = [] } = draft;
  const [chosen] = await database
    .select({ id: newsCategories.id, name: newsCategories.name })
    .from(newsCategories)
    .where(eq(newsCategories.id, category));
  const pictures = cover
    ? await database
        .select({ name: files.name, width: files.width, height: files.height })
        .from(files)
        .where(eq(files.name, cover.name))
    : [];
  const [picture = null] = await picturesOf(
    database,
    pictures.map(({ name, width, height }) => ({
      name,
      alt: cover?.alt ?? "",
      width: width ?? 0,
      height: height ?? 0,
    })),
  );
  return {
    id,
    title,
    summary,
    category: chosen ?? { id: 0, name: "未选分类" },
    date: date.toISOString(),
    cover: picture,
    html: html[0] ?? "",
    updatedAt: changedAt.toISOString(),
    delisted: false,
    heldBack: false,
    preview: true,
    products: await database
      .select({ id: products.id, name: products.name, summary: products.summary })
      .from(products)
      .where(inArray(products.id, about))
      .orderBy(asc(products.id)),
    related: [],
  };
}
