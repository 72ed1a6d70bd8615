import { and, eq } from "drizzle-orm";
import { blocks } from "../database/schema";
import { accountOf, type CallContext } from "../server/context";
import { Refusal } from "../server/refusal";
import { otherPerson } from "./conversations";

export async function setBlock(
  context: CallContext,
  uid: number,
  blocked: boolean,
): Promise<{ blocked: boolean }> {
  const accountId = accountOf(context).id;
  if (uid === accountId) throw new Refusal("CANNOT_BLOCK_SELF");
  await otherPerson(context.database, accountId, uid);
  const block = and(eq(blocks.accountId, accountId), eq(blocks.blockedId, uid));
  await (blocked
    ? context.database
        .insert(blocks)
        .values({ accountId, blockedId: uid, createdAt: context.now() })
        .onConflictDoNothing()
    : context.database.delete(blocks).where(block));
  return { blocked };
}
