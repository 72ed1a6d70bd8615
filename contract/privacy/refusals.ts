import type { RefusalTable } from "../base/refusals";

export const privacyRefusals = {
  CLOSE_HANDS_OVER_FIRST: {
    status: 422,
    message: "你是论坛管理员或版主，请先联系管理员移交权限，再注销账号",
  },
  CLOSE_ALREADY_ASKED: { status: 422, message: "账号已经申请注销，正在冷静期内" },
  CLOSE_NOT_ASKED: { status: 422, message: "账号没有在注销，不需要撤销" },
  EXPORTS_USED_UP: { status: 429, message: "今天的数据导出次数已用完，请明天再试" },
  EXPORT_NOT_FOUND: { status: 404, message: "这份导出文件不存在或已过期，请在“数据导出”里重新导出" },
  POLICY_CHANGED: { status: 409, message: "这份文件刚刚更新过，请阅读新的版本" },
  POLICY_NOT_ACCEPTED: { status: 422, message: "请先阅读并同意用户声明和隐私声明" },
  DISCLAIMER_NOT_SIGNED: { status: 422, message: "请先阅读并同意免责声明" },
} as const satisfies RefusalTable;
