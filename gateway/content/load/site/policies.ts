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
 * The text of a policy version must not change once somebody has decided on it, because the ledger records that they
 * read this text. An operator who changes the text has to give it a new version; then people are asked again.
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
 * Writes the policies, and stores each version for ever. A policy with the same text, title and version keeps its time,
 * even when its HTML is different now.
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
 * Records that newly inserted demo members accepted, when they joined, the policies of the registration. They did not
 * decide on the disclaimer.
 */
export async function loadConsents(
  database: Database,
  pack: Pack,
  members: { ids: Map<string, number>; inserted: Set<string> },
  now: Date,
) {
  const requiredPolicies = requiredPrivacyIds.flatMap((required) =>
    pack.policies.filter(({ id }) => id === required),
  );
  const joined = pack.members.filter(({ key }) => members.inserted.has(key));
  if (requiredPolicies.length === 0 || joined.length === 0) return;
  const rows = joined.flatMap((member) =>
    requiredPolicies.map(({ id, version }) => ({
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
    .set({ signedPolicies: Object.fromEntries(requiredPolicies.map(({ id, version }) => [id, version])) })
    .where(
      inArray(
        accounts.id,
        joined.map(({ key }) => idOf(members.ids, key)),
      ),
    );
}
