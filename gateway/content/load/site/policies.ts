import { contentText } from "contract/content/kinds/stored";
import { requiredPrivacyIds } from "contract/privacy/constants";
import { type PolicyId, policyIds } from "contract/site/constants";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { accounts, consentRecords, policies, policyVersions } from "../../../database/schema";
import type { Pack } from "../../pack/parse-pack";
import type { Problem } from "../../pack/problems";
import { renderPackText } from "../../render";
import type { TextItem, Texts } from "../files/texts";
import { fingerprintOfValue } from "../rows/changes";
import { inChunks } from "../rows/counters";
import { heldKeys, noteEdited } from "../rows/held";
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
  // Those that were edited in the browser are not written.
  const held = await heldKeys(database, "policies");
  const decidedOn = pack.policies.filter(
    ({ id, version }) => !held.has(id) && signed.some((row) => row.id === id && row.version === version),
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

type PolicyRow = Pick<typeof policies.$inferSelect, "id" | "title" | "version" | "source" | "html">;

/** The id of a policy; undefined for any other text. */
export const policyIdIn = (key: string): PolicyId | undefined => policyIds.find((id) => id === key);

/** A policy as the browser's editor has it. */
export const policyBody = ({ title, version, source }: Pick<PolicyRow, "title" | "version" | "source">) => ({
  title,
  version,
  content: contentText.parse(source),
});

export const fingerprintOfPolicy = (policy: Parameters<typeof policyBody>[0]) =>
  fingerprintOfValue(policyBody(policy));

/**
 * Writes policies, and stores each version for ever. A policy with the same text, title and version keeps its time,
 * even when its HTML is different now.
 */
export async function writePolicies(database: Database, written: PolicyRow[], now: Date): Promise<void> {
  if (written.length === 0) return;
  const rows = written.map((policy) => ({ ...policy, updatedAt: now }));
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

/** A pack's policies as versions have them: rendered as they are written, so that a version can be told again by its HTML. */
const policyTexts: Pick<Texts, "of"> = {
  of: async ({ sources }: TextItem) => ({
    html: await Promise.all(sources.map((text) => renderPackText(text))),
  }),
};

/**
 * Writes the policies of a pack but those that were edited in the browser. A policy that the pack does not name stays.
 * @returns notices about those of the browser that differ
 */
export async function loadPolicies(
  database: Database,
  pack: Pack,
  loading: { pack: string; now: Date },
): Promise<string[]> {
  if (pack.policies.length === 0) return [];
  const { now } = loading;
  const held = await heldKeys(database, "policies");
  const stood = new Map(
    (await database.select().from(policies)).map((row) => [row.id, fingerprintOfPolicy(row)]),
  );
  const items = pack.policies.map((policy) => ({
    key: policy.id,
    policy,
    sources: [policy.source],
    fingerprint: fingerprintOfPolicy(policy),
  }));
  const rows = await Promise.all(
    items
      .filter(({ key }) => !held.has(key))
      .map(async ({ policy: { file: _unused, ...policy } }) => ({
        ...policy,
        html: await renderPackText(policy.source),
      })),
  );
  await writePolicies(database, rows, now);
  return noteEdited(database, {
    ...loading,
    texts: policyTexts,
    kind: "policies",
    items,
    written: items.filter(({ key, fingerprint }) => stood.get(key) !== fingerprint),
    delisted: [],
    bodyOf: ({ policy }) => policyBody(policy),
  });
}

/**
 * Records that newly inserted demo members accepted, when they joined, the policies of the registration that the pack
 * has. They did not decide on the disclaimer. A version that only the browser published, they accepted no earlier than
 * it was in force.
 */
export async function loadConsents(
  database: Database,
  pack: Pack,
  members: { ids: Map<string, number>; inserted: Set<string> },
  now: Date,
) {
  const ofPack = new Map(pack.policies.map(({ id, version }) => [id as string, version]));
  const requiredIds = requiredPrivacyIds.filter((id) => ofPack.has(id));
  const joined = pack.members.filter(({ key }) => members.inserted.has(key));
  if (requiredIds.length === 0 || joined.length === 0) return;
  // One that was edited in the browser may be in force in another version than the pack's.
  const requiredPolicies = await database
    .select({ id: policies.id, version: policies.version, since: policyVersions.since })
    .from(policies)
    .leftJoin(
      policyVersions,
      and(eq(policyVersions.policyId, policies.id), eq(policyVersions.version, policies.version)),
    )
    .where(inArray(policies.id, requiredIds));
  const rows = joined.flatMap((member) =>
    requiredPolicies.map(({ id, version, since }) => {
      const at = now.getTime() - member.joined;
      const earliest = ofPack.get(id) === version ? at : (since?.getTime() ?? at);
      return {
        accountId: idOf(members.ids, member.key),
        policyId: id,
        version,
        decision: "1" as const,
        createdAt: new Date(Math.max(at, earliest)),
      };
    }),
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
