import { basename, resolve } from "node:path";
import { foldNickname } from "contract/account/identity";
import { sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { fileAddress, storeFiles } from "../../files/store";
import { svgSize } from "../../files/svg";
import { forgetVersions } from "../../privacy/consents";
import { saveWords } from "../../sensitive-words/list";
import type { Services } from "../../server/context";
import { fingerprintOf, type PackFiles, readPackFiles } from "../pack/pack-files";
import { type Pack, parsePack } from "../pack/parse-pack";
import { ContentPackError } from "../pack/problems";
import { loadFollows, loadMembers, memberConflicts } from "./load-members";
import { loadConsents, loadPolicies, policyConflicts } from "./load-policies";
import { loadDefinitions, loadProfiles, profileConflicts } from "./load-profiles";
import { loadModerators, loadSections, sectionConflicts } from "./load-sections";
import { loadDocuments, writeDocument } from "./load-site";
import { loadTagMap } from "./load-tags";
import { loadTopics } from "./load-topics";

/**
 * What a load did. Sections and policies are those in the pack; members, topics and posts those newly
 * inserted.
 */
export interface LoadResult {
  sections: number;
  moderators: number;
  policies: number;
  pictures: number;
  members: number;
  topics: number;
  posts: number;
  /** What the operator should know although it stopped nothing, in Chinese. */
  notices: string[];
}

type LoadServices = Pick<Services, "database" | "texts" | "now">;

/** The lock that two loads at once wait for each other on (PostgreSQL advisory lock). */
const loadLock = 7_261_003;

/** Key of the document that remembers which state of a pack was loaded last. */
export const packDocument = (folder: string) => `pack:${basename(resolve(folder))}`;

/** The value of that document: whether members and topics were loaded matters as much as the files. */
export function packState(files: PackFiles, demo: boolean): { fingerprint: string; demo: boolean } {
  return { fingerprint: fingerprintOf(files), demo };
}

/**
 * Stores the pictures in use and answers with their storage names by path. Avatars and topics' pictures are
 * the demo's.
 */
async function loadPictures(database: Database, pack: Pack, demo: boolean): Promise<Map<string, string>> {
  const banners = new Set(pack.site?.banners.map((banner) => banner.image));
  const wanted = [...pack.pictures].filter(([path]) => demo || banners.has(path));
  const names = await storeFiles(
    database,
    wanted.map(([, content]) => ({ content, type: "image/svg+xml" as const })),
  );
  return new Map(wanted.map(([path], index) => [path, names[index] ?? ""]));
}

/**
 * Validates a content pack and loads it, all or nothing (content/README.md). Idempotent by key: sections,
 * classes, moderators, navigation, banners, policies and the tag map are made what the pack says; members,
 * topics and replies are inserted when their key is not there yet, and only with `demo`. Throws
 * ContentPackError with everything that is wrong; nothing is loaded then.
 */
export async function loadContentPack(
  services: LoadServices,
  folder: string,
  { demo }: { demo: boolean },
): Promise<LoadResult> {
  const files = await readPackFiles(folder).catch((error: NodeJS.ErrnoException) => {
    throw new ContentPackError(folder, [
      {
        file: folder,
        message: error.code === "ENOENT" ? "没有这个文件夹" : `读不了这个文件夹：${error.message}`,
      },
    ]);
  });
  const { pack, problems } = parsePack(files);
  if (!pack) throw new ContentPackError(folder, problems);
  const now = services.now();
  const result = await services.database.transaction(async (database) => {
    await database.execute(sql`select pg_advisory_xact_lock(${loadLock})`);
    const conflicts = [
      ...(await sectionConflicts(database, pack)),
      ...(demo ? await memberConflicts(database, pack) : []),
      ...(demo ? await profileConflicts(pack) : []),
      ...(await policyConflicts(database, pack)),
    ];
    if (conflicts.length > 0) throw new ContentPackError(folder, conflicts);

    const pictureNames = await loadPictures(database, pack, demo);
    const pictures = new Map([...pictureNames].map(([path, name]) => [path, fileAddress(name)]));
    const sections = await loadSections(database, pack);
    const members = demo
      ? await loadMembers(database, pack, pictureNames, now)
      : { ids: new Map<string, number>(), inserted: new Set<string>() };
    const moderators = await loadModerators(database, pack);
    await loadDefinitions(database, pack, now);
    await loadDocuments(database, pack, pictures, now);
    await loadPolicies(database, pack, now);
    await loadConsents(database, pack, members, now);
    if (pack.words) {
      const words = pack.words.map(({ word, level, replacement = null }) => ({ word, level, replacement }));
      await saveWords(database, words, now);
    }
    const pictureSizes = new Map(
      [...pictures].flatMap(([path, address]) => {
        const size = svgSize(String(pack.pictures.get(path) ?? ""));
        return size ? [[address, size] as const] : [];
      }),
    );
    await loadTagMap(database, pack, now);
    const mentions = new Map(
      pack.members.map(({ key, nickname }) => [foldNickname(nickname), members.ids.get(key) ?? 0]),
    );
    const ids = { sections, members: members.ids, pictures, pictureSizes, mentions };
    const loaded = demo ? await loadTopics(services, database, pack, ids, now) : { topics: 0, posts: 0 };
    if (demo) {
      await loadFollows(database, pack, members.inserted, ids, now);
      await loadProfiles(database, pack, members.ids, now);
    }
    await writeDocument(database, packDocument(folder), packState(files, demo), now);
    return {
      sections: sections.size,
      moderators: moderators.appointed,
      policies: pack.policies.length,
      pictures: pictureNames.size,
      members: members.inserted.size,
      ...loaded,
      notices: moderators.unknown.map((email) => `版主 ${email} 还没有注册账号，注册后再装载一次即可任命`),
    };
  });
  forgetVersions(services.database);
  return result;
}
