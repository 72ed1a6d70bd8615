import { getTableName, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../../../database/open";
import {
  activities,
  courseClasses,
  courseLevels,
  courses,
  documents,
  exams,
  learningPaths,
  lecturers,
  lessons,
  news,
  newsCategories,
  policies,
  productClasses,
  productNotices,
  products,
  redirects,
  resourceLevels,
  resources,
  sections,
  tags,
  videos,
} from "../../../database/schema";

/** The names of the things of a kind that a load adds, changes and takes down; of the many only the first. */
export interface ChangedNames {
  added: string[];
  changed: string[];
  delisted: string[];
}
export type NamesByKind = Record<string, ChangedNames>;

/** How many names of each are kept: a check is a row, and a page. The numbers say how many there are. */
export const namesMost = 100;

interface Named {
  table: PgTable;
  key: PgColumn;
  name: PgColumn;
  /** What tells two states apart; without it the whole row does. */
  fingerprint?: PgColumn;
  /** When it was taken down; without it what is gone is gone. */
  delistedAt?: PgColumn;
}

const planned = (
  table: PgTable & { id: PgColumn; fingerprint: PgColumn; delistedAt: PgColumn },
  name: PgColumn,
): Named => ({ table, key: table.id, name, fingerprint: table.fingerprint, delistedAt: table.delistedAt });

const whole = (table: PgTable, key: PgColumn, name: PgColumn): Named => ({ table, key, name });

/** The kinds that a load reports, and where their names stand. */
const kinds: Record<string, Named> = {
  products: planned(products, products.name),
  notices: planned(productNotices, productNotices.title),
  resources: planned(resources, resources.title),
  news: planned(news, news.title),
  videos: planned(videos, videos.title),
  lecturers: planned(lecturers, lecturers.name),
  paths: planned(learningPaths, learningPaths.title),
  courses: planned(courses, courses.title),
  lessons: planned(lessons, lessons.title),
  exams: planned(exams, exams.title),
  activities: planned(activities, activities.title),
  redirects: whole(redirects, redirects.source, redirects.source),
  sections: whole(sections, sections.id, sections.name),
  policies: whole(policies, policies.id, policies.title),
  tags: whole(tags, tags.name, tags.name),
  classes: whole(productClasses, productClasses.id, productClasses.name),
  levels: whole(resourceLevels, resourceLevels.id, resourceLevels.name),
  categories: whole(newsCategories, newsCategories.id, newsCategories.name),
  courseClasses: whole(courseClasses, courseClasses.id, courseClasses.name),
  courseLevels: whole(courseLevels, courseLevels.id, courseLevels.name),
  documents: whole(documents, documents.key, documents.key),
};

/** What the operator calls the documents of a pack; others are the program's own. */
const documentNames: Record<string, string> = {
  navbar: "导航",
  footer: "页脚",
  home: "首页",
  banners: "论坛横幅",
  menu: "开发中心菜单",
  development: "开发中心",
  about: "关于我们",
  universityTalents: "高校人才",
  definitions: "资料里的选项",
  "tag-groups": "标签的分组",
  glossary: "术语",
};

interface Row {
  key: string;
  name: string;
  mark: string;
  listed: boolean;
}
type Standing = Map<string, Map<string, Row>>;

/** What stands of each kind: its names, and what tells its states apart. */
export async function namesStanding(database: Database): Promise<Standing> {
  const standing: Standing = new Map();
  for (const [kind, { table, key, name, fingerprint, delistedAt }] of Object.entries(kinds)) {
    const { rows } = (await database.execute(
      sql`select ${key}::text as key, ${name}::text as name,
        ${fingerprint ?? sql`md5(${sql.identifier(getTableName(table))}::text)`} as mark,
        ${delistedAt ? sql`${delistedAt} is null` : sql`true`} as listed from ${table} order by ${key}`,
    )) as unknown as { rows: Row[] };
    standing.set(kind, new Map(rows.map((row) => [row.key, row])));
  }
  return standing;
}

/** What is different between two states, by name, as a load counts it: what comes back is changed. */
export function namesBetween(before: Standing, after: Standing): NamesByKind {
  const names: NamesByKind = {};
  for (const [kind, present] of after) {
    const earlier = before.get(kind) ?? new Map<string, Row>();
    const nameOf = ({ name }: Row) => (kind === "documents" ? (documentNames[name] ?? []) : [name]);
    const rows = [...present.values()];
    const added = rows.filter(({ key }) => !earlier.has(key));
    const changed = rows.filter(({ key, mark, listed }) => {
      const was = earlier.get(key);
      return was && listed && (was.mark !== mark || !was.listed);
    });
    const gone = [...earlier.values()].filter(({ key, listed }) => listed && !present.get(key)?.listed);
    const first = (found: Row[]) => found.flatMap(nameOf).slice(0, namesMost);
    names[kind] = { added: first(added), changed: first(changed), delisted: first(gone) };
  }
  return names;
}
