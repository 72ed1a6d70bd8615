import type { HomeBanner, HomeBlock } from "contract/home/calls";
import type { HomeBlockKind } from "contract/site/constants";
import { eq } from "drizzle-orm";
import type { Database } from "../database/open";
import { documents, type PackImage } from "../database/schema";
import { picturesOf } from "../files/pictures/pictures";

/** The period in which an entry is on the page; null for no start or no end. */
export interface Period {
  from: string | null;
  until: string | null;
}

interface StoredLink {
  title: string;
  summary: string;
  image: PackImage | null;
  linkurl: string;
}

/** The stored document, written by a load or an editor. */
export interface StoredHome {
  banners: (Omit<HomeBanner, "image"> & { image: PackImage } & Period)[];
  blocks: (Omit<HomeBlock, "links"> & { links: StoredLink[] } & Period)[];
}

/** The default blocks, for an operator who configured none. */
const usual: [HomeBlockKind, string, string | null, number][] = [
  ["products", "新品", "/products/index", 8],
  ["videos", "热门视频", null, 4],
  ["resources", "热门下载", "/resources/index", 8],
  ["news", "资讯", "/information/index", 6],
  ["sections", "技术论坛", "/forum/all", 12],
  ["events", "近期活动", "/eventActivities/index", 4],
  ["tags", "热门标签", "/tags", 20],
  ["people", "热心答主", null, 6],
  ["heroes", "英雄榜", null, 10],
];
const usualHome: StoredHome = {
  banners: [],
  blocks: usual.map(([kind, title, linkurl, count]) => ({
    id: kind,
    kind,
    title,
    summary: "",
    linkurl,
    count,
    first: [],
    links: [],
    from: null,
    until: null,
  })),
};

/** The operator's home page with all entries, also those outside of their period. */
export async function storedHome(database: Database): Promise<StoredHome> {
  const [row] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, "home"))
    .limit(1);
  return withUsual((row?.value as StoredHome | undefined) ?? usualHome);
}

/** A home page that says no blocks has the usual ones. */
export const withUsual = (home: StoredHome): StoredHome =>
  home.blocks.length > 0 ? home : { ...home, blocks: usualHome.blocks };

/** Whether an entry is shown now. */
export const isShown = ({ from, until }: Period, now: Date): boolean =>
  (from === null || new Date(from) <= now) && !isOver({ until }, now);

/** Whether the period of an entry is over. */
export const isOver = ({ until }: Pick<Period, "until">, now: Date): boolean =>
  until !== null && new Date(until) <= now;

/** Adds the pictures to banners. */
export async function withPictures<Banner extends { image: PackImage }>(
  database: Database,
  banners: Banner[],
) {
  const pictures = await picturesOf(
    database,
    banners.map(({ image }) => image),
  );
  return banners.flatMap((banner, index) => {
    const image = pictures[index];
    return image ? [{ ...banner, image }] : [];
  });
}

/** Adds the pictures to the links of blocks. */
export async function withLinkPictures<Block extends { links: StoredLink[] }>(
  database: Database,
  blocks: Block[],
) {
  const images = blocks.flatMap(({ links }) => links.flatMap(({ image }) => image ?? []));
  const pictures = await picturesOf(database, images);
  const byImage = new Map(images.map((image, index) => [image, pictures[index] ?? null]));
  return blocks.map((block) => ({
    ...block,
    links: block.links.map((link) => ({ ...link, image: link.image && (byImage.get(link.image) ?? null) })),
  }));
}
