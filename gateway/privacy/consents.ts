import {
  type PrivacyId,
  privacyIds,
  type RequiredPrivacyId,
  requiredPrivacyIds,
} from "contract/privacy/constants";
import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, consentRecords, policies } from "../database/schema";
import { transact } from "../database/transact";
import { keep } from "../server/answers";
import type { Account, CallContext } from "../server/context";
import { found, Refusal } from "../server/refusal";

/** The versions in force, by policy id; a policy that the operator did not provide is missing. */
type Versions = Partial<Record<PrivacyId, string>>;

/** The versions are cached in the process, because every page of a member needs them. */
const keptVersions = { seconds: 10, until: "hides" } as const;

async function readVersions(database: Database): Promise<Versions> {
  const rows = await database
    .select({ id: policies.id, version: policies.version })
    .from(policies)
    .where(inArray(policies.id, [...privacyIds]));
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
}

const versionsInForce = (services: Pick<CallContext, "database" | "now">): Promise<Versions> =>
  keep(services, ["policy versions"], keptVersions, () => readVersions(services.database));

type Signer = Pick<Account, "signedPolicies">;
const isSigned = (account: Signer, versions: Versions, id: PrivacyId) =>
  versions[id] === undefined || account.signedPolicies[id] === versions[id];

/**
 * The policies that the account has still to accept, in the order of asking, and whether the disclaimer in force is
 * signed (spec 4).
 */
export async function consentsOf(
  account: Signer,
  context: Pick<CallContext, "database" | "now">,
): Promise<{ pendingPolicies: RequiredPrivacyId[]; disclaimerSigned: boolean }> {
  const versions = await versionsInForce(context);
  return {
    pendingPolicies: requiredPrivacyIds.filter((id) => !isSigned(account, versions, id)),
    disclaimerSigned: isSigned(account, versions, "Disclaimer"),
  };
}

/** Throws POLICY_NOT_ACCEPTED: without accepting the two statements a person may only read (spec 4). */
export async function checkRequired(
  account: Signer,
  context: Pick<CallContext, "database" | "now">,
): Promise<void> {
  if ((await consentsOf(account, context)).pendingPolicies.length > 0)
    throw new Refusal("POLICY_NOT_ACCEPTED");
}

/** Throws DISCLAIMER_NOT_SIGNED: suggestions and complaints need the accepted disclaimer (spec 6). */
export async function checkDisclaimer(
  account: Signer,
  context: Pick<CallContext, "database" | "now">,
): Promise<void> {
  if (!(await consentsOf(account, context)).disclaimerSigned) throw new Refusal("DISCLAIMER_NOT_SIGNED");
}

/** A person's decision on a policy. */
interface Decision {
  accountId: number;
  privacyId: PrivacyId;
  /** "1" accepts, "2" refuses, "0" withdraws. */
  decision: "1" | "2" | "0";
  /** The version that the person read, which must be the one in force. Withdrawing needs none. */
  version?: string | undefined;
  from: { address: string; userAgent: string };
}

const withVersion = (id: string, version: string) =>
  sql`${accounts.signedPolicies} || jsonb_build_object(${id}::text, ${version}::text)`;

/**
 * Writes a decision into the ledger and its result into the account. Accepting an accepted policy, or withdrawing one
 * that is not accepted, writes nothing, so a form posted twice is one decision. Throws POLICY_NOT_FOUND or
 * POLICY_CHANGED.
 */
export async function decide(database: Database, request: Decision, now: Date): Promise<void> {
  const { accountId, privacyId, decision, from } = request;
  await transact(database, async (transaction) => {
    const [policy] = await transaction
      .select({ version: policies.version })
      .from(policies)
      .where(eq(policies.id, privacyId));
    const inForce = found(policy, "POLICY_NOT_FOUND").version;
    if (request.version !== undefined && request.version !== inForce) throw new Refusal("POLICY_CHANGED");
    const signed = sql<string | null>`${accounts.signedPolicies} ->> ${privacyId}`;
    const [before] = await transaction
      .select({ signed })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for("update");
    const signedVersion = before?.signed ?? null;
    if (decision === "1" ? signedVersion === inForce : decision === "0" && signedVersion === null) return;
    // A withdrawal concerns the version that was signed, even if there is a newer one.
    const version = decision === "0" && signedVersion !== null ? signedVersion : inForce;
    const signedPolicies =
      decision === "1"
        ? withVersion(privacyId, version)
        : sql`${accounts.signedPolicies} - ${privacyId}::text`;
    await transaction.update(accounts).set({ signedPolicies }).where(eq(accounts.id, accountId));
    const { address, userAgent } = from;
    await transaction
      .insert(consentRecords)
      .values({ accountId, policyId: privacyId, version, decision, address, userAgent, createdAt: now });
  });
}
