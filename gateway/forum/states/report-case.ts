import { createHash } from "node:crypto";
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { reportCases, reports } from "../../database/schema";
import { transact } from "../../database/transact";
import { found, Refusal } from "../../server/refusal";
import { lockTopicOf } from "./change-state";
import type { Post } from "./find-content";

/** The version of a text, to notice an edit. */
export const textDigest = (source: string): string => createHash("sha256").update(source).digest("hex");

/**
 * A case that a moderator closed as unfounded allows no new report until the text is edited. Throws REPORT_SETTLED.
 */
async function checkUnsettled(database: Database, postId: number, digest: string): Promise<void> {
  const [last] = await database
    .select({ status: reportCases.status, digest: reportCases.textDigest })
    .from(reportCases)
    .where(eq(reportCases.postId, postId))
    .orderBy(desc(reportCases.id))
    .limit(1);
  if (last?.status === "rejected" && last.digest === digest) throw new Refusal("REPORT_SETTLED");
}

/**
 * Adds a report to the open case of a post, or opens a case with the present text. Throws ALREADY_REPORTED and
 * REPORT_SETTLED.
 */
export function reportPost(
  database: Database,
  { post: reported }: { post: Post },
  report: { accountId: number; reason: string; text: string; createdAt: Date },
): Promise<{ id: number }> {
  return transact(database, async (inside) => {
    const { topic, post } = await lockTopicOf(inside, reported.id);
    const digest = textDigest(post.source);
    await checkUnsettled(inside, post.id, digest);
    const open = and(eq(reportCases.postId, post.id), isNull(reportCases.decidedAt));
    await inside
      .insert(reportCases)
      .values({
        postId: post.id,
        topicId: topic.id,
        sectionId: topic.sectionId,
        authorId: post.authorId,
        title: topic.title,
        source: post.source,
        html: post.html,
        textDigest: digest,
        createdAt: report.createdAt,
      })
      .onConflictDoNothing();
    const [openCase] = await inside
      .select({ id: reportCases.id })
      .from(reportCases)
      .where(open)
      .for("update");
    const caseId = found(openCase, "ALREADY_REPORTED").id;
    const [row] = await inside
      .insert(reports)
      .values({ ...report, postId: post.id, caseId })
      .onConflictDoNothing()
      .returning({ id: reports.id });
    const inserted = found(row, "ALREADY_REPORTED");
    await inside
      .update(reportCases)
      .set({ reports: sql`${reportCases.reports} + 1` })
      .where(eq(reportCases.id, caseId));
    return inserted;
  });
}
