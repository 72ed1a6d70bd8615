import { z } from "zod";

/**
 * Fields that an upstream may leave out of an answer, each with its default: an unknown value is not shown. A
 * field that may be null becomes null. A value of another shape counts as absent
 * (app/gateway-client/read-answer.server.ts).
 */

/** A number of things; absent means 0. */
export const count = z.number().default(0);
/** A yes or no; absent means no. */
export const flag = z.boolean().default(false);
/** A text beside a thing's name; absent means an empty one. */
export const words = z.string().default("");
/** A page number or a number of pages; absent means that there is one page. */
export const firstPage = z.number().default(1);
/** A list beside the answer's subject; absent means an empty one. */
export const some = <Item extends z.ZodType>(item: Item) => z.array(item).default([]);
