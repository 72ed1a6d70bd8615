import { Refusal } from "../../server/refusal";
import type { AttachmentType } from "../file-types";
import { asUtf8 } from "./utf8";
import { zipNamesOf } from "./zip";

const refused = (code: "FILE_BROKEN" | "FILE_TYPE_REFUSED", message: string) =>
  new Refusal(code, { file: [message] });

/** A kind of file that is recognised by its first bytes and checked at its end. */
interface Binary {
  type: AttachmentType;
  /** Its name in messages. */
  name: string;
  begins(content: Buffer): boolean;
  /** Whether it is complete, as far as this is visible without unpacking. */
  whole(content: Buffer): boolean | Promise<boolean>;
  broken: string;
}

const starts = (hex: string, at = 0) => {
  const bytes = Buffer.from(hex, "hex");
  return (content: Buffer) => content.subarray(at, at + bytes.length).equals(bytes);
};
const whole = () => true;
const again = "压缩包已损坏或不完整，请重新打包后再上传";

/** A complete PDF ends with this mark. Only little may follow it, such as line ends. */
const endsAsPdf = (content: Buffer) =>
  content.toString("latin1", Math.max(0, content.length - 2_048)).includes("%%EOF");

/** The header of a 7z archive has the position of its directory, which comes last. */
const endsAs7z = (content: Buffer) =>
  content.length >= 32 &&
  BigInt(content.length) >= 32n + content.readBigUInt64LE(12) + content.readBigUInt64LE(20);

const beginsAsZip = starts("504b");
const isGzip = starts("1f8b08");
const brokenZip = "压缩包已损坏或结构异常（不支持分卷），请重新打包后再上传";

/** An Office document is a ZIP archive with one file that lists its parts. */
function office(ending: string, folder: string, kind: string): Binary {
  return {
    type: `application/vnd.openxmlformats-officedocument.${kind}` as AttachmentType,
    name: `${ending.slice(1)} 文档`,
    begins: beginsAsZip,
    async whole(content) {
      const names = (await zipNamesOf(content)) ?? [];
      return (
        names.includes("[Content_Types].xml") &&
        names.some((name) => name.startsWith(folder)) &&
        !names.some((name) => /vbaProject\.bin$/i.test(name))
      );
    },
    broken: "文档已损坏、带有宏或不是 Office 文档，请重新另存后再上传",
  };
}

const gzip: Binary = {
  type: "application/gzip",
  name: "gzip 压缩包",
  begins: isGzip,
  broken: again,
  whole: (content) => content.length >= 18,
};
const binaries: Record<string, Binary> = {
  ".zip": {
    type: "application/zip",
    name: "ZIP 压缩包",
    begins: beginsAsZip,
    whole: async (content) => (await zipNamesOf(content)) !== null,
    broken: brokenZip,
  },
  ".7z": {
    type: "application/x-7z-compressed",
    name: "7z 压缩包",
    begins: starts("377abcaf271c"),
    whole: endsAs7z,
    broken: again,
  },
  ".rar": {
    type: "application/vnd.rar",
    name: "RAR 压缩包",
    begins: starts("526172211a07"),
    whole: (content) => content.length >= 20,
    broken: again,
  },
  ".gz": gzip,
  ".tgz": gzip,
  ".xz": {
    type: "application/x-xz",
    name: "xz 压缩包",
    begins: starts("fd377a585a00"),
    // It ends with "YZ".
    whole: (content) => content.subarray(-2).toString("latin1") === "YZ",
    broken: again,
  },
  ".tar": {
    type: "application/x-tar",
    name: "tar 归档",
    begins: starts("7573746172", 257),
    whole: (content) => content.length >= 1_024 && content.length % 512 === 0,
    broken: again,
  },
  ".pdf": {
    type: "application/pdf",
    name: "PDF",
    begins: starts("255044462d"),
    whole: endsAsPdf,
    broken: "PDF 不完整，请重新导出后再上传",
  },
  ".docx": office(".docx", "word/", "wordprocessingml.document"),
  ".xlsx": office(".xlsx", "xl/", "spreadsheetml.sheet"),
  ".pptx": office(".pptx", "ppt/", "presentationml.presentation"),
  // Firmware has no common format, so everything but a desktop program is accepted.
  ".bin": {
    type: "application/octet-stream",
    name: "固件",
    begins: (content) => !starts("4d5a")(content),
    whole,
    broken: "",
  },
  ".elf": {
    type: "application/octet-stream",
    name: "ELF",
    begins: starts("7f454c46"),
    broken: "",
    whole: (content) => content.length >= 52,
  },
  ".uf2": {
    type: "application/octet-stream",
    name: "UF2",
    begins: starts("5546320a"),
    whole: (content) => content.length % 512 === 0,
    broken: "UF2 不完整，请重新生成后再上传",
  },
};

/**
 * Determines the type of an attachment by its content, which must match the ending of its name. Text is converted to
 * UTF-8. Throws FILE_TYPE_REFUSED or FILE_BROKEN beside `file`.
 */
export async function storableAttachment(
  content: Buffer,
  ending: string,
): Promise<{ content: Buffer; type: AttachmentType }> {
  const binary = binaries[ending];
  if (binary) {
    if (!binary.begins(content))
      throw refused("FILE_TYPE_REFUSED", `文件内容不是 ${binary.name}，与后缀 ${ending} 不符`);
    if (await binary.whole(content)) return { content, type: binary.type };
    throw refused("FILE_BROKEN", binary.broken || "文件不完整，请重新生成后再上传");
  }
  const text = asUtf8(content);
  if (!text)
    throw refused(
      "FILE_TYPE_REFUSED",
      `从文件里读不出文字，与后缀 ${ending} 不符：如果是二进制数据，请改用 .bin 后缀，或打包成 zip 再上传`,
    );
  if (ending === ".hex" && !/^\s*:[0-9a-f]{10}/i.test(text.toString("latin1", 0, 200)))
    throw refused(
      "FILE_TYPE_REFUSED",
      "文件内容不是 Intel HEX，与后缀 .hex 不符：二进制固件请改用 .bin 后缀",
    );
  return { content: text, type: "text/plain" };
}
