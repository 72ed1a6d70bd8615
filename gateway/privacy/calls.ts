/** Consents, the export of personal data, and closing an account (spec 7.2, Privacy). */

import type { ConsentRecord, privacyCalls } from "contract/privacy/calls";
import { type LedgerPolicyId, privacyIds } from "contract/privacy/constants";
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { consentRecords, policies, policyVersions } from "../database/schema";
import { accountOf, type CallContext, type HandlersOf } from "../server/context";
import { found } from "../server/refusal";
import { deviceOf } from "../server/sessions/devices";
import { askToClose, cancelClosure, closureState } from "./closure";
import { decide } from "./consents";
import { latestExport, requestExport } from "./export/request-export";

const pageSize = 20;

/** The signer of a decision, with the address of this call and the browser of its session. */
const signerOf = (context: CallContext) => ({
  accountId: accountOf(context).id,
  from: { address: context.caller.address, userAgent: context.caller.session?.userAgent ?? "" },
});

/** Where a decision was made, in words for people. */
function whereOf({
  address,
  userAgent,
}: {
  address: string;
  userAgent: string;
}): Pick<ConsentRecord, "address" | "browser" | "system"> {
  const { browser, system } = deviceOf(userAgent);
  return { address, browser, system };
}

export const privacyHandlers = {
  async getToken(_request, { caller }) {
    return { result: caller.session?.csrfToken ?? null };
  },

  async checkUserSigned({ privacyId }, context) {
    const { signedPolicies } = accountOf(context);
    const [row] = await context.database
      .select({ version: policies.version })
      .from(policies)
      .where(eq(policies.id, privacyId));
    const { version } = found(row, "POLICY_NOT_FOUND");
    const signedVersion = signedPolicies[privacyId] ?? null;
    return { status: signedVersion === version ? 200 : 404, result: { privacyId, version, signedVersion } };
  },

  async userSigned({ privacyId, status, version }, context) {
    const signer = signerOf(context);
    await decide(context.database, { ...signer, privacyId, decision: status, version }, context.now());
    return { status: 200 };
  },

  async cancelSigned({ privacyId }, context) {
    const signer = signerOf(context);
    await decide(context.database, { ...signer, privacyId, decision: "0" }, context.now());
    return { status: 200 };
  },

  async consentLedger({ before }, context) {
    const { id: accountId, signedPolicies } = accountOf(context);
    const rows = await context.database
      .select({
        record: consentRecords,
        title: sql<string | null>`coalesce(${policyVersions.title}, ${policies.title})`,
      })
      .from(consentRecords)
      .leftJoin(
        policyVersions,
        and(
          eq(policyVersions.policyId, consentRecords.policyId),
          eq(policyVersions.version, consentRecords.version),
        ),
      )
      .leftJoin(policies, eq(policies.id, consentRecords.policyId))
      .where(
        and(
          eq(consentRecords.accountId, accountId),
          before === undefined ? undefined : lt(consentRecords.id, before),
        ),
      )
      .orderBy(desc(consentRecords.id))
      .limit(pageSize + 1);
    const records = rows.slice(0, pageSize).map(
      ({ record, title }): ConsentRecord => ({
        ...whereOf(record),
        id: record.id,
        privacyId: record.policyId as LedgerPolicyId,
        title: title ?? record.policyId,
        version: record.version,
        decision: record.decision,
        at: record.createdAt.toISOString(),
      }),
    );
    const inForce = await context.database
      .select({ id: policies.id, title: policies.title, version: policies.version })
      .from(policies)
      .where(inArray(policies.id, [...privacyIds]));
    return {
      records,
      next: rows.length > pageSize ? (records.at(-1)?.id ?? null) : null,
      policies: privacyIds.flatMap((privacyId) =>
        inForce
          .filter(({ id }) => id === privacyId)
          .map(({ title, version }) => ({
            privacyId,
            title,
            version,
            signedVersion: signedPolicies[privacyId] ?? null,
          })),
      ),
    };
  },

  async exportInfo(_request, context) {
    const { id } = accountOf(context);
    return {
      secondsLeft: await context.limits.secondsLeft("exportsPerDay", String(id)),
      latest: await latestExport(context, id),
    };
  },

  requestExport: ({ uuid }, context) => requestExport(context, uuid),

  closureState: (_request, context) => closureState(context),

  closeAccount: ({ uuid }, context) => askToClose(context, uuid),

  async cancelClosure(_request, context) {
    await cancelClosure(context);
    return { success: true };
  },
} satisfies HandlersOf<typeof privacyCalls>;
