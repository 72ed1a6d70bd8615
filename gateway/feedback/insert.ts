import type { CallRequest } from "contract";
import { complaintWorkdays, suggestionWorkdays } from "contract/feedback/constants";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../database/open";
import { complaints, products, suggestions, uploads } from "../database/schema";
import { needFiles } from "../files/needs/uses";
import { checkDisclaimer } from "../privacy/consents";
import { checkFields } from "../sensitive-words/check-fields";
import { accountOf, type CallContext } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { receiptNumber } from "../text/receipt-number";
import { readHolidays } from "./holidays";
import { promisedBy } from "./promised";
import { promiseOf } from "./records";

/** The stored key of a submission, which includes the account, so that equal ids of two people are different forms. */
const submissionOf = (accountId: number, submissionId: string) => `${accountId}:${submissionId}`;

/** Checks that the person has uploaded these pictures; any other is refused beside the field. */
async function checkImages(database: Database, accountId: number, images: string[]): Promise<string[]> {
  const names = [...new Set(images)];
  if (names.length === 0) return names;
  const rows = await database
    .selectDistinct({ name: uploads.fileName })
    .from(uploads)
    .where(and(eq(uploads.accountId, accountId), inArray(uploads.fileName, names)));
  if (rows.length < names.length)
    throw new Refusal("INVALID_REQUEST", { images: ["有的图片没有上传成功，请重新选择"] });
  await needFiles(database, ...names);
  return names;
}

async function checkText(context: CallContext, text: string): Promise<string> {
  const { texts } = await checkFields(context, { text: { value: text, strictness: "report" } });
  return texts.text[0] ?? "";
}

/** The columns that suggestions and complaints share. */
interface Submission {
  accountId: number;
  submissionId: string;
  text: string;
  contact: string;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * Stores a submission once, even if it is posted again, and returns its number.
 * @param insert checks the kind's own fields and inserts; returns no row when another request was faster
 */
async function insertOnce(
  table: typeof suggestions | typeof complaints,
  request: Pick<Submission, "submissionId" | "text" | "contact">,
  context: CallContext,
  insert: (submission: Submission) => Promise<{ number: string }[]>,
): Promise<{ number: string }> {
  const account = accountOf(context);
  const submissionId = submissionOf(account.id, request.submissionId);
  const earlier = async () => {
    const [row] = await context.database
      .select({ number: table.number })
      .from(table)
      .where(eq(table.submissionId, submissionId));
    return row;
  };
  const existing = await earlier();
  if (existing) return existing;
  await checkDisclaimer(account, context);
  const text = await checkText(context, request.text);
  const at = context.now();
  const [row] = await insert({
    accountId: account.id,
    submissionId,
    text,
    contact: request.contact,
    createdAt: at,
    updatedAt: at,
  });
  return row ?? found(await earlier(), "SERVER_ERROR");
}

/** A product that can be asked about; one that is not there is refused beside the text. */
async function checkProduct(database: Database, id: number | undefined): Promise<number | null> {
  if (id === undefined) return null;
  const [product] = await database.select({ id: products.id }).from(products).where(eq(products.id, id));
  if (!product) throw new Refusal("INVALID_REQUEST", { text: ["没有这个产品，请从产品页重新提问"] });
  return product.id;
}

/**
 * Stores a suggestion once, and returns its number. A question to an engineer is promised an answer in time; only
 * questions keep the product that they name.
 */
export async function insertSuggestion(
  request: CallRequest<"insertUserAdvice">,
  context: CallContext,
): Promise<{ number: string; dueAt: string | null }> {
  const { number } = await insertOnce(suggestions, request, context, async (submission) => {
    const { accountId, createdAt } = submission;
    const images = await checkImages(context.database, accountId, request.images);
    const isQuestion = request.type === "question";
    const productId = isQuestion ? await checkProduct(context.database, request.product) : null;
    await context.limits.spend("advice", String(accountId));
    return context.database
      .insert(suggestions)
      .values({
        ...submission,
        number: receiptNumber("YJ", createdAt),
        type: request.type,
        productId,
        dueAt: promisedBy(createdAt, suggestionWorkdays[request.type], await readHolidays(context.database)),
        images,
      })
      .onConflictDoNothing({ target: suggestions.submissionId })
      .returning({ number: suggestions.number });
  });
  const [row] = await context.database
    .select({ type: suggestions.type, dueAt: suggestions.dueAt })
    .from(suggestions)
    .where(eq(suggestions.number, number));
  return { number, dueAt: row ? promiseOf(row) : null };
}

/** Stores a complaint once, and returns its number. */
export function insertComplaint(
  request: CallRequest<"insertComplaint">,
  context: CallContext,
): Promise<{ number: string }> {
  return insertOnce(complaints, request, context, async (submission) => {
    const { accountId, createdAt } = submission;
    const { additionalContext, ...ids } = request.context;
    const { contentTitle, postId, postURL: postUrl } = additionalContext;
    await context.limits.spend("advice", String(accountId));
    return context.database
      .insert(complaints)
      .values({
        ...submission,
        ...ids,
        number: receiptNumber("TS", createdAt),
        reason: request.reason,
        dueAt: promisedBy(createdAt, complaintWorkdays[request.reason], await readHolidays(context.database)),
        contentTitle,
        postId,
        postUrl,
      })
      .onConflictDoNothing({ target: complaints.submissionId })
      .returning({ number: complaints.number });
  });
}
