import { requiredPrivacyIds } from "contract/privacy/constants";
import { and, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { accounts, consentRecords, policies, policyVersions } from "../../../database/schema";
import type { Pack } from "../../pack/parse-pack";
import type { Problem } from "../../pack/problems";
import { renderPackText } from "../../render";
import { inChunks } from "../rows/counters";
import { idOf } from "../rows/ids";

/**
 * A version that somebody has decided on keeps its text: the ledger says that this is what they read. Whoever
 * changes the text gives it another version, and is told so here; people are then asked again.
 */
export async function policyConflicts(database: Database, pack: Pack): Promise<Problem[]> {
  const signed = await database
    .select({ id: consentRecords.policyId, version: consentRecords.version })
    .from(consentRecords)
    .groupBy(consentRecords.policyId, consentRecords.version);
  const decidedOn = pack.policies.filter(({ id, version }) =>
    signed.some((row) => row.id === id && row.version === version),
  );
  if (decidedOn.length === 0) return [];
  const ids = decidedOn.map(({ id }) => id);
  const current = await database.select().from(policies).where(inArray(policies.id, ids));
  const older = await database
    .select()
    .from(policyVersions)
    .where(
      and(
        inArray(policyVersions.policyId, ids),
        inArray(
          policyVersions.version,
          decidedOn.map(({ version }) => version),
        ),
      ),
    );
  const changed = await Promise.all(
    decidedOn.map(async ({ id, version, title, source }) => {
      const same = current.find((row) => row.id === id && row.version === version);
      if (same) return same.title !== title || same.source !== source;
      const before = older.find((row) => row.policyId === id && row.version === version);
      return (
        before !== undefined && (before.title !== title || before.html !== (await renderPackText(source)))
      );
    }),
  );
  return decidedOn
    .filter((_, index) => changed[index])
    .map(({ file, version }) => ({
      file,
      field: "version",
      message: `版本 ${version} 的文字已有人同意过，改了文字就要写新的版本号`,
    }));
}

/**
 * The policies, each with its version kept for ever. One whose text, title and version are unchanged keeps
 * its time, even when it renders differently now.
 */
export async function loadPolicies(database: Database, pack: Pack, now: Date): Promise<void> {
  if (pack.policies.length === 0) return;
  const rows = await Promise.all(
    pack.policies.map(async ({ file: _unused, ...policy }) => ({
      ...policy,
      html: await renderPackText(policy.source),
      updatedAt: now,
    })),
  );
  const changed = sql`(${policies.title}, ${policies.version}, ${policies.source}) is distinct from (excluded.title, excluded.version, excluded.source)`;
  await database
    .insert(policies)
    .values(rows)
    .onConflictDoUpdate({
      target: policies.id,
      set: {
        title: sql`excluded.title`,
        version: sql`excluded.version`,
        source: sql`excluded.source`,
        html: sql`excluded.html`,
        updatedAt: sql`case when ${changed} then excluded.updated_at else ${policies.updatedAt} end`,
      },
    });
  await database
    .insert(policyVersions)
    .values(rows.map(({ id, version, title, html }) => ({ policyId: id, version, title, html, since: now })))
    .onConflictDoUpdate({
      target: [policyVersions.policyId, policyVersions.version],
      set: { title: sql`excluded.title`, html: sql`excluded.html` },
    });
}

/**
 * Demo members who were just inserted have accepted, when they joined, what everyone is asked to; the
 * disclaimer they have not.
 */
export async function loadConsents(
  database: Database,
  pack: Pack,
  members: { ids: Map<string, number>; inserted: Set<string> },
  now: Date,
) {
  const asked = requiredPrivacyIds.flatMap((required) => pack.policies.filter(({ id }) => id === required));
  const joined = pack.members.filter(({ key }) => members.inserted.has(key));
  if (asked.length === 0 || joined.length === 0) return;
  const rows = joined.flatMap((member) =>
    asked.map(({ id, version }) => ({
      accountId: idOf(members.ids, member.key),
      policyId: id,
      version,
      decision: "1" as const,
      createdAt: new Date(now.getTime() - member.joined),
    })),
  );
  await inChunks(rows, (slice) =>
    database.insert(consentRecords).values(slice).returning({ id: consentRecords.id }),
  );
  await database
    .update(accounts)
    .set({ signedPolicies: Object.fromEntries(asked.map(({ id, version }) => [id, version])) })
    .where(
      inArray(
        accounts.id,
        joined.map(({ key }) => idOf(members.ids, key)),
      ),
    );
}
