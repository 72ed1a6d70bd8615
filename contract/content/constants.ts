import type { RefusalTable } from "../base/constants";

export const contentRefusals = {
  NO_CONTENT_PACK: { status: 409, message: "服务器没有设置内容包文件夹（CONTENT_PACK）" },
  NO_PREVIOUS_PACK: { status: 409, message: "没有上一个内容包可以恢复" },
  CONTENT_BUSY: { status: 409, message: "正在检查或装载内容包，请等它完成" },
} as const satisfies RefusalTable;
