/** Certificates: public pages that show who finished which course, with the data of that day. */
import type { certificateCalls } from "contract/training/certificates/calls";
import { and, eq, isNull, sql } from "drizzle-orm";
import { certificates, studyTotals } from "../../database/schema";
import { transact } from "../../database/transact";
import { checkFields } from "../../sensitive-words/check-fields";
import { accountOf, type HandlersOf } from "../../server/context";
import { found, Refusal } from "../../server/refusal";
import { toCertificate } from "./rows";

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
    return { own: { certificate: toCertificate(certificate, true), realName: realName ?? "", nameShown } };
  },

  async nameCertificates({ nameShown, realName }, context) {
    const { id } = accountOf(context);
    // Who chooses the nickname takes the real name back: it is kept nowhere.
    const kept = nameShown === "nickname" ? "" : realName;
    if (kept !== "") await checkFields(context, { realName: { value: kept, strictness: "nickname" } });
    const chosen = { realName: kept, nameShown };
    await transact(context.database, async (database) => {
      await database
        .insert(studyTotals)
        .values({ accountId: id, ...chosen })
        .onConflictDoUpdate({ target: studyTotals.accountId, set: chosen });
      await database.update(certificates).set(chosen).where(eq(certificates.accountId, id));
    });
    return { nameShown };
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
