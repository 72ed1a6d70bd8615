import { importMax } from "contract/moderation/words/fields";
import type { FormTools } from "~/request/submit.server";

/** Characters of the table are at most four bytes. */
const bytesMax = importMax * 4;

/** UTF-8, or what spreadsheets in China write; null for what is no text. */
function decode(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  for (const encoding of ["utf-8", "gb18030"])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // The next one, then.
    }
  return null;
}

/**
 * Puts the lines of the file that came along into the form's text, after what was pasted: where something is wrong with
 * them they stand there to be mended. @returns what is wrong with the file, by its content; undefined where nothing is
 */
export async function readLines({
  form,
  files,
}: Pick<FormTools, "form" | "files">): Promise<string | undefined> {
  const [file] = files;
  if (!file) return undefined;
  if (file.size > bytesMax) return "文件太大，请分几次导入";
  const read = decode(new Uint8Array(await file.arrayBuffer()));
  if (read === null) return "文件不是文本表格，请另存为 CSV（UTF-8 或 GB18030）再选";
  const pasted = form.get("text");
  const before = typeof pasted === "string" && pasted.trim() !== "" ? `${pasted}\n` : "";
  form.set("text", before + read);
  return undefined;
}
