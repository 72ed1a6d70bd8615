import { z } from "zod";
import { numeric, typedText } from "../../base/fields";
import { positionMax } from "../constants";
import { noteMax, notePartMax } from "./constants";

/** Fields that forms and calls about notes share. */

export const noteText = typedText(noteMax, `笔记不能超过 ${noteMax} 个字符`, "请写下笔记");
/** The second of the video that a note is about. */
export const noteSecond = numeric(
  z.number("时间有误").int("时间有误").min(0, "时间有误").max(positionMax, "时间有误"),
);
/** The beginning of the part of the text that a note is about; empty for none. */
export const notePart = typedText(notePartMax, "没有这一段").default("");
