import type { RefusalTable } from "../base/constants";

/**
 * Characters of a private message, messages of a conversation in one answer, and people in a list of blocked people.
 */
export const innerMessageMax = 2_000;

export const innerPageSize = 30;

export const blocksMax = 200;

export const messagesRefusals = {
  MESSAGE_NOT_FOUND: { status: 404, message: "这条消息不存在或已被删除" },
  CANNOT_MESSAGE_SELF: { status: 422, message: "不能给自己发私信" },
  CANNOT_BLOCK_SELF: { status: 422, message: "不能屏蔽自己" },
  RECIPIENT_UNAVAILABLE: { status: 422, message: "对方暂时不接收私信，消息没有发出" },
  RECIPIENT_BLOCKED: { status: 422, message: "你已屏蔽对方，解除屏蔽后才能发私信" },
  RECIPIENT_CLOSED: { status: 422, message: "对方的账号已注销，不能再收私信" },
  EMAIL_NOT_BOUND: { status: 422, message: "还没有绑定邮箱，绑定后才能接收邮件摘要" },
} as const satisfies RefusalTable;
