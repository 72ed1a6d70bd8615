import { listOrders } from "contract/forum/constants";
import { z } from "zod/v4";
import { optionalId, pageNumber } from "~/request/inputs.server";
import type { ListQuery } from "./list-query";

/** What a topic list's address asks for. */
export const listQuery = z.object({
  page: pageNumber,
  order: z.enum(listOrders).catch("reply"),
  classId: optionalId,
  only: z.enum(["digest", "solved", "unsolved"]).optional().catch(undefined),
}) satisfies z.ZodType<ListQuery>;
