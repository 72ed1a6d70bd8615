import type { RefusalTable } from "../base/constants";

/** The most characters of the note that an editor leaves with a version. */
export const whyMax = 200;

/** The most versions that a piece's history lists, newest first. */
export const versionsListed = 100;

/** The documents that an editor may upload: those that a pack may have. */
export const contentFileEndings = [".pdf", ".zip"];
export const contentFileKinds = "PDF 或 ZIP";

/** The most files of a pack that is uploaded as a ZIP, and the most bytes that it unpacks to. */
export const [packEntriesMax, packUnpackedMax] = [10_000, 512 * 1024 * 1024];
/** The most bytes of its texts, all of which are in memory while they are checked. */
export const packTextsMax = 64 * 1024 * 1024;
/** After so many days an uploaded pack that was neither loaded nor discarded is cleared. */
export const uploadedPackDays = 7;
/** After so many days a pack that was exported in the browser is cleared. */
export const exportedPackDays = 1;

/** In place of the name of an editor whose account has ended. */
export const closedEditor = "已注销的账号";

/** The most products of which a table shows rows at once: with 80 parameters each its form has room for them. */
export const tableRowsMost = 50;
/** The most products that one post writes: each is a version, and a publishing of its own. */
export const tableWrittenMost = 100;
/** The most lines and bytes of a file, and the most of its mistakes that are named. */
export const [fileLinesMost, fileBytesMost, fileProblemsMost] = [10_000, 3_500_000, 1_000];

/** The most bytes of a workbook, whose call has it in base64, and the most that its parts unpack to. */
export const [workbookBytesMost, workbookUnpackedMax] = [2_500_000, 64 * 1024 * 1024];

/** The most pieces that one post publishes or takes down: those of the longest page of a list. */
export const severalMost = 100;

export const contentRefusals = {
  NO_CONTENT_PACK: { status: 409, message: "服务器没有设置内容包文件夹（CONTENT_PACK）" },
  NO_PREVIOUS_PACK: { status: 409, message: "没有上一个内容包可以恢复" },
  CONTENT_UPLOAD_GONE: {
    status: 409,
    message: "这次上传的内容包已经装载、丢弃，或者又上传了一个，请刷新页面再看",
  },
  CONTENT_UNCHECKED: { status: 409, message: "要装载的和检查过的不是同一份结果，请看过检查结果再装载" },
  CONTENT_BUSY: { status: 409, message: "正在检查或装载内容包，请等它完成" },
  NO_LOADED_PACK: { status: 409, message: "还没有装载过内容包，没有可以导出的" },
  CONTENT_NOT_FOUND: { status: 404, message: "没有这份内容" },
  CONTENT_VERSION_NOT_FOUND: { status: 404, message: "没有这个版本" },
  CONTENT_KEY_TAKEN: { status: 409, message: "这个编号已经用过了，请换一个" },
  CONTENT_STATE: { status: 409, message: "这份内容现在的状态不能这样处理，请刷新页面再看" },
  CONTENT_NO_SOURCE: {
    status: 409,
    message: "这一份是旧版本装载的，没有留下原文：请管理员把内容包再装载一次，然后编辑",
  },
  CONTENT_NEEDED: { status: 409, message: "别的内容还在用它，现在不能下架" },
  CONTENT_INCOMPLETE: { status: 422, message: "还有必填的内容没有填好，补全之后再发布" },
  CONTENT_NOT_COPIED: { status: 422, message: "这类内容不能复制" },
  CONTENT_NO_CONFLICT: { status: 409, message: "这份内容和内容包没有冲突，可能已经有人处理过了" },
  CONTENT_CONFLICT_CHANGED: { status: 409, message: "内容包又更新了，请看过现在的差别再决定" },
  CONTENT_NOT_YOURS: { status: 422, message: "这份内容不在你负责的范围里，需要改请找管理员" },
  CONTENT_DRAFTS_ONLY: {
    status: 422,
    message: "讲师只写草稿：发布、定时、下架和恢复由编辑来做，写的内容请先保存为草稿",
  },
  CONTENT_TIME_PAST: { status: 422, message: "定时的时间要在现在之后" },
} as const satisfies RefusalTable;
