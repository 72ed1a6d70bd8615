import { z } from "zod";

/** A checkbox of a posted form: a browser sends `on`, or nothing. */
export const ticked = z
  .literal("on", "选项有误")
  .optional()
  .transform((value) => value === "on");
