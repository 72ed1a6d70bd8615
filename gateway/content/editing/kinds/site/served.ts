import type { CallResponse } from "contract";
import { minuteOf } from "contract/base/time";
import type { ContentBody } from "contract/content/kinds/bodies";
import { asc } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../../../database/open";
import { readDocument } from "../../../../database/read-document";
import { redirects } from "../../../../database/schema";
import { holidaysDocument, readHolidays } from "../../../../feedback/holidays";
import type { StoredHome } from "../../../../home/home-document";
import { type Definitions, definitionsDocument } from "../../../../profile/definitions";
import { filled } from "../../../load/rows/filled";

/**
 * What readers' calls serve, as the bodies that a load makes: an earlier release kept none, and a pack that has not
 * changed since is not loaded again.
 */

/** What is served of a kind, and the keys of the documents that it is read from. */
export interface Served {
  documents: readonly string[];
  /** The table that it is read from instead. */
  rows?: PgTable;
  /** Null where nothing is served. */
  body(database: Database): Promise<ContentBody | null>;
}

type Footer = CallResponse<"getFooterLink">;

export const servedFooter: Served = {
  documents: ["footer"],
  async body(database) {
    const served = (await readDocument(database, "footer")) as Footer | null;
    if (!served) return null;
    const footer = served.data.map(({ name, linkurl, children }) =>
      filled({
        name,
        link: linkurl,
        children: children.map((leaf) => ({ name: leaf.name, link: leaf.linkurl })),
      }),
    );
    return { title: "页脚", footer };
  },
};

export const servedRedirects: Served = {
  documents: [],
  rows: redirects,
  async body(database) {
    const rows = await database
      .select({ from: redirects.source, to: redirects.target })
      .from(redirects)
      .orderBy(asc(redirects.source));
    return rows.length > 0 ? { title: "转址", redirects: rows } : null;
  },
};

export const servedHolidays: Served = {
  documents: [holidaysDocument],
  async body(database) {
    const { holidays, workdays } = await readHolidays(database);
    return holidays.length + workdays.length > 0 ? { title: "节假日", holidays, workdays } : null;
  },
};

const named = (options: { code: string; name: string }[]) =>
  options.map(({ code, name }) => ({ code, name }));

/** The choices of profiles as a body has them. */
export function choicesBody({
  developerTypes,
  identityTypes,
  education,
  industries,
}: Definitions): ContentBody {
  const types = [...developerTypes, ...identityTypes].map(({ code, name }) => [code, name] as const);
  return {
    title: "资料里的选项",
    ...Object.fromEntries(types),
    education: named(education),
    industries: industries.map(({ code, name, children }) => ({ code, name, children: named(children) })),
  };
}

export const servedDefinitions: Served = {
  documents: [definitionsDocument],
  async body(database) {
    const served = (await readDocument(database, definitionsDocument)) as Definitions | null;
    return served && choicesBody(served);
  },
};

const minuteIn = (at: string | null) => (at === null ? undefined : minuteOf(at));
const picturesIn = (name: string | undefined) => (name ? [{ name }] : []);

export const servedHome: Served = {
  documents: ["home", "banners"],
  async body(database) {
    const home = (await readDocument(database, "home")) as StoredHome | null;
    const forum = (await readDocument(database, "banners")) as CallResponse<"forumBanners"> | null;
    if (!home && !forum) return null;
    return filled({
      title: "首页",
      banners: (home?.banners ?? []).map(({ id, title, summary, linkurl, from, until, image }) =>
        filled({
          key: id,
          title,
          summary,
          link: linkurl,
          from: minuteIn(from),
          until: minuteIn(until),
          picture: picturesIn(image.name),
        }),
      ),
      blocks: (home?.blocks ?? []).map(({ id, linkurl, from, until, links, ...block }) =>
        filled({
          key: id,
          kind: block.kind,
          title: block.title,
          summary: block.summary,
          link: linkurl,
          count: block.count,
          first: block.first,
          from: minuteIn(from),
          until: minuteIn(until),
          links: links.map((entry) =>
            filled({
              title: entry.title,
              summary: entry.summary,
              link: entry.linkurl,
              picture: picturesIn(entry.image?.name),
            }),
          ),
        }),
      ),
      forumBanners: (forum?.banners ?? []).map(({ id, title, image, linkurl }) =>
        filled({ key: id, title, link: linkurl, picture: picturesIn(image.split("/").at(-1)) }),
      ),
    });
  },
};
