import { ownListNewsCodes } from "contract/own-lists/constants";
import { ownListItems, ownLists, ownSearches } from "gateway/database/schema";
import { type Member, next, type TestGateway } from "./gateway";
import { catalogue } from "./small-catalogue";

/** Lists of a scene's person, and a shared one of the other person. */
export interface SceneLists {
  /** The person's list, two of its things, and one that a call may remove. */
  id: number;
  item: number;
  spareItem: number;
  /** A list that a call may delete. */
  spare: number;
  /** The key of the other person's list, which is shared. */
  key: string;
  /** A kept search that a call may remove. */
  search: number;
}

/** Writes a list as the calls do. @returns its id */
async function listOf(
  { database, services }: TestGateway,
  { id: accountId }: Member,
  name: string,
  shareKey: string | null = null,
): Promise<number> {
  const now = services.now();
  const [row] = await database
    .insert(ownLists)
    .values({ accountId, name, position: 0, told: ownListNewsCodes, shareKey, seenAt: now, updatedAt: now })
    .returning({ id: ownLists.id });
  return row?.id ?? 0;
}

/** The lists of a scene. */
export async function sceneLists(gateway: TestGateway, me: Member, other: Member): Promise<SceneLists> {
  const { database } = gateway;
  const [id, spare] = [await listOf(gateway, me, "网关板"), await listOf(gateway, me, "旧的")];
  const key = `shared${String(next()).padStart(16, "0")}`;
  await listOf(gateway, other, "共享的", key);
  const items = await database
    .insert(ownListItems)
    .values([
      { listId: id, kind: "resource", targetId: catalogue.resource, position: 0 },
      { listId: id, kind: "topic", targetId: 1, position: 1 },
    ])
    .returning({ id: ownListItems.id });
  const [search] = await database
    .insert(ownSearches)
    .values({ accountId: me.id, name: "Wi-Fi", address: "/search?q=Wi-Fi" })
    .returning({ id: ownSearches.id });
  return {
    id,
    spare,
    key,
    item: items[0]?.id ?? 0,
    spareItem: items[1]?.id ?? 0,
    search: search?.id ?? 0,
  };
}
