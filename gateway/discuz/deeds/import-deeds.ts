import type { ImportContext } from "../write/import-context";
import { importFavorites } from "./favorites";
import { importFollows } from "./follows";
import { importReplyLikes, importTopicLikes } from "./likes";

/** Brings likes, favourites and follows. What somebody took back here since does not come again. */
export async function importDeeds(context: ImportContext): Promise<void> {
  for (const stage of [importTopicLikes, importReplyLikes, importFollows, importFavorites]) {
    await stage(context);
    context.progress("点赞、关注和收藏", context.report.total);
  }
}
