import { contentBodies } from "contract/content/kinds/bodies";
import { developerTypeIds } from "contract/profile/fields";
import { inArray, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { profiles, tags } from "../../../database/schema";
import { type Definitions, definitionsDocument } from "../../../profile/definitions";
import { addressOf } from "../../../profile/regions";
import { refreshCompleteness } from "../../../profile/rows";
import type { Pack } from "../../pack/parse-pack";
import type { Problem } from "../../pack/problems";
import { idOf } from "../rows/ids";
import { writeDocument } from "../rows/write-document";
import { type ContentWriter, loadKept } from "../site/single";

const options = (names: [code: string, name: string][]) =>
  names.map(([code, name]) => ({ pkdefdoc: code, name, code }));
const pairs = (rows: { code: string; name: string }[]) =>
  rows.map(({ code, name }): [string, string] => [code, name]);

/** Writes the lists of choices for profiles. */
export const writeDefinitions: ContentWriter = async (database, { body }, now) => {
  const { individual, enterprise, engineer, student, teacher, education, industries } =
    contentBodies.definitions.whole.parse(body);
  const value: Definitions = {
    developerTypes: options(Object.entries({ individual, enterprise })).map((type) => ({
      ...type,
      pkdefdoc: developerTypeIds[type.code as keyof typeof developerTypeIds],
    })),
    identityTypes: options(Object.entries({ engineer, student, teacher })),
    education: options(pairs(education)),
    industries: industries.map(({ code, name, children }) => ({
      pkdefdoc: code,
      name,
      code,
      children: options(pairs(children)),
    })),
  };
  await writeDocument(database, definitionsDocument, value, now);
};

/** Writes the lists of choices of a pack. @returns a notice where the browser has others */
export async function loadDefinitions(
  database: Database,
  { definitions }: Pack,
  { pack, now }: { pack: string; now: Date },
): Promise<string[]> {
  const { developerTypes, identityTypes, education, industries } = definitions;
  const named = (names: Record<string, string>) =>
    Object.entries(names).map(([code, name]) => ({ code, name }));
  const body = {
    title: "资料里的选项",
    ...developerTypes,
    ...identityTypes,
    education: named(education),
    industries: industries.map(({ code, name, children }) => ({ code, name, children: named(children) })),
  };
  const loading = { write: writeDefinitions, render: async () => "", pack, now };
  return loadKept(database, "definitions", { body, sources: [] }, loading);
}

/** Reports members whose county does not exist. */
export async function profileConflicts(pack: Pack): Promise<Problem[]> {
  const problems = pack.members.map(async ({ key, profile }): Promise<Problem[]> => {
    if (!profile || (await addressOf(profile.county))) return [];
    return [
      {
        file: "members.yaml",
        field: `${key}.profile.county`,
        message: `没有代码为 ${profile.county} 的区县`,
      },
    ];
  });
  return (await Promise.all(problems)).flat();
}

/**
 * Writes the profiles of members who have none yet; a profile that a person saved stays. The pack's tags must exist.
 */
export async function loadProfiles(
  database: Database,
  pack: Pack,
  members: Map<string, number>,
  now: Date,
): Promise<void> {
  const loweredName = sql<string>`lower(${tags.name})`;
  const names = [
    ...new Set(
      pack.members.flatMap(({ profile }) => profile?.interests ?? []).map((name) => name.toLowerCase()),
    ),
  ];
  const rows =
    names.length > 0
      ? await database
          .select({ id: tags.id, name: loweredName })
          .from(tags)
          .where(inArray(loweredName, names))
      : [];
  const tagIds = new Map(rows.map(({ name, id }) => [name, id]));
  for (const { key, profile } of pack.members) {
    const address = profile && (await addressOf(profile.county));
    if (!profile || !address) continue;
    const { sex, schoolBound, extended, interests } = profile;
    const interestDirection = interests.map((name) => idOf(tagIds, name.toLowerCase()));
    const values = { ...extended, ...address, sex, schoolBound, interestDirection };
    const accountId = idOf(members, key);
    const changed = await database
      .insert(profiles)
      .values({ accountId, ...values, updatedAt: now })
      .onConflictDoNothing()
      .returning({ accountId: profiles.accountId });
    if (changed.length > 0) await refreshCompleteness(database, accountId);
  }
}
