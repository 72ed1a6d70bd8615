import { and, eq } from "drizzle-orm";
import { accounts, ownListItems, ownLists } from "gateway/database/schema";
import { expect, it } from "vitest";
import { startDemo } from "../support/demo-gateway";

/** What the demo pack gives its members beyond the forum. */

const gateway = startDemo();

it("has lists of the demo's member, one of them shared, and people and teams who look for each other", async () => {
  const { database } = gateway();
  const lists = await database
    .select({ id: ownLists.id, shareKey: ownLists.shareKey })
    .from(ownLists)
    .innerJoin(accounts, and(eq(accounts.id, ownLists.accountId), eq(accounts.packKey, "member")));
  expect(lists.filter(({ shareKey }) => shareKey !== null)).toHaveLength(1);
  expect(lists).toHaveLength(2);
  expect(await database.$count(ownListItems)).toBe(8);
  const { items } = await gateway().ok("activityTeamSearches", { activityId: 1 });
  expect(items.filter(({ team }) => team !== null)).toMatchObject([
    { team: { name: "微安俱乐部", free: 2 } },
    { team: { name: "一节电池", free: 3 } },
  ]);
  expect(items.filter(({ team }) => team === null)).toHaveLength(2);
});
