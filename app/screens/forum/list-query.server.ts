import { page } from "contract/fields";
import { z } from "zod/v4";
import { listOrders } from "contract/list-order";
import type { ListQuery } from "./list-query";

const query = z.object({
  page: page.catch(1),
  order: z.enum(listOrders).catch("reply"),
  classId: z.coerce.number().int().positive().max(2_147_483_647).optional().catch(undefined),
  only: z.enum(["digest", "solved", "unsolved"]).optional().catch(undefined),
});

/** What a topic list's address asks for. A link is never refused for its query: what makes no sense is left out. */
export function readListQuery(url: URL): ListQuery {
  return query.parse(
    Object.fromEntries(["page", "order", "classId", "only"].map((name) => [name, url.searchParams.get(name) ?? undefined])),
  );
}
