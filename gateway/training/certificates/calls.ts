/** Certificates: public pages that show who finished which course, with the data of that day. */
import type { CallRequest, CallResponse } from "contract";
import { refusals } from "contract/refusals";
import type { certificateCalls } from "contract/training/certificates/calls";
import { and, eq, isNull, sql } from "drizzle-orm";
import { certificates, studyTotals } from "../../database/schema";
import { transact } from "../../database/transact";
import { checkFields } from "../../sensitive-words/check-fields";
import { checkUnmuted } from "../../server/access";
import { accountOf, type CallContext, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { givenName, nameToKeep } from "./real-name";
import { toCertificate } from "./rows";

/**
 * Chooses the name on all certificates of the caller. Whoever chooses the nickname takes the real name back; that, and
 * showing less or more of it, muted people may do too. Throws MUTED for a first name, and what `nameToKeep` throws.
 */
async function chooseName(
  request: CallRequest<"nameCertificates">,
  context: CallContext,
): Promise<CallResponse<"nameCertificates">> {
  const { nameShown } = request;
  const account = accountOf(context);
  const name = nameShown === "nickname" ? "" : request.realName;
  const [present] = await context.database
    .select({ realName: studyTotals.realName, nameShown: studyTotals.nameShown })
    .from(studyTotals)
    .where(eq(studyTotals.accountId, account.id));
  const before = present?.realName ?? "";
  if (present?.nameShown === nameShown && givenName(present) === name) return { nameShown };
  if (before === "" && name !== "") {
    await checkUnmuted(account, context);
    await checkFields(context, { realName: { value: name, strictness: "nickname" } });
  }
  const kept = { realName: await nameToKeep(before, name), nameShown };
  const isSaved = await transact(context.database, async (database) => {
    const saved = await database
      .insert(studyTotals)
      .values({ accountId: account.id, ...kept })
      .onConflictDoUpdate({
        target: studyTotals.accountId,
        set: kept,
        setWhere: eq(studyTotals.realName, before),
      })
      .returning({ accountId: studyTotals.accountId });
    if (saved.length === 0) return false;
    await database
      .update(certificates)
      .set({ realName: name, nameShown })
      .where(eq(certificates.accountId, account.id));
    return true;
  });
  // Another form of the same person was faster: this one is checked against what is kept since.
  return isSaved ? { nameShown } : chooseName(request, context);
}

export const certificateHandlers = {
  async certificateByPublicId({ publicId }, { database }) {
    const [row] = await database.select().from(certificates).where(eq(certificates.publicId, publicId));
    return toCertificate(found(row, "CERTIFICATE_NOT_FOUND"));
  },

  async ownCertificate({ publicId }, context) {
    const { database } = context;
    const mine = and(eq(certificates.publicId, publicId), eq(certificates.accountId, accountOf(context).id));
    const [row] = await database
      .select({ certificate: certificates, realName: studyTotals.realName, nameShown: studyTotals.nameShown })
      .from(certificates)
      .leftJoin(studyTotals, eq(studyTotals.accountId, certificates.accountId))
      .where(mine);
    if (!row) return { own: null };
    const { certificate, realName, nameShown } = row;
    return {
      own: {
        certificate: toCertificate(certificate, true),
        realName: givenName({ realName: realName ?? "" }),
        nameShown,
      },
    };
  },

  nameCertificates: chooseName,

  async correctCertificateName({ publicId, realName }, context) {
    await checkFields(context, { realName: { value: realName, strictness: "nickname" } });
    return transact(context.database, async (database) => {
      const [row] = await database.select().from(certificates).where(eq(certificates.publicId, publicId));
      const certificate = found(row, "CERTIFICATE_NOT_FOUND");
      const { accountId } = certificate;
      if (accountId === null || certificate.realName === "")
        throw new Refusal(
          "INVALID_REQUEST",
          { realName: ["这张证书上没有写真实姓名，不用更正"] },
          refusals.INVALID_REQUEST.message,
        );
      await database.update(studyTotals).set({ realName }).where(eq(studyTotals.accountId, accountId));
      await database.update(certificates).set({ realName }).where(eq(certificates.accountId, accountId));
      return toCertificate({ ...certificate, realName });
    });
  },

  revokeCertificate: ({ publicId, reason }, { database: outer, now }) =>
    transact(outer, async (database) => {
      const [revoked] = await database
        .update(certificates)
        .set({ revokedAt: now(), revokedReason: reason })
        .where(and(eq(certificates.publicId, publicId), isNull(certificates.revokedAt)))
        .returning();
      if (!revoked) {
        const [certificate] = await database
          .select({ id: certificates.id })
          .from(certificates)
          .where(eq(certificates.publicId, publicId));
        found(certificate, "CERTIFICATE_NOT_FOUND");
        throw new Refusal("CERTIFICATE_REVOKED");
      }
      if (revoked.accountId !== null)
        await database
          .update(studyTotals)
          .set({ certificates: sql`greatest(${studyTotals.certificates} - 1, 0)` })
          .where(eq(studyTotals.accountId, revoked.accountId));
      return toCertificate(revoked);
    }),
} satisfies HandlersOf<typeof certificateCalls>;
