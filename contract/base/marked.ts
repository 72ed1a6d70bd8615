import { z } from "zod";
import { flag } from "./absent";

/** A text in pieces; `hit` marks the matched ones. Plain text: it must be escaped when shown. */
export const markedText = z.array(z.object({ text: z.string(), hit: flag }));
export type MarkedText = z.infer<typeof markedText>;
