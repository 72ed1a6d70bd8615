import type { CallRequest, CallResponse } from "contract";
import type { ContentBody } from "contract/content/kinds/bodies";
import { fieldsOf } from "contract/content/kinds/words";
import type { Database } from "../../database/open";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { asDraft, checkWhole } from "../editing/check-body";
import { editedKinds } from "../editing/kinds/all";
import { addVersion, findPiece, type Piece, pieceToChange, requireState, versionOf } from "../editing/pieces";
import { indexPublished, noteChange, publishOne } from "../editing/publish";
import { type Plan, planTable } from "./plan";
import { type ChangedCell, nowhere } from "./reading/compare";

/** Why nothing is written: it takes the transaction back. */
class NotWritten extends Error {}

type Asked = CallRequest<"changeContentTable">;

/** Whether nothing stands in the way of all changes: mistakes, what somebody else changed, and what was not seen. */
const mayWrite = ({ problems, changes }: Plan["answer"], { publish }: Pick<Asked, "publish">) =>
  problems.length === 0 &&
  !changes.some(({ unseen, fields }) => (publish && unseen) || fields.some(({ conflict }) => conflict));

/** The plan, with the products that would be published before their time as mistakes. */
function withSchedules({ answer, writes }: Plan, { publish, early }: Pick<Asked, "publish" | "early">): Plan {
  const waiting = publish
    ? answer.changes.filter(({ key, publishAt }) => publishAt && !early.includes(key))
    : [];
  const message = "定时发布还没有到时间：现在就发布要先同意";
  const problems = waiting.map(({ key, title }) => ({ ...nowhere, key, title, message }));
  return { answer: { ...answer, problems: [...answer.problems, ...problems] }, writes };
}

/** A product's body with other values of some parameters. */
function withCells(body: ContentBody, cells: Record<string, ChangedCell>): ContentBody {
  const params: Record<string, unknown> = { ...(body.params as object | undefined) };
  for (const [key, { value }] of Object.entries(cells))
    if (value === null) delete params[key];
    else params[key] = value;
  return asDraft("products", { ...body, params });
}

/** Adds a version with these values of parameters. @returns the piece with it */
async function written(
  database: Database,
  piece: Piece,
  cells: Record<string, ChangedCell>,
  { by, now, why }: { by: number; now: Date; why: string },
): Promise<Piece> {
  requireState(piece, "save");
  const { body, html } = await versionOf(database, piece, piece.version);
  const changed = withCells(body, cells);
  return addVersion(database, piece, { body: changed, html, origin: "typed", byId: by, why }, now);
}

/** What the newest version of a product says. */
async function newestOf(database: Database, key: string): Promise<ContentBody> {
  const piece = await findPiece(database, { kind: "products", key });
  if (piece) return (await versionOf(database, piece, piece.version)).body;
  return (await editedKinds.products.standing(database, key))?.body ?? {};
}

/** Why products may not be published with these values: asked of all before the first is written. */
async function unpublishable({ database }: CallContext, { answer, writes }: Plan) {
  const problems: Plan["answer"]["problems"] = [];
  for (const { key, title } of answer.changes) {
    const body = withCells(await newestOf(database, key), writes.get(key) ?? {});
    for (const message of await wrongIn(database, key, body))
      problems.push({ line: null, column: null, key, title, field: "", name: "", message });
  }
  return problems;
}

async function wrongIn(database: Database, key: string, body: ContentBody): Promise<string[]> {
  try {
    checkWhole("products", body);
    const missing = Object.entries(await editedKinds.products.missing(database, body, key));
    return missing.flatMap(([field, messages]) => messages.map((message) => unpublished(field, message)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const fields = Object.entries(error.fields ?? {});
    return fields.flatMap(([field, messages]) => messages.map((message) => unpublished(field, message)));
  }
}

const names = new Map(fieldsOf("products"));
const unpublished = (field: string, message: string) =>
  `不能发布，${names.get(field.split("_")[0] ?? "")?.label ?? field}：${message}`;

/** How many products one transaction writes: others wait for it on a database with one connection. */
const together = 10;

/**
 * Writes some rows in one transaction. What stands is compared once more after the products are locked, so that
 * nobody's change is overwritten unseen. Throws NotWritten.
 */
async function writeRows(
  context: CallContext,
  { class: id, rows, publish, early, why }: Asked,
): Promise<number> {
  const now = context.now();
  const doing = { by: accountOf(context).id, now, why };
  return transact(context.database, async (inside) => {
    const locked = new Map<string, Piece>();
    // In one order, so that two tables do not wait for each other.
    for (const key of rows.map((row) => row.key).sort())
      locked.set(key, await pieceToChange(inside, { kind: "products", key }, { now }));
    const found = await planTable({ ...context, database: inside }, { class: id, rows });
    const plan = withSchedules(found, { publish, early });
    if (!mayWrite(plan.answer, { publish })) throw new NotWritten("nothing written");
    const pieces: Piece[] = [];
    for (const [key, cells] of plan.writes) {
      const piece = locked.get(key);
      if (piece) pieces.push(await written(inside, piece, cells, doing));
    }
    if (publish && pieces.length > 0) {
      for (const piece of pieces) await publishOne(inside, piece, piece.version, doing);
      await noteChange(inside, "products", now);
    }
    return pieces.length;
  });
}

/**
 * Writes rows as versions of their products; none where there is a mistake, a value that somebody else changed, or, to be
 * published, a version that the caller has not seen or that is to be published later. They are written some at a time:
 * when something comes in between, those before it are written, and the answer has the others and what stands in their
 * way. The same rows may be posted again, and change the others alone.
 */
export async function changeContentTable(
  { rows, ...asked }: Asked,
  context: CallContext,
): Promise<CallResponse<"changeContentTable">> {
  const standing = () =>
    planTable(context, { class: asked.class, rows }).then((found) => withSchedules(found, asked));
  const plan = await standing();
  const { answer, writes } = plan;
  const left = writes.size;
  if (!mayWrite(answer, asked) || left === 0) return { ...answer, written: 0, left };
  const problems = asked.publish ? await unpublishable(context, plan) : [];
  if (problems.length > 0) return { ...answer, problems, written: 0, left };
  const changing = rows.filter(({ key }) => writes.has(key));
  let done = 0;
  try {
    for (let at = 0; at < changing.length; at += together)
      done += await writeRows(context, { ...asked, rows: changing.slice(at, at + together) });
    return { ...answer, written: done, left: 0 };
  } catch (error) {
    const isRefused = error instanceof Refusal;
    // Of a refusal of the first ones nothing more is to be said.
    if (!(error instanceof NotWritten || (isRefused && done > 0))) throw error;
    const now = await standing();
    const refused = isRefused ? [{ ...nowhere, message: error.message }] : [];
    const all = [...now.answer.problems, ...refused];
    return { ...now.answer, problems: all, written: done, left: now.writes.size };
  } finally {
    if (asked.publish && done > 0) await indexPublished(context);
  }
}
