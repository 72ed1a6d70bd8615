import type { RefusalTable } from "../base/constants";

export const followsRefusals = {
  CANNOT_FOLLOW_SELF: { status: 422, message: "不能关注自己" },
  TOO_MANY_TAGS_FOLLOWED: { status: 422, message: "最多关注 200 个标签，请先取消一些" },
} as const satisfies RefusalTable;
