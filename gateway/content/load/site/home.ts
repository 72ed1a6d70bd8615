import { menuFlags } from "contract/site/constants";
import { eq } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { documents } from "../../../database/schema";
import type { Pack } from "../../pack/parse-pack";
import type { Places } from "../files/places";
import { writeDocument } from "../rows/write-document";

const moment = (at: Date | undefined) => at?.toISOString() ?? null;

/** Stores the blocks and banners of the home page, the menu and pages of the development centre, and "about us". */
export async function loadHome(database: Database, pack: Pack, places: Places, now: Date): Promise<void> {
  const { site, catalogue } = pack;
  if (site?.home) {
    const { banners, blocks } = site.home;
    const value = {
      banners: banners.map(({ key, title, summary = "", image, link, from, until }) => ({
        id: key,
        title,
        summary,
        image: places.image({ image, alt: title }),
        linkurl: link,
        from: moment(from),
        until: moment(until),
      })),
      blocks: blocks.map(
        ({ key, kind, title, summary = "", link = null, count, first, links, from, until }) => ({
          id: key,
          kind,
          title,
          summary,
          linkurl: link,
          count,
          first,
          links: links.map((entry) => ({
            title: entry.title,
            summary: entry.summary ?? "",
            linkurl: entry.link,
            image: entry.image === undefined ? null : places.image({ image: entry.image, alt: "" }),
          })),
          from: moment(from),
          until: moment(until),
        }),
      ),
    };
    await writeDocument(database, "home", value, now);
  }
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
}
