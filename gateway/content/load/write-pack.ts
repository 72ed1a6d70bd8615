import { foldNickname } from "contract/account/identity";
import type { Database } from "../../database/open";
import {
  contentLoads,
  courseClasses,
  courseLevels,
  documents,
  moderationReasons,
  newsCategories,
  policies,
  productClasses,
  productParameters,
  resourceLevels,
  sections as sectionRows,
  tags,
} from "../../database/schema";
import { enqueueFileTexts } from "../../file-texts/read-job";
import { svgSize } from "../../files/pictures/svg";
import { fileAddress, storeFiles } from "../../files/storage/store";
import { databaseOnly } from "../../files/stores/file-stores";
import { writeLog } from "../../moderation/write-log";
import { saveWords } from "../../sensitive-words/list";
import { fingerprintOf } from "../pack/pack-files";
import type { Pack } from "../pack/parse-pack";
import { namedPeople, unregistered } from "../pack/people-named";
import { ContentPackError } from "../pack/problems";
import { type CatalogueItems, loadCatalogue, refreshLists } from "./catalogue/load-catalogue";
import { loadFollows, loadMembers, loadSearches, memberConflicts } from "./community/members";
import { loadPrivate } from "./community/private";
import { loadDefinitions, loadProfiles, profileConflicts } from "./community/profiles";
import { loadModerators, loadSections, sectionConflicts } from "./community/sections";
import { loadTagMap } from "./community/tags";
import { tellOfFollows } from "./community/tell-members";
import { loadTopics } from "./community/topics";
import { usedPaths } from "./files/places";
import { forgetUploadCheck, keepPack } from "./keep-pack";
import { lockLoads } from "./load-lock";
import {
  type CheckedPack,
  type LoadOptions,
  type LoadResult,
  type LoadServices,
  packDocument,
  packName,
  packState,
} from "./load-result";
import { loadModeration } from "./moderation/load-moderation";
import { nextRevision } from "./revision";
import { namesBetween, namesStanding } from "./rows/changed-names";
import { anyChange, type Changes, type ChangesByKind, changesBetween, rowMarks } from "./rows/changes";
import { accountIds } from "./rows/ids";
import { writeDocument } from "./rows/write-document";
import { loadFooter, loadNavbar } from "./site/documents";
import { loadHolidays } from "./site/holidays";
import { loadHome } from "./site/home";
import { loadConsents, loadPolicies, policyConflicts } from "./site/policies";

/** Documents of the program itself; a change in them is no change of the operator's content. */
const ownDocument = (key: string) =>
  /^(?:pack:|content:|navbar-typed$|contentRevision$|contentCheck(?::previous)?$|contentUpload$|contentExport$|search-documents$|search-key:|usage-key$|lesson-numbers$)/.test(
    key,
  );

/** Small tables of the operator's content; the load finds their changes by comparing them before and after. */
const compared = {
  sections: [sectionRows, "id"],
  policies: [policies, "id"],
  tags: [tags, "name"],
  classes: [productClasses, "id"],
  levels: [resourceLevels, "id"],
  categories: [newsCategories, "id"],
  courseClasses: [courseClasses, "id"],
  courseLevels: [courseLevels, "id"],
  documents: [documents, "key"],
} as const;

async function marksOf(database: Database): Promise<Record<string, Map<string, string>>> {
  const marks: Record<string, Map<string, string>> = {};
  for (const [kind, [table, key]] of Object.entries(compared))
    marks[kind] = await rowMarks(database, table, key);
  for (const key of marks.documents?.keys() ?? []) if (ownDocument(key)) marks.documents?.delete(key);
  return marks;
}

/**
 * Stores the used pictures and returns their storage names by path. Avatars and pictures of topics are stored only for
 * the demo.
 */
async function loadPictures(database: Database, pack: Pack, demo: boolean): Promise<Map<string, string>> {
  const used = new Set(usedPaths(pack, pack.pictures.keys()));
  const pictures = [...pack.pictures].filter(([path]) => demo || used.has(path));
  const names = await storeFiles(
    { database, files: databaseOnly },
    pictures.map(([, content]) => ({ content, type: "image/svg+xml" as const })),
  );
  return new Map(pictures.map(([path], index) => [path, names[index] ?? ""]));
}

