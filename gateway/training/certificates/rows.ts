import type { Certificate } from "contract/training/certificates/calls";
import type { CertificateRow } from "contract/training/shapes";
import { desc, eq, type SQL } from "drizzle-orm";
import type { Database } from "../../database/open";
import { certificates } from "../../database/schema";

type Row = typeof certificates.$inferSelect;

const stateOf = ({ closedAt, revokedAt }: Row) =>
  closedAt ? ("closed" as const) : revokedAt ? ("revoked" as const) : ("valid" as const);

/** A name of which only the first character is shown: 林小默 is 林**. */
export function maskedName(name: string): string {
  const [first = "", ...rest] = name;
  return first + "*".repeat(Math.min(2, rest.length));
}

function holderOf({ holder, realName, nameShown }: Row, isHolders: boolean): string {
  if (nameShown === "nickname" || realName === "") return holder;
  return isHolders || nameShown === "full" ? realName : maskedName(realName);
}

/**
 * A certificate as its public page shows it.
 * @param isHolders whether its holder asks, who sees the whole name
 */
export const toCertificate = (row: Row, isHolders = false): Certificate => ({
  publicId: row.publicId,
  state: stateOf(row),
  name: row.name,
  holder: holderOf(row, isHolders),
  course: row.course,
  courseId: row.courseId,
  pathId: row.pathId,
  class: row.className,
  level: row.levelName,
  lessons: row.lessons,
  minutes: row.minutes,
  studiedMinutes: row.studiedMinutes,
  lecturers: row.lecturers,
  exam: row.exam,
  percent: row.percent,
  issuer: row.issuer,
  issuedAt: row.issuedAt.toISOString(),
  revokedAt: row.revokedAt?.toISOString() ?? null,
  revokedReason: row.revokedReason,
});

/** Certificates as their owner's lists show them, latest first. */
export async function certificateRows(database: Database, which: SQL | undefined): Promise<CertificateRow[]> {
  const rows = await database
    .select()
    .from(certificates)
    .where(which)
    .orderBy(desc(certificates.issuedAt), desc(certificates.id));
  return rows.map((row) => ({
    publicId: row.publicId,
    name: row.name,
    course: { id: row.courseId, name: row.course },
    state: stateOf(row),
    issuedAt: row.issuedAt.toISOString(),
  }));
}

/** The certificates of an account. */
export const certificatesOf = (database: Database, accountId: number) =>
  certificateRows(database, eq(certificates.accountId, accountId));
