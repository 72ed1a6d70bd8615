import type { CallRequest } from "contract";
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../database/open";
import { complaints, suggestions, uploads } from "../database/schema";
import { needFiles } from "../files/uses";
import { checkDisclaimer } from "../privacy/consents";
import { checkFields } from "../sensitive-words/checked";
import { accountOf, type CallContext } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { receiptNumber } from "../text/receipt-number";

/** What a submission is kept under: two people's forms are never one, whatever ids they carry. */
const submissionOf = (accountId: number, submissionId: string) => `${accountId}:${submissionId}`;

/** Names of pictures that the person has stored themselves; any other is refused beside the field. */
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

/** Keeps a suggestion once, and gives its number. */
export async function insertSuggestion(
  request: CallRequest<"insertUserAdvice">,
  context: CallContext,
): Promise<{ number: string }> {
  const { database } = context;
  const accountId = accountOf(context).id;
  const submissionId = submissionOf(accountId, request.submissionId);
  const earlier = async () =>
    (
      await database
        .select({ number: suggestions.number })
        .from(suggestions)
        .where(eq(suggestions.submissionId, submissionId))
    )[0];
  const known = await earlier();
  if (known) return known;
  await checkDisclaimer(accountOf(context), context);
  const text = await checkText(context, request.text);
  const images = await checkImages(database, accountId, request.images);
  await context.limits.spend("advice", String(accountId));
  const at = context.now();
  const [row] = await database
    .insert(suggestions)
    .values({
      ...{
        number: receiptNumber("YJ", at),
        accountId,
        type: request.type,
        text,
        images,
        contact: request.contact,
        submissionId,
      },
      ...{ createdAt: at, updatedAt: at },
    })
    .onConflictDoNothing({ target: suggestions.submissionId })
    .returning({ number: suggestions.number });
  return row ?? found(await earlier(), "SERVER_ERROR");
}

/** Keeps a complaint once, and gives its number. */
export async function insertComplaint(
  request: CallRequest<"insertComplaint">,
  context: CallContext,
): Promise<{ number: string }> {
  const { database } = context;
  const accountId = accountOf(context).id;
  const submissionId = submissionOf(accountId, request.submissionId);
  const earlier = async () =>
    (
      await database
        .select({ number: complaints.number })
        .from(complaints)
        .where(eq(complaints.submissionId, submissionId))
    )[0];
  const known = await earlier();
  if (known) return known;
  await checkDisclaimer(accountOf(context), context);
  const text = await checkText(context, request.text);
  await context.limits.spend("advice", String(accountId));
  const { additionalContext, ...ids } = request.context;
  const { contentTitle, postId, postURL } = additionalContext;
  const at = context.now();
  const [row] = await database
    .insert(complaints)
    .values({
      ...{ number: receiptNumber("TS", at), accountId, ...ids, contentTitle, postId, postUrl: postURL },
      ...{
        reason: request.reason,
        text,
        contact: request.contact,
        submissionId,
        createdAt: at,
        updatedAt: at,
      },
    })
    .onConflictDoNothing({ target: complaints.submissionId })
    .returning({ number: complaints.number });
  return row ?? found(await earlier(), "SERVER_ERROR");
}
