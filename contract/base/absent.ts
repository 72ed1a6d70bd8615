import { z } from "zod";

/**
 * Fields that an upstream may leave out of an answer, each with its default: an unknown value is not shown. A
 * field that may be null becomes null. A value of another shape counts as absent
 * (app/gateway-client/read-answer.server.ts).
 */

/** How many; absent: none that anybody knows of. */
export const count = z.number().default(0);
/** Whether something is so; absent: it is not. */
export const flag = z.boolean().default(false);
/** Words beside what a thing is called by; absent: none. */
export const words = z.string().default("");
/** A page's number, or how many there are; absent: the answer is all there is. */
export const firstPage = z.number().default(1);
/** A list beside what the answer is about; absent: nothing of the kind. */
export const some = <Item extends z.ZodType>(item: Item) => z.array(item).default([]);
