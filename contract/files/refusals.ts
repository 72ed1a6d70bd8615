import type { RefusalTable } from "../base/refusals";
import { attachmentKinds } from "./kinds";

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
  UPLOAD_QUOTA: { status: 429, message: "今天上传的文件已达上限，请明天再试" },
} as const satisfies RefusalTable;
