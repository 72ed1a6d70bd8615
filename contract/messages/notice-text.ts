import type { Notice } from "./calls";

/** What a notice says, without who did it and where: on the page and in mail. */
export function deedOf({
  event,
  post,
  product,
}: Pick<Notice, "event" | "product"> & { post: { floor: number | null } | null }): string {
  const mine = post?.floor === 1 ? "帖子" : "回复";
  switch (event) {
    case "reply":
      return "回复了你";
    case "mention":
      return "提到了你";
    case "invite":
      return "邀请你回答";
    case "accept":
      return "采纳了你的回答";
    case "like":
      return `赞了你的${mine}`;
    case "follow":
      return "关注了你";
    case "approved":
      return `你的${mine}已通过审核，大家都能看到了`;
    case "refused":
      return `你的${mine}没有通过审核`;
    case "phoneChanged":
      return "你的账号绑定的手机号已变更，如非本人操作请尽快修改密码";
    case "emailChanged":
      return "你的账号绑定的邮箱已变更，如非本人操作请尽快修改密码";
    case "profileApproved":
      return "你修改的个人信息已通过审核，现在生效了";
    case "profileRefused":
      return "你修改的个人信息没有通过审核，仍按原来的显示";
    case "closing":
      return "你的账号已申请注销，15 天内可以撤销；如非本人操作请立即撤销并修改密码";
    case "closeCancelled":
      return "账号注销已撤销，一切照旧";
    case "exportReady":
      return "你的数据已打包好，7 天内可以下载；如非本人操作请尽快修改密码";
    case "productVersion":
      return product
        ? `你关注的 ${product.name} 有新版本：${product.title}`
        : "你关注的产品有新版本，它已经撤下";
    case "productNotice":
      return product
        ? `你关注的 ${product.name} 有新通知：${product.title}`
        : "你关注的产品有新通知，它已经撤下";
    case "advice":
      return "你的建议或投诉有了新进展";
  }
}

/** Who did it: the latest person, and how many there are. */
export function actorsOf({ actor, actors }: Pick<Notice, "actor" | "actors">): string {
  if (!actor) return "";
  return actors > 1 ? `${actor.nickName} 等 ${actors} 人` : actor.nickName;
}
