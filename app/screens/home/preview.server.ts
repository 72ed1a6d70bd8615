import { Forbidden } from "~/gateway-client/errors";
import type { Scope } from "~/request/scope.server";
import { readBlocks } from "./home.server";

/**
 * Loads the home page with content whose start date is still to come, for administrators. Others are redirected to /
 * (spec 2.1). @param draft the secret of a version that is not published
 */
export async function readPreview(scope: Scope, draft: string | undefined) {
  const preview = await scope.gateway
    .call("queryHomePreview", draft === undefined ? {} : { preview: draft })
    .catch(async (error: unknown) => {
      // A moderator of single sections is not an administrator.
      throw error instanceof Forbidden ? await scope.redirect("/") : error;
    });
  const now = Date.now();
  const later = (from: string | null) => (from !== null && Date.parse(from) > now ? from : null);
  const blocks = await readBlocks(scope, preview.blocks);
  return {
    banners: preview.banners.map(({ from, ...banner }) => ({ ...banner, later: later(from) })),
    blocks: blocks.map(({ block, ...rest }) => ({ ...rest, later: later(block.from) })),
    empty: preview.blocks
      .filter(({ id }) => !blocks.some((visible) => visible.id === id))
      .map(({ title }) => title),
    news: preview.news,
    drafted: draft !== undefined,
  };
}