/** Writes all rows of a load, in one transaction. */
export async function writePack(
  services: LoadServices,
  database: Database,
  place: string,
  checked: CheckedPack,
  items: CatalogueItems,
  { demo, accountId, again = false, dryRun = false }: LoadOptions,
): Promise<LoadResult> {
  const { folder, pack } = checked;
  const now = services.now();
  await lockLoads(database);
  const conflicts = [
    ...(await sectionConflicts(database, pack)),
    ...(demo ? await memberConflicts(database, pack) : []),
    ...(demo ? await profileConflicts(pack) : []),
    ...(await policyConflicts(database, pack)),
  ];
  if (conflicts.length > 0) throw new ContentPackError(place, conflicts);

  const before = await marksOf(database);
  const namesBefore = dryRun ? await namesStanding(database) : null;
  const parametersBefore = await parameterMark(database);
  const pictureNames = await loadPictures(database, pack, demo);
  const pictures = new Map([...pictureNames].map(([path, name]) => [path, fileAddress(name)]));
  const { ids: sections, kept } = await loadSections(database, pack, now);
  const members = demo
    ? await loadMembers(database, pack, pictureNames, now)
    : { ids: new Map<string, number>(), inserted: new Set<string>() };
  const moderators = await loadModerators(database, pack);
  const name = packName(place);
  const siteKept = [
    ...(await loadDefinitions(database, pack, { pack: name, now })),
    ...(await loadFooter(database, pack, { pack: name, now })),
    ...(await loadHolidays(database, pack, { pack: name, now })),
    ...(await loadHome(database, pack, { places: items.places, pack: name, now })),
  ];
  const loading = { texts: items.texts, pack: name, now };
  const policiesKept = await loadPolicies(database, pack, loading);
  await loadConsents(database, pack, members, now);
  const words = pack.words?.map(({ word, level, replacement = null }) => ({ word, level, replacement }));
  const keptWords = words ? await saveWords(database, words, now) : 0;
  const pictureSizes = new Map(
    [...pictures].flatMap(([path, address]) => {
      const size = svgSize(String(pack.pictures.get(path) ?? ""));
      return size ? [[address, size] as const] : [];
    }),
  );
  const tagsKept = await loadTagMap(database, pack, loading);
  const { changes: catalogue, edited } = await loadCatalogue(database, pack, items, sections, name, now);
  await loadNavbar(database, pack, now);
  const after = await marksOf(database);
  const names = namesBefore ? namesBetween(namesBefore, await namesStanding(database)) : null;
  const changes: ChangesByKind = { ...catalogue };
  for (const kind of Object.keys(compared))
    changes[kind] = changesBetween(before[kind] ?? new Map(), after[kind] ?? new Map());
  if (parametersBefore !== (await parameterMark(database)) && changes.classes) changes.classes.changed += 1;
  await refreshLists(database, changes);
  await enqueueFileTexts(database, now);
  const mentions = new Map(
    pack.members.map(({ key, nickname }) => [foldNickname(nickname), members.ids.get(key) ?? 0]),
  );
  const ids = { sections, members: members.ids, pictures, pictureSizes, mentions };
  const loaded = demo ? await loadTopics(services, database, pack, ids, now) : { topics: 0, posts: 0 };
  let unmoderated = 0;
  if (demo) {
    await loadFollows(database, pack, members.inserted, ids, now);
    await loadProfiles(database, pack, members.ids, now);
    await loadPrivate(database, pack, members.inserted, ids, now);
    await tellOfFollows(database, members, now);
    await loadSearches(services, database, pack, members.ids, now);
    const context = { ids, inserted: members.inserted, avatars: pictureNames };
    unmoderated = await loadModeration(services, database, pack, context, now);
  }
  const summary = Object.fromEntries(Object.entries(changes).filter(([, change]) => anyChange(change)));
  const people = namedPeople(pack);
  const accounts = await accountIds(
    database,
    people.map(({ name }) => name),
  );
  const changed = Object.keys(summary).length > 0;
  if (changed) {
    await nextRevision(database, now);
    await forgetUploadCheck(database);
    await database.insert(contentLoads).values({
      accountId: accountId ?? null,
      pack: packName(place),
      fingerprint: fingerprintOf(folder),
      state: "done",
      changes: summary,
      problems: [],
      createdAt: now,
      finishedAt: services.now(),
    });
    if (accountId) await logLoad(database, { pack: name, by: accountId, changes: summary, now });
  }
  await keepPack(database, packName(place), checked, { changed, now });
  if (!again) await writeDocument(database, packDocument(place), packState(folder, demo), now);
  return {
    sections: sections.size,
    moderators,
    policies: pack.policies.length,
    pictures: pictureNames.size,
    members: members.inserted.size,
    ...loaded,
    changes: summary,
    ...(names ? { names } : {}),
    notices: [
      ...siteKept,
      ...policiesKept,
      ...tagsKept,
      ...edited,
      ...kept,
      ...(keptWords > 0 ? [`敏感词表里有 ${keptWords} 个词在站内改过，保留站内的`] : []),
      ...(unmoderated > 0 ? [`moderation.yaml 里有 ${unmoderated} 件事和站内的情况不符，没有照做`] : []),
      ...people.filter(({ name }) => !accounts.has(name.toLowerCase())).map(unregistered),
    ],
  };
}

/** Logs a load that an administrator started, with how much it changed. */
async function logLoad(
  database: Database,
  { pack, by, changes, now }: { pack: string; by: number; changes: ChangesByKind; now: Date },
): Promise<void> {
  const all = Object.values(changes);
  const sum = (what: keyof Changes) => all.reduce((total, each) => total + each[what], 0);
  const [reason] = await database
    .insert(moderationReasons)
    .values({ text: `内容包「${pack}」` })
    .returning();
  await writeLog(database, {
    at: now,
    operatorId: by,
    action: "loadContent",
    targetKind: "content",
    targetId: null,
    after: { added: sum("added"), changed: sum("changed"), delisted: sum("delisted") },
    reason: reason ?? null,
  });
}

async function parameterMark(database: Database): Promise<string> {
  const rows = await database.select().from(productParameters);
  return JSON.stringify(
    rows.sort((one, other) => one.classId - other.classId || one.key.localeCompare(other.key)),
  );
}
