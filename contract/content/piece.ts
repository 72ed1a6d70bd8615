/** How requests name a piece of content. */
import { z } from "zod";
import { numeric } from "../base/fields";
import { contentKindNames } from "./kinds/words";

const wrongVersion = "版本有误";

export const contentKind = z.enum(contentKindNames, "没有这种内容");
/** The key of a piece: a number, or the operator's own, such as a notice's number. */
export const contentKey = z.string("编号有误").regex(/^[A-Za-z0-9-]{1,60}$/, "编号有误");
/** A version; 0 for a piece that nobody edited in the browser. */
export const contentVersion = numeric(
  z.number(wrongVersion).int(wrongVersion).min(0, wrongVersion).max(1_000_000, wrongVersion),
);
