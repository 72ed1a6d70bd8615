import { randomBytes } from "node:crypto";
import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import { inArray } from "drizzle-orm";
import type { Database } from "../../../../database/open";
import { news, products, resources, videos } from "../../../../database/schema";
import { pictureSizes } from "../../../../files/pictures/picture-sizes";
import { writeHome } from "../../../load/site/home";
import type { FieldProblems } from "../kind";
import { servedHome } from "./served";
import { singleKind } from "./single-kind";

const draftOf = (body: ContentBody) => contentBodies.home.draft.parse(body);

/** Where a home page names each picture. */
function picturesIn(body: ContentBody): [at: string, name: string][] {
  const { banners, blocks, forumBanners } = draftOf(body);
  const own = (at: string, pictures: { name: string }[]) =>
    pictures.map(({ name }, index): [string, string] => [rowField(at, "picture", index, "name"), name]);
  return [
    ...banners.flatMap(({ picture }, index) => own(rowField("banners", index), picture)),
    ...blocks.flatMap(({ links }, index) =>
      links.flatMap(({ picture }, link) => own(rowField("blocks", index, "links", link), picture)),
    ),
    ...forumBanners.flatMap(({ picture }, index) => own(rowField("forumBanners", index), picture)),
  ];
}

/** The keys of rows that stand twice: the page tells its rows apart by them. */
function doubledKeys(body: ContentBody): FieldProblems {
  const { banners, blocks } = draftOf(body);
  const doubled = (rows: { key?: string | undefined }[]) =>
    rows.flatMap(({ key }, index) =>
      key !== undefined && rows.findIndex((other) => other.key === key) < index ? [key] : [],
    );
  return Object.fromEntries(
    Object.entries({ banners: doubled(banners), blocks: doubled(blocks) }).flatMap(([field, keys]) =>
      keys.length > 0 ? [[field, [`编号 ${keys.slice(0, 5).join("、")} 用了两次`]]] : [],
    ),
  );
}

const firstTables = { products, resources, videos, news } as const;
const isFirst = (kind: string | undefined): kind is keyof typeof firstTables =>
  kind !== undefined && kind in firstTables;

/** Entries that are to come first and do not exist. */
async function unknownFirst(database: Database, body: ContentBody): Promise<FieldProblems> {
  const problems: FieldProblems = {};
  for (const [index, { kind, first = [] }] of draftOf(body).blocks.entries()) {
    if (!isFirst(kind) || first.length === 0) continue;
    const { id } = firstTables[kind];
    const rows = await database.select({ id }).from(firstTables[kind]).where(inArray(id, first));
    const known = new Set(rows.map((row) => row.id));
    const gone = first.filter((one) => !known.has(one));
    if (gone.length > 0)
      problems[rowField("blocks", index, "first")] = [`没有编号为 ${gone.join("、")} 的内容`];
  }
  return problems;
}

/** Pictures that are not stored. */
async function unknownPictures(database: Database, body: ContentBody): Promise<FieldProblems> {
  const all = picturesIn(body);
  const stored = await pictureSizes(
    database,
    all.map(([, name]) => name),
  );
  return Object.fromEntries(
    all.flatMap(([at, name]) => (stored.has(name) ? [] : [[at, ["没有这张图片"]] as const])),
  );
}

const missing = async (database: Database, body: ContentBody): Promise<FieldProblems> => ({
  ...doubledKeys(body),
  ...(await unknownFirst(database, body)),
  ...(await unknownPictures(database, body)),
});

/** Gives new banners and blocks the keys by which the page tells them apart. */
function withKeys(body: ContentBody): ContentBody {
  const home = draftOf(body);
  const keyed = <Row extends { key?: string | undefined }>(rows: Row[]) =>
    rows.map((row) => ({ ...row, key: row.key ?? `b${randomBytes(4).toString("hex")}` }));
  return {
    ...body,
    banners: keyed(home.banners),
    blocks: keyed(home.blocks),
    forumBanners: keyed(home.forumBanners),
  };
}

export const homeKind = singleKind("home", {
  missing,
  completed: async (_, body) => withKeys(body),
  served: servedHome,
  pictures: (body) => picturesIn(body).map(([, name]) => name),
  write: writeHome,
});
