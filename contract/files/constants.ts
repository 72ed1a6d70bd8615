import type { RefusalTable } from "../base/constants";

/** Said of any other file where a text takes pictures alone. */
export const onlyPictures = "这里只能放图片：PNG、JPEG、GIF 或 WebP";

/** The file endings that people may attach, and the messages about all others. */
export const imageEndings = [".png", ".jpg", ".jpeg", ".gif", ".webp"];

/** Text files: logs, sources and settings; no files that a desktop runs or a browser opens as a page. */
export const textEndings =
  ".txt .log .md .csv .json .xml .yaml .yml .ini .cfg .conf .c .h .cc .cpp .hpp .s .asm .ino .py .rs .go .java .v .sv .vhd .vhdl .dts .dtsi .ld .lds .mk .cmake .map .patch .diff .hex .srec".split(
    " ",
  );
export const archiveEndings = [".zip", ".7z", ".rar", ".tar", ".gz", ".tgz", ".xz"];
export const documentEndings = [".pdf", ".docx", ".xlsx", ".pptx"];
/** Firmware images. */
export const firmwareEndings = [".bin", ".elf", ".uf2"];

/** The accepted kinds as text, shown by a file field. */
export const attachmentKinds =
  "压缩包（zip、7z、rar、tar.gz）、文档（pdf、docx、xlsx、pptx）、固件（bin、hex、elf、uf2）、日志和源码（txt、log、c、h 等）";

const toPicture = "请转成 PNG 或 JPEG 再上传";
const toOffice = "请另存为 docx、xlsx、pptx 或 PDF 再上传";
const toVideo = "不支持视频：请放到视频网站后贴链接，或截成 GIF 再上传";
const toArchive = "请打包成 zip 再上传";
const advice: Record<string, string> = {
  ".heic": "不支持 HEIC 照片：请在手机的相机设置里选“兼容性最佳”，或转成 JPEG 再上传",
  ".heif": "不支持 HEIF 照片：请在手机的相机设置里选“兼容性最佳”，或转成 JPEG 再上传",
  ".svg": "不支持 SVG：请导出为 PNG 再上传",
  ".doc": `不支持 .doc：${toOffice}`,
  ".xls": `不支持 .xls：${toOffice}`,
  ".ppt": `不支持 .ppt：${toOffice}`,
  ".docm": `不支持带宏的文档：${toOffice}`,
  ".xlsm": `不支持带宏的文档：${toOffice}`,
};
const pictures = new Set(".bmp .tif .tiff .avif .ico .psd .raw .dng".split(" "));
const videos = new Set(".mp4 .mov .avi .mkv .webm .flv .wmv".split(" "));

/** The advice for a file whose ending is not accepted. @param ending with its dot; empty without one */
export function unsupportedEnding(ending: string): string {
  if (ending === "")
    return `不支持没有后缀的文件：请把文件改名，加上 .txt、.log 或 .bin 这样的后缀，或${toArchive.slice(1)}`;
  if (pictures.has(ending)) return `不支持 ${ending} 图片：${toPicture}`;
  if (videos.has(ending)) return toVideo;
  return advice[ending] ?? `不支持 ${ending} 文件：${toArchive}`;
}

/** The most bytes of an uploaded file, and the most files in a post. Pictures are stored smaller. */
export const imageBytesMax = 20 * 1024 * 1024;

export const attachmentBytesMax = 20 * 1024 * 1024;

export const attachmentEndings = [...archiveEndings, ...documentEndings, ...firmwareEndings, ...textEndings];

export const filesRefusals = {
  FILE_EMPTY: { status: 422, message: "这个文件是空的，请换一个" },
  FILE_TYPE_REFUSED: {
    status: 422,
    message: `不支持这种文件：图片可以是 PNG、JPEG、GIF、WebP，附件可以是${attachmentKinds}`,
  },
  FILE_TOO_LARGE: { status: 422, message: "文件太大：图片和附件都不超过 20 MB" },
  FILE_BROKEN: { status: 422, message: "文件已损坏或不完整，请重新导出后再上传" },
  IMAGE_TOO_COMPLEX: {
    status: 422,
    message:
      "图片的像素太多：JPEG 照片不超过 1.2 亿，PNG 不超过 6400 万，其他图片（动图各帧合计）不超过 4000 万，请缩小后再上传",
  },
  FILES_AWAY: { status: 503, message: "文件暂时取不到，请过几分钟再试" },
  UPLOAD_QUOTA: { status: 429, message: "今天上传的文件已达上限，请明天再试" },
} as const satisfies RefusalTable;
