import { importMax } from "contract/moderation/words/fields";
import { decodeText } from "~/format/decode";
import type { FormTools } from "~/request/submit.server";

/** A character of the table has four bytes at most. */
const bytesMax = importMax * 4;

/**
 * Appends the lines of the uploaded file to the form's text, so that the administrator can correct them there.
 * @returns a message when the file cannot be read; undefined otherwise
 */
export async function readLines({
  form,
  files,
}: Pick<FormTools, "form" | "files">): Promise<string | undefined> {
  const [file] = files;
  if (!file) return undefined;
  if (file.size > bytesMax) return "文件太大，请分几次导入";
  const read = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (read === null) return "文件不是文本表格，请另存为 CSV（UTF-8 或 GB18030）再选";
  const pasted = form.get("text");
  const before = typeof pasted === "string" && pasted.trim() !== "" ? `${pasted}\n` : "";
  form.set("text", before + read);
  return undefined;
}
