import { z } from "zod";

/**
 * What an upstream may leave out of an answer, each with what that means: nothing is known, so nothing is
 * said. What may be null is null then, and says so in its row. A value of another shape counts as left out
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
