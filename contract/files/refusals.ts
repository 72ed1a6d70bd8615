import type { RefusalTable } from "../base/refusals";

export const filesRefusals = {
  FILE_EMPTY: { status: 422, message: "这个文件是空的，请换一个" },
  FILE_TYPE_REFUSED: {
    status: 422,
    message: "不支持这种文件：图片可以是 PNG、JPEG、GIF、WebP，附件可以是 zip、pdf、txt、log",
  },
  FILE_TOO_LARGE: { status: 422, message: "文件太大：图片不超过 5 MB，附件不超过 20 MB" },
  FILE_BROKEN: { status: 422, message: "文件已损坏或不完整，请重新导出后再上传" },
  IMAGE_TOO_COMPLEX: {
    status: 422,
    message: "图片太大：总像素（动图各帧合计）不能超过 4000 万，请缩小后再上传",
  },
  UPLOAD_QUOTA: { status: 429, message: "今天上传的文件已达上限，请明天再试" },
} as const satisfies RefusalTable;
