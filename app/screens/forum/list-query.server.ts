import { listOrders } from "contract/forum/constants";
import { z } from "zod";
import { optionalId, pageNumber } from "~/request/inputs.server";
import type { ListQuery } from "./list-query";

/** The queries of a topic list's address. */
export const listQuery = z.object({
  only: z.enum(["digest", "solved", "unsolved"]).optional().catch(undefined),
  classId: optionalId,
  order: z.enum(listOrders).catch("reply"),
  page: pageNumber,
}) satisfies z.ZodType<ListQuery>;
