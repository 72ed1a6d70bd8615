import type { CallResponse } from "contract";
import { minuteOf, parseTime } from "contract/base/time";
import { type ContentBody, contentBodies } from "contract/content/kinds/bodies";
import { menuFlags } from "contract/site/constants";
import { eq } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { documents, type PackImage } from "../../../database/schema";
import { fileAddress } from "../../../files/storage/store";
import type { StoredHome } from "../../../home/home-document";
import type { Pack } from "../../pack/parse-pack";
import type { Places } from "../files/places";
import { filled } from "../rows/filled";
import { writeDocument } from "../rows/write-document";
import { type ContentWriter, loadKept, type WrittenContent } from "./single";

const minuteIn = (at: Date | undefined) => (at ? minuteOf(at) : undefined);
const momentOf = (typed: string | undefined) =>
  parseTime(typed ?? "", "YYYY-MM-DD HH:mm")?.toISOString() ?? null;

/** The document that the home page is read from. Of a draft it has the rows of which enough is known. */
export function homeDocument({ body, sized }: WrittenContent): StoredHome {
  const { banners, blocks } = contentBodies.home.draft.parse(body);
  const pictureOf = ([picture]: { name: string }[], alt: string) =>
    picture ? sized({ name: picture.name, alt }) : null;
  return {
    banners: banners.flatMap(({ key = "", title, summary = "", picture, link, from, until }) => {
      if (title === undefined || link === undefined) return [];
      const image = pictureOf(picture, title);
      if (!image) return [];
      const period = { from: momentOf(from), until: momentOf(until) };
      return [{ id: key, title, summary, image, linkurl: link, ...period }];
    }),
    blocks: blocks.flatMap(
      ({
        key = "",
        kind,
        title = "",
        summary = "",
        link = null,
        count = 6,
        first = [],
        links,
        from,
        until,
      }) =>
        kind === undefined
          ? []
          : [
              {
                id: key,
                kind,
                title,
                summary,
                linkurl: link,
                count,
                first,
                links: links.flatMap((entry) =>
                  entry.title === undefined || entry.link === undefined
                    ? []
                    : [
                        {
                          title: entry.title,
                          summary: entry.summary ?? "",
                          linkurl: entry.link,
                          image: pictureOf(entry.picture, ""),
                        },
                      ],
                ),
                from: momentOf(from),
                until: momentOf(until),
              },
            ],
    ),
  };
}

/** Writes the documents that the home page and the forum's banners are read from. */
export const writeHome: ContentWriter = async (database, content, now) => {
  const { forumBanners } = contentBodies.home.whole.parse(content.body);
  await writeDocument(database, "home", homeDocument(content), now);
  const forum: CallResponse<"forumBanners"> = {
    banners: forumBanners.map(({ key = "", title, picture: [picture], link }) => ({
      id: key,
      title,
      image: picture ? fileAddress(picture.name) : "",
      linkurl: link,
    })),
  };
  await writeDocument(database, "banners", forum, now);
};

interface Loading {
  places: Places;
  pack: string;
  now: Date;
}

/** Stores the blocks and banners of a pack. @returns a notice where the browser has others */
async function loadBlocks(
  database: Database,
  { banners: forum, home }: NonNullable<Pack["site"]>,
  { places, pack, now }: Loading,
): Promise<string[]> {
  const images: PackImage[] = [];
  const pictured = (image: string | undefined, alt: string) => {
    if (image === undefined) return [];
    const stored = places.image({ image, alt });
    images.push(stored);
    return [{ name: stored.name }];
  };
  const body: ContentBody = filled({
    title: "首页",
    banners: (home?.banners ?? []).map(({ image, from, until, ...banner }) =>
      filled({
        ...banner,
        from: minuteIn(from),
        until: minuteIn(until),
        picture: pictured(image, banner.title),
      }),
    ),
    blocks: (home?.blocks ?? []).map(({ from, until, links, ...block }) =>
      filled({
        ...block,
        from: minuteIn(from),
        until: minuteIn(until),
        links: links.map(({ image, ...entry }) => filled({ ...entry, picture: pictured(image, "") })),
      }),
    ),
    forumBanners: forum.map(({ image, ...banner }) =>
      filled({ ...banner, picture: pictured(image, banner.title) }),
    ),
  });
  const loading = { write: writeHome, render: async () => "", pack, now };
  return loadKept(database, "home", { body, sources: [], images }, loading);
}

/**
 * Stores the blocks and banners of the home page, the menu and pages of the development centre, and "about us".
 * @returns a notice where the browser has other blocks or banners
 */
export async function loadHome(database: Database, pack: Pack, loading: Loading): Promise<string[]> {
  const { site, catalogue } = pack;
  const { places, now } = loading;
  const notices = site ? await loadBlocks(database, site, loading) : [];
  if (site) {
    const flags = site.menu as Record<string, boolean> | undefined;
    const menu = Object.fromEntries(menuFlags.map((flag) => [flag, flags?.[flag] ?? true]));
    await writeDocument(database, "menu", menu, now);
    const development = {
      externalPages: site.externalPages.map(({ key, name, summary = "", url }) => ({
        id: key,
        name,
        summary,
        url,
      })),
      internshipUrl: site.internshipUrl ?? null,
      quickStarts: site.quickStarts.map(({ key, title, summary, board, sdk, program }) => ({
        id: key,
        title,
        summary,
        board,
        sdk,
        program: typeof program === "number" ? { resource: program } : { linkurl: program },
      })),
    };
    await writeDocument(database, "development", development, now);
  }
  if (catalogue.about) {
    const { front, source } = catalogue.about;
    const value = { ...front, html: await places.render(source) };
    const [document] = await database.select().from(documents).where(eq(documents.key, "about"));
    const before = document?.value as (typeof value & { updatedAt: string }) | undefined;
    const same =
      before &&
      before.html === value.html &&
      before.title === value.title &&
      before.summary === value.summary;
    await writeDocument(database, "about", same ? before : { ...value, updatedAt: now.toISOString() }, now);
  }
  return notices;
}
