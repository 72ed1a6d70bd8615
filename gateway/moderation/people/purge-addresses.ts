import { subtractTime } from "contract/base/time";
import { addressDays } from "contract/moderation/penalties";
import { inArray, lt } from "drizzle-orm";
import { postAddresses } from "../../database/schema";
import type { Job } from "../../jobs";

const atOnce = 1_000;

/** Once a day, deletes the addresses of posts that are older than 180 days, a thousand rows a statement. */
export const postAddressesJob: Job = {
  name: "post-addresses",
  everySeconds: 86_400,
  async run({ database, now }) {
    const before = subtractTime(now(), addressDays, "day");
    for (let more = true; more; ) {
      const old = database
        .select({ id: postAddresses.postId })
        .from(postAddresses)
        .where(lt(postAddresses.createdAt, before))
        .orderBy(postAddresses.createdAt)
        .limit(atOnce);
      const deleted = await database
        .delete(postAddresses)
        .where(inArray(postAddresses.postId, old))
        .returning({ id: postAddresses.postId });
      more = deleted.length === atOnce;
    }
  },
};
