import { Refusal } from "../server/refusal";
import type { AttachmentType } from "./file-types";
import { asUtf8 } from "./utf8";
import { isZip } from "./zip";

const refused = (code: "FILE_BROKEN" | "FILE_TYPE_REFUSED", message: string) =>
  new Refusal(code, { file: [message] });

const isPdf = (content: Buffer) => /^%PDF-\d\.\d/.test(content.toString("latin1", 0, 8));
/** A whole PDF ends with its mark; what comes after it, such as line ends, is little. */
const endsAsPdf = (content: Buffer) =>
  content.toString("latin1", Math.max(0, content.length - 2_048)).includes("%%EOF");

/**
 * What an attachment really is, by its content; the name's ending must say the same. Text comes back in
 * UTF-8. Throws FILE_TYPE_REFUSED or FILE_BROKEN beside `file`.
 */
export function storableAttachment(
  content: Buffer,
  ending: string,
): { content: Buffer; type: AttachmentType } {
  if (ending === ".zip") {
    if (content.toString("latin1", 0, 2) !== "PK")
      throw refused("FILE_TYPE_REFUSED", "文件内容不是 ZIP 压缩包，与后缀 .zip 不符");
    if (isZip(content)) return { content, type: "application/zip" };
    throw refused("FILE_BROKEN", "压缩包已损坏或结构异常（不支持分卷和 ZIP64），请重新打包后再上传");
  }
  if (ending === ".pdf") {
    if (!isPdf(content)) throw refused("FILE_TYPE_REFUSED", "文件内容不是 PDF，与后缀 .pdf 不符");
    if (endsAsPdf(content)) return { content, type: "application/pdf" };
    throw refused("FILE_BROKEN", "PDF 不完整，请重新导出后再上传");
  }
  const text = asUtf8(content);
  if (text) return { content: text, type: "text/plain" };
  throw refused("FILE_TYPE_REFUSED", `文件内容不是文本（UTF-8 或 GB18030），与后缀 ${ending} 不符`);
}
