import type { FeedbackRecord, FeedbackSummary } from "contract/feedback/calls";
import { feedbackRecordsPerPage } from "contract/feedback/constants";
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { complaints, products, suggestions } from "../database/schema";
import { fileAddress } from "../files/storage/store";
import { found } from "../server/refusal";

type Suggestion = typeof suggestions.$inferSelect;
type Complaint = typeof complaints.$inferSelect;

/** How many characters of a text a list shows. */
const excerptLength = 80;

/** The beginning of a text. */
export const excerpt = (text: string) =>
  text.length > excerptLength ? `${[...text].slice(0, excerptLength).join("")}…` : text;

/** The steps as the author sees them: without the administrator. */
export function shownSteps(steps: Suggestion["steps"]): FeedbackRecord["steps"] {
  return steps.map(({ status, answer, at }) => ({ status, answer, at }));
}

const moments = (row: { createdAt: Date; updatedAt: Date }) => ({
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The products that these questions are about, by their ids. */
export async function productsAsked(
  database: Database,
  rows: Pick<Suggestion, "productId">[],
): Promise<Map<number, { id: number; name: string }>> {
  const ids = rows.flatMap(({ productId }) => productId ?? []);
  if (ids.length === 0) return new Map();
  const asked = await database
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(inArray(products.id, ids));
  return new Map(asked.map((product) => [product.id, product]));
}

/** The time that its author was promised: a question's alone. Other dates are among administrators. */
export const promiseOf = ({ type, dueAt }: Pick<Suggestion, "type" | "dueAt">): string | null =>
  type === "question" ? (dueAt?.toISOString() ?? null) : null;

/** A suggestion as its author and the operators see it. */
export function suggestionRecord(row: Suggestion, product: FeedbackRecord["product"] = null): FeedbackRecord {
  const { number, type, text, contact, status, answer } = row;
  const images = row.images.map(fileAddress);
  return {
    kind: "suggestion",
    number,
    type,
    text,
    contact,
    status,
    answer,
    images,
    product,
    dueAt: promiseOf(row),
    steps: shownSteps(row.steps),
    about: null,
    ...moments(row),
  };
}

/** A complaint as its author and the operators see it. */
export function complaintRecord(row: Complaint): FeedbackRecord {
  const { number, reason, text, contact, status, answer, contentTitle, postUrl } = row;
  const about = { contentTitle, postUrl };
  return {
    kind: "complaint",
    number,
    type: reason,
    text,
    contact,
    status,
    answer,
    images: [],
    product: null,
    dueAt: null,
    steps: shownSteps(row.steps),
    about,
    ...moments(row),
  };
}

/** One's own suggestion or complaint. Throws ADVICE_NOT_FOUND, also for somebody else's. */
export async function ownRecord(
  database: Database,
  accountId: number,
  number: string,
): Promise<FeedbackRecord> {
  if (number.startsWith("TS")) {
    const [row] = await database
      .select()
      .from(complaints)
      .where(and(eq(complaints.number, number), eq(complaints.accountId, accountId)));
    return complaintRecord(found(row, "ADVICE_NOT_FOUND"));
  }
  const [row] = await database
    .select()
    .from(suggestions)
    .where(and(eq(suggestions.number, number), eq(suggestions.accountId, accountId)));
  const own = found(row, "ADVICE_NOT_FOUND");
  return suggestionRecord(own, (await productsAsked(database, [own])).get(own.productId ?? 0));
}

interface RecordFilter {
  kind: "suggestion" | "complaint";
  page: number;
}

/** A page of one's own suggestions or complaints, latest first; a page after the last one gives the last. */
export async function ownRecords(
  database: Database,
  accountId: number,
  { kind, page }: RecordFilter,
): Promise<{ records: FeedbackSummary[]; page: number; pages: number; total: number }> {
  const summaryOf = ({
    kind,
    number,
    type,
    text,
    status,
    createdAt,
    updatedAt,
  }: FeedbackRecord): FeedbackSummary => ({
    kind,
    number,
    type,
    status,
    createdAt,
    updatedAt,
    text: excerpt(text),
  });
  if (kind === "complaint") {
    const mine = eq(complaints.accountId, accountId);
    const total = await database.$count(complaints, mine);
    const { offset, ...place } = pageOf(total, page, feedbackRecordsPerPage);
    const rows = await database
      .select()
      .from(complaints)
      .where(mine)
      .orderBy(desc(complaints.id))
      .limit(feedbackRecordsPerPage)
      .offset(offset);
    return { records: rows.map((row) => summaryOf(complaintRecord(row))), total, ...place };
  }
  const mine = eq(suggestions.accountId, accountId);
  const total = await database.$count(suggestions, mine);
  const { offset, ...place } = pageOf(total, page, feedbackRecordsPerPage);
  const rows = await database
    .select()
    .from(suggestions)
    .where(mine)
    .orderBy(desc(suggestions.id))
    .limit(feedbackRecordsPerPage)
    .offset(offset);
  return { records: rows.map((row) => summaryOf(suggestionRecord(row))), total, ...place };
}
