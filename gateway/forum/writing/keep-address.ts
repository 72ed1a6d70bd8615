import type { Database } from "../../database/open";
import { postAddresses } from "../../database/schema";
import type { CallContext } from "../../server/context";

/** Stores the address from which a post was written, for administrators, for 180 days (bans of addresses). */
export async function keepAddress(
  database: Database,
  postId: number,
  { caller, now }: Pick<CallContext, "caller" | "now">,
): Promise<void> {
  if (caller.address === "") return;
  await database.insert(postAddresses).values({ postId, address: caller.address, createdAt: now() });
}
