import { logWarning } from "contract/base/log";
import { wholeChange } from "contract/base/pages";
import type { Database } from "../../database/open";
import { transact } from "../../database/transact";
import { forget } from "../../server/answers";
import type { Services } from "../../server/context";
import type { JobKind } from "../../server/jobs";
import { Refusal } from "../../server/refusal";
import { changePiece, findPiece, type Piece, type PieceName, pieceToChange } from "./pieces";
import { indexPublished, publishVersion, schedule, withdrawPiece } from "./publish";

const isDue = (at: Date | null, now: Date) => at !== null && at <= now;

/** Does what is due for a locked piece. A piece that may no longer be published stays as it is, and the log says so. */
async function doDue(database: Database, piece: Piece, now: Date): Promise<Piece> {
  const by = piece.scheduledById;
  let present = piece;
  if (isDue(piece.publishAt, now) && piece.publishVersion !== null)
    present = await publishVersion(database, present, piece.publishVersion, { by, now });
  if (!isDue(piece.withdrawAt, now)) return present;
  return present.state === "published"
    ? withdrawPiece(database, present, { by, now })
    : changePiece(database, present, { withdrawAt: null });
}

/** What was scheduled and is due, read from the piece: a schedule that was cancelled or moved leaves nothing to do. */
export const scheduledJob: JobKind<PieceName> = {
  ...schedule,
  tries: 5,
  failure: ({ kind, key }) => `定时发布或下架没有完成（${kind} ${key}）`,
  async run({ payload: name }, services) {
    const changed = await transact(services.database, async (inside) => {
      const found = await findPiece(inside, name);
      const now = services.now();
      if (!found || !(isDue(found.publishAt, now) || isDue(found.withdrawAt, now))) return false;
      await doDue(inside, await pieceToChange(inside, name, { now }), now);
      return true;
    }).catch((error: unknown) => cancel(services, name, error));
    if (!changed) return;
    await indexPublished(services);
    forget(services, { effect: "hides" });
    services.pagesChanged(wholeChange);
  },
};

/** After a refusal, such as of a category that is gone: no later try can do better, and the piece is shown unscheduled. */
async function cancel(services: Services, name: PieceName, error: unknown): Promise<boolean> {
  if (!(error instanceof Refusal)) throw error;
  logWarning(`[网关] 定时发布没有做：${name.kind} ${name.key}，${error.message}`);
  await transact(services.database, async (inside) => {
    const piece = await pieceToChange(inside, name, { now: services.now() });
    await changePiece(inside, piece, { publishAt: null, publishVersion: null, withdrawAt: null });
  });
  return false;
}
