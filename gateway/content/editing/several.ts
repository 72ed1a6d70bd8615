import type { CallRequest, CallResponse } from "contract";
import { fieldsOf } from "contract/content/kinds/words";
import { contentTransitions, mayBecome } from "contract/content/transitions";
import type { Database } from "../../database/open";
import { transact } from "../../database/transact";
import { accountOf, type CallContext } from "../../server/context";
import { Refusal } from "../../server/refusal";
import { checkAdministratorsVersion } from "./administrator-fields";
import { editedKinds } from "./kinds/all";
import { checkMayEdit } from "./may-edit";
import { findPiece, type PieceName, pieceToChange, versionOf } from "./pieces";
import { indexPublished, publishVersion, requireUnneeded, unpublishable, withdrawPiece } from "./publish";

type Act = CallRequest<"changeSeveralContent">["act"];

const stale = "刚刚有人改过，请再看一次";

/** A refusal in one sentence, with the field that it is about. */
function sentence(
  kind: PieceName["kind"],
  { message, fields = {} }: Pick<Refusal, "message" | "fields">,
): string {
  const labels = new Map(fieldsOf(kind));
  const [first] = Object.entries(fields);
  if (!first) return message;
  const [name, messages] = first;
  const label = labels.get(name.split("_")[0] ?? "")?.label;
  return `${label === undefined ? "" : `${label}：`}${messages[0] ?? message}`;
}

/** Runs something that may be refused. @returns the refusal's sentence; empty without one */
async function refusalOf(kind: PieceName["kind"], run: () => Promise<unknown>): Promise<string> {
  try {
    await run();
    return "";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sentence(kind, error);
  }
}

/** What stands of a piece, edited or not. Throws CONTENT_NOT_FOUND. */
async function seen(database: Database, name: PieceName) {
  const { keyProblem, standing } = editedKinds[name.kind];
  const piece = await findPiece(database, name);
  if (piece) {
    const { body, html } = await versionOf(database, piece, piece.version);
    const { title, state, version } = piece;
    return { title, state, version, visible: piece.publishedVersion ?? 0, body, html };
  }
  const found = keyProblem(name.key) === null ? await standing(database, name.key) : null;
  if (!found) throw new Refusal("CONTENT_NOT_FOUND");
  const state = found.delisted ? ("withdrawn" as const) : ("published" as const);
  return {
    title: String(found.body.title),
    state,
    version: 0,
    visible: 0,
    body: found.body,
    html: found.html,
  };
}

type Seen = Awaited<ReturnType<typeof seen>>;

/** Throws what stands in the way of an act. */
async function requirePossible(
  { database, now }: CallContext,
  name: PieceName,
  act: Act,
  { state, version, visible, body, html }: Pick<Seen, "state" | "version" | "visible" | "body" | "html">,
): Promise<void> {
  if (!mayBecome(act, state))
    throw new Refusal("CONTENT_STATE", undefined, `现在不能${contentTransitions[act].label}`);
  if (act === "withdraw") return requireUnneeded(database, name);
  if (state === "published" && version <= visible)
    throw new Refusal("CONTENT_STATE", undefined, "访客看到的就是最新一版，不用再发布");
  const problems = await unpublishable(database, name, { body, html }, now());
  if (Object.keys(problems).length > 0) throw new Refusal("CONTENT_INCOMPLETE", problems);
}

/** What an act would do to each of several pieces. */
export async function checkSeveralContent(
  { kind, keys, act }: CallRequest<"checkSeveralContent">,
  context: CallContext,
): Promise<CallResponse<"checkSeveralContent">> {
  const pieces: CallResponse<"checkSeveralContent">["pieces"] = [];
  for (const key of keys) {
    const shown = { key, title: key, version: 0, visibleVersion: 0 };
    const problem = await refusalOf(kind, async () => {
      const name = { kind, key };
      await checkMayEdit(context, name);
      const found = await seen(context.database, name);
      Object.assign(shown, { title: found.title, version: found.version, visibleVersion: found.visible });
      await requirePossible(context, name, act, found);
    });
    pieces.push({ ...shown, problem });
  }
  return { pieces };
}

/** Publishes or takes down one piece as it was shown. Throws what stands in the way. */
async function changeOne(
  context: CallContext,
  { kind, act, why }: Pick<CallRequest<"changeSeveralContent">, "kind" | "act" | "why">,
  { key, version }: { key: string; version: number },
): Promise<void> {
  const now = context.now();
  const name = { kind, key };
  const doing = { by: accountOf(context).id, now, why };
  await transact(context.database, async (inside) => {
    const own = { ...context, database: inside };
    const before = await findPiece(inside, name);
    const piece = await pieceToChange(inside, name, { now });
    if ((before?.version ?? 0) !== version || piece.version !== Math.max(1, version))
      throw new Refusal("EDIT_CONFLICT", undefined, stale);
    await checkMayEdit(own, { ...name, version: piece.version });
    await requirePossible(own, name, act, { ...(await seen(inside, name)), version });
    if (act === "withdraw") return withdrawPiece(inside, piece, doing);
    await checkAdministratorsVersion(own, piece, piece.version);
    return publishVersion(inside, piece, piece.version, doing);
  });
}

/** Publishes or takes down several pieces, each in a transaction of its own. */
export async function changeSeveralContent(
  { kind, act, pieces, why }: CallRequest<"changeSeveralContent">,
  context: CallContext,
): Promise<CallResponse<"changeSeveralContent">> {
  const refused: CallResponse<"changeSeveralContent">["refused"] = [];
  for (const piece of pieces) {
    const problem = await refusalOf(kind, () => changeOne(context, { kind, act, why }, piece));
    if (problem !== "") refused.push({ key: piece.key, problem });
  }
  const done = pieces.length - refused.length;
  if (done > 0) await indexPublished(context);
  return { done, refused };
}
