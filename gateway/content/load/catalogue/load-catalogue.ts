import { inArray, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { productNotices, tags } from "../../../database/schema";
import { forgetAbout } from "../../../search/index/catalogue";
import type { BinaryFacts } from "../../pack/check/binaries";
import type { PackFolder } from "../../pack/pack-files";
import type { Pack } from "../../pack/parse-pack";
import { type Places, placesOf } from "../files/places";
import { type TextItem, Texts } from "../files/texts";
import { anyChange, type ChangesByKind } from "../rows/changes";
import { noteEdited } from "../rows/held";
import { loadRedirects } from "../site/redirects";
import { packPeople, planActivities, writeActivities, writePeople } from "./activities";
import { activityItems } from "./activities/activity-item";
import { packActivityBody } from "./activities/pack-body";
import { classesOfPacks, classItems } from "./class-body";
import { rereadHeld } from "./class-values";
import {
  loadCategories,
  newsBody,
  newsItems,
  packVideoBody,
  planNews,
  planVideos,
  videoItems,
  writeNews,
  writeVideos,
} from "./news";
import { noticeBody, noticeItems, planNotices, writeNotices } from "./notices";
import { packProductBody } from "./product-body";
import { loadClasses, planProducts, productItems, writeProducts } from "./products";
import { packResourceBody } from "./resource-body";
import {
  hadResources,
  loadLevels,
  placeResources,
  planResources,
  resourceItems,
  writeResources,
} from "./resources";
import { withoutTakenParts } from "./taken-parts";
import { loadTalents } from "./talents";
import { loadGlossary } from "./training/glossary";
import { lessonItems, planLessons } from "./training/lessons";
import { loadCourses } from "./training/load-courses";
import { packPathBody, pathItems, planPaths, writePaths } from "./training/paths";
import {
  courseItems,
  examItems,
  lecturerItems,
  loadTrainingLevels,
  packLecturerBody,
  planCourses,
  planExams,
  planLecturers,
  writeLecturers,
} from "./training/training";

/** The items of a pack's catalogue, ready for comparison with the database and for writing. */
export interface CatalogueItems {
  products: ReturnType<typeof productItems>;
  notices: ReturnType<typeof noticeItems>;
  resources: ReturnType<typeof resourceItems>;
  news: ReturnType<typeof newsItems>;
  videos: ReturnType<typeof videoItems>;
  activities: ReturnType<typeof activityItems>;
  lecturers: ReturnType<typeof lecturerItems>;
  courses: ReturnType<typeof courseItems>;
  paths: ReturnType<typeof pathItems>;
  lessons: ReturnType<typeof lessonItems>;
  exams: ReturnType<typeof examItems>;
  places: Places;
  texts: Texts;
}

/** Makes the items of a checked pack's catalogue, without their rendered texts. */
export function catalogueItems(pack: Pack, folder: PackFolder, facts: BinaryFacts): CatalogueItems {
  const places = placesOf(pack, folder, facts);
  const lessons = lessonItems(pack, folder, facts, places);
  return {
    products: productItems(pack, places),
    notices: noticeItems(pack, folder, places),
    resources: resourceItems(pack, folder, facts, places),
    news: newsItems(pack, places),
    videos: videoItems(pack, folder, facts, places),
    activities: activityItems(pack, folder, places),
    lecturers: lecturerItems(pack, places),
    courses: courseItems(pack, places, lessons),
    paths: pathItems(pack),
    lessons,
    exams: examItems(pack, places),
    places,
    texts: new Texts(places),
  };
}

/** Renders the texts that a load will write, so that its transaction is short. */
export async function makeTexts(
  database: Database,
  items: CatalogueItems,
  progress: (done: number, total: number) => void | Promise<void>,
): Promise<void> {
  const changed: TextItem[] = [
    ...(await planProducts(database, (await withoutTakenParts(database, items.products)).items)).write,
    ...(await planNotices(database, items.notices)).write,
    ...(await planResources(database, items.resources)).write,
    ...(await planNews(database, items.news)).write,
    ...(await planVideos(database, items.videos)).write,
    ...(await planActivities(database, items.activities)).write,
    ...(await planCourses(database, items.courses)).write,
    ...(await planLessons(database, items.lessons)).write,
    ...(await planExams(database, items.exams)).plan.write,
  ];
  let done = 0;
  await items.texts.make(changed, () => {
    done += 1;
    return progress(done, changed.length);
  });
}

/** The ids of the tags that products name. Missing tags are created. */
async function tagIds(database: Database, names: string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  await database
    .insert(tags)
    .values([...new Map(names.map((name) => [name.toLowerCase(), name])).values()].map((name) => ({ name })))
    .onConflictDoNothing();
  const lower = sql<string>`lower(${tags.name})`;
  const rows = await database
    .select({ id: tags.id, name: lower })
    .from(tags)
    .where(inArray(lower, [...new Set(names.map((name) => name.toLowerCase()))]));
  return new Map(rows.map(({ name, id }) => [name, id]));
}

/**
 * Writes the parts of the catalogue that the pack has, in the transaction of a load. It delists what left the pack and
 * does not touch unchanged rows. @param packName the pack, for those who decide conflicts with it
 * @returns the changes of each kind, and notices about pieces that were edited in the browser
 */
export async function loadCatalogue(
  database: Database,
  pack: Pack,
  items: CatalogueItems,
  sectionIds: Map<string, number>,
  packName: string,
  now: Date,
): Promise<{ changes: ChangesByKind; edited: string[] }> {
  const { catalogue } = pack;
  const { texts } = items;
  const changes: ChangesByKind = {};
  const renamed: number[] = [];
  const edited: string[] = [];
  const loading = { texts, pack: packName, now };
  if (catalogue.classes) {
    const classes = classItems(pack);
    const standing = await classesOfPacks(database);
    const { kept, stayed, notices: classNotices } = await loadClasses(database, pack, now);
    edited.push(...classNotices);
    edited.push(
      ...(await noteEdited(database, {
        ...loading,
        kind: "classes",
        items: classes,
        written: classes.filter(({ key, fingerprint }) => standing.get(String(key)) !== fingerprint),
        delisted: [...standing.keys()].filter(
          (key) => !kept.includes(Number(key)) && !classes.some((item) => String(item.key) === key),
        ),
        bodyOf: ({ body }) => body,
      })),
    );
    const first = (await database.$count(productNotices)) === 0;
    const free = await withoutTakenParts(database, items.products);
    edited.push(...free.notices);
    const products = await planProducts(database, free.items);
    // Also of products that were edited in the browser: somebody may take the pack's version of them later.
    const tagNames = items.products.flatMap(({ front }) => front.tag ?? []);
    const ids = { tags: await tagIds(database, tagNames), sections: sectionIds };
    await writeProducts(database, products, texts, ids, now);
    edited.push(...(await rereadHeld(database, stayed)));
    renamed.push(...products.write.map(({ key }) => key));
    edited.push(
      ...(await noteEdited(database, {
        ...loading,
        kind: "products",
        items: free.items,
        written: products.write,
        delisted: products.delist,
        bodyOf: packProductBody(items.places, sectionIds),
      })),
    );
    const notices = await planNotices(database, items.notices);
    await writeNotices(database, notices, texts, first, now);
    edited.push(
      ...(await noteEdited(database, {
        ...loading,
        kind: "notices",
        items: items.notices,
        written: notices.write,
        delisted: notices.delist,
        bodyOf: noticeBody(items.places),
      })),
    );
    Object.assign(changes, { products: products.changes, notices: notices.changes });
  }
  if (catalogue.levels) {
    edited.push(...(await loadLevels(database, pack, now)));
    const first = !(await hadResources(database));
    const plan = await planResources(database, items.resources);
    await writeResources(database, plan, texts, first, now);
    edited.push(
      ...(await noteEdited(database, {
        ...loading,
        kind: "resources",
        items: items.resources,
        written: plan.write,
        delisted: plan.delist,
        bodyOf: packResourceBody(items.places),
      })),
    );
    changes.resources = plan.changes;
  }
  if (catalogue.categories) {
    await loadCategories(database, pack, now);
    const plan = await planNews(database, items.news);
    await writeNews(database, plan, texts, now);
    edited.push(
      ...(await noteEdited(database, {
        ...loading,
        kind: "news",
        items: items.news,
        written: plan.write,
        delisted: plan.delist,
        bodyOf: newsBody(items.places),
      })),
    );
    changes.news = plan.changes;
  }
  if (catalogue.videos) {
    const plan = await planVideos(database, items.videos);
    await writeVideos(database, plan, now);
    edited.push(
      ...(await noteEdited(database, {
        ...loading,
        kind: "videos",
        items: items.videos,
        written: plan.write,
        delisted: plan.delist,
        bodyOf: packVideoBody,
      })),
    );
    changes.videos = plan.changes;
  }
  const activities = await planActivities(database, items.activities);
  await writeActivities(database, activities, texts, sectionIds, now);
  const others = await writePeople(database, items.activities);
  changes.activities = activities.changes;
  if (items.activities.length > 0)
    edited.push(
      ...(await noteEdited(database, {
        ...loading,
        kind: "activities",
        items: items.activities,
        written: items.activities.filter((item) => activities.write.includes(item) || others.has(item.key)),
        delisted: activities.delist,
        bodyOf: await packActivityBody(database, items, {
          people: await packPeople(database, items.activities),
          sectionIds,
          now,
        }),
      })),
    );
  if (catalogue.lecturers) {
    const { plan, notices } = await planLecturers(database, items.lecturers);
    const written = await writeLecturers(database, plan, items.lecturers, now);
    edited.push(
      ...(await noteEdited(database, {
        ...loading,
        kind: "lecturers",
        items: items.lecturers,
        written,
        delisted: plan.delist,
        bodyOf: await packLecturerBody(database, items.lecturers),
      })),
    );
    edited.push(...notices);
    changes.lecturers = plan.changes;
  }
  if (catalogue.training) {
    edited.push(...(await loadTrainingLevels(database, pack, now)));
    edited.push(...(await loadCourses(database, items, sectionIds, { ...loading, changes })));
  }
  if (catalogue.paths) {
    const plan = await planPaths(database, items.paths);
    await writePaths(database, plan, now);
    edited.push(
      ...(await noteEdited(database, {
        ...loading,
        kind: "paths",
        items: items.paths,
        written: plan.write,
        delisted: plan.delist,
        bodyOf: packPathBody,
      })),
    );
    changes.paths = plan.changes;
  }
  await loadGlossary(database, catalogue.glossary?.value.terms ?? [], now);
  // This follows the writing of everything that refers to these products.
  if (renamed.length > 0) await forgetAbout(database, renamed);
  edited.push(...(await loadTalents(database, pack, items.places, loading)));
  if (catalogue.redirects) {
    const moved = await loadRedirects(database, pack, loading);
    edited.push(...moved.notices);
    changes.redirects = moved.changes;
  }
  return { changes, edited };
}

/** Updates the table that lists of resources are read from, when a part of it changed. */
export async function refreshLists(database: Database, changes: ChangesByKind): Promise<void> {
  const parts = ["classes", "products", "levels", "resources"];
  if (parts.some((kind) => changes[kind] && anyChange(changes[kind]))) await placeResources(database);
}
