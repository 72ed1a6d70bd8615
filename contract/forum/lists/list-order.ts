import { z } from "zod";

/** `reply`: latest reply first; `new`: newest first; `views`: most viewed first. */
export const listOrders = ["reply", "new", "views"] as const;
export const listOrder = z.enum(listOrders);
export type ListOrder = (typeof listOrders)[number];
