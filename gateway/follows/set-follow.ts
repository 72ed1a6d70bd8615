import { tagFollowsMax } from "contract/forum/constants";
import { and, eq, isNull, ne } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, follows, products, tags } from "../database/schema";
import { transact } from "../database/transact";
import { visibleSection } from "../forum/sections/find-sections";
import { notify, unnotify } from "../messages/notify";
import { type FollowTarget, moveFollowers } from "../people/following";
import { accountOf, type CallContext, type Caller } from "../server/context";
import { found, Refusal } from "../server/refusal";

/** Throws for targets that cannot be followed: the own account, and missing ones. */
async function checkTarget(
  database: Database,
  { kind, target }: FollowTarget,
  { caller, followerId }: { caller: Caller; followerId: number },
): Promise<void> {
  if (kind === "section") await visibleSection({ database, caller }, target);
  else if (kind === "user") {
    if (target === followerId) throw new Refusal("CANNOT_FOLLOW_SELF");
    const [row] = await database
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, target), isNull(accounts.closedAt)));
    found(row, "USER_NOT_FOUND");
  } else if (kind === "product") {
    // A delisted product has no news, so nobody can follow it.
    const [row] = await database
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.id, target), isNull(products.delistedAt)));
    found(row, "PRODUCT_NOT_FOUND");
  } else {
    const [row] = await database.select({ id: tags.id }).from(tags).where(eq(tags.id, target));
    found(row, "TAG_NOT_FOUND");
    const others = and(
      eq(follows.accountId, followerId),
      eq(follows.kind, "tag"),
      ne(follows.targetId, target),
    );
    if ((await database.$count(follows, others)) >= tagFollowsMax)
      throw new Refusal("TOO_MANY_TAGS_FOLLOWED");
  }
}

export async function setFollow(what: FollowTarget, followed: boolean, context: CallContext): Promise<void> {
  const { id } = accountOf(context);
  const { kind, target } = what;
  if (followed) await checkTarget(context.database, what, { caller: context.caller, followerId: id });
  await transact(context.database, async (database) => {
    const changed = followed
      ? await database
          .insert(follows)
          .values({ accountId: id, kind, targetId: target, createdAt: context.now() })
          .onConflictDoNothing()
          .returning()
      : await database
          .delete(follows)
          .where(and(eq(follows.accountId, id), eq(follows.kind, kind), eq(follows.targetId, target)))
          .returning();
    if (changed.length === 0) return;
    await moveFollowers(database, what, id, followed ? 1 : -1);
    if (kind !== "user") return;
    if (followed) await notify(database, [target], { event: "follow", actorId: id, at: context.now() });
    else await unnotify(database, target, { event: "follow", actorId: id });
  });
}
