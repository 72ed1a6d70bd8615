import { randomBytes } from "node:crypto";
import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import { rowField } from "contract/content/kinds/field";
import type { Database } from "../../../../database/open";
import { pictureSizes } from "../../../../files/pictures/picture-sizes";
import { writeHome } from "../../../load/site/home";
import type { FieldProblems } from "../kind";
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

/** Pictures that are not stored. */
async function missing(database: Database, body: ContentBody): Promise<FieldProblems> {
  const all = picturesIn(body);
  const stored = await pictureSizes(
    database,
    all.map(([, name]) => name),
  );
  return Object.fromEntries(
    all.flatMap(([at, name]) => (stored.has(name) ? [] : [[at, ["没有这张图片"]] as const])),
  );
}

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
  pictures: (body) => picturesIn(body).map(([, name]) => name),
  write: writeHome,
});
