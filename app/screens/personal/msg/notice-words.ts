import type { Notice } from "contract/calls/messages";
import type { NoticeEvent } from "contract/notices";
import type { IconName } from "~/components/icon-names.gen";
import { paths } from "~/paths";

export const eventNames: Record<NoticeEvent, string> = {
  reply: "回复",
  mention: "提到我",
  invite: "邀请回答",
  accept: "采纳",
  like: "赞",
  follow: "关注",
  approved: "审核通过",
  refused: "审核未通过",
  phoneChanged: "手机号变更",
  emailChanged: "邮箱变更",
  profileApproved: "资料通过",
  profileRefused: "资料未通过",
};

export const eventIcons: Record<NoticeEvent, IconName> = {
  reply: "message-circle",
  mention: "at",
  invite: "user-plus",
  accept: "circle-check",
  like: "thumb-up",
  follow: "user-check",
  approved: "circle-check",
  refused: "alert-circle",
  phoneChanged: "device-mobile",
  emailChanged: "at",
  profileApproved: "circle-check",
  profileRefused: "alert-circle",
};

/** What a notice says, without who did it and where. */
export function deedOf({ event, post }: Pick<Notice, "event" | "post">): string {
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
  }
}

/** Who did it: the latest person, and how many others. */
export function actorsOf({ actor, actors }: Pick<Notice, "actor" | "actors">): string {
  if (!actor) return "";
  return actors > 1 ? `${actor.nickName} 等 ${actors} 人` : actor.nickName;
}

/** Where a notice leads; null where there is nothing left to read. */
export function placeOfNotice({ event, topic, post, actor }: Notice): string | null {
  if (event === "follow") return actor && paths.user(actor.uid);
  if (event === "phoneChanged" || event === "emailChanged") return "/personalCenter/info?tab=2";
  if (event === "profileApproved" || event === "profileRefused") return paths.personal("info");
  if (!topic) return null;
  return paths.topic(topic.tid, post ? { pid: post.pid, seek: true } : {});
}
