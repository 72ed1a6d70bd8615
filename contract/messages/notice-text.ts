import { announcementKinds } from "../announcements/constants";
import { type LogAction, logActions } from "../moderation/actions";
import type { Notice } from "./calls";

/** The texts for actions on a person's account or report; actions on texts use the action's name. */
const ofPeople: Partial<Record<LogAction, string>> = {
  warn: "你收到了一次警告",
  mute: "你的账号被禁言",
  ban: "你的账号被禁止访问",
  lift: "你的账号已恢复正常",
  uphold: "你的举报已处理：举报成立",
  reject: "你的举报已处理：举报不成立",
  appealUpheld: "你的申诉成立，处理已撤回",
  appealRejected: "你的申诉不成立，维持原来的处理",
  right: "你在一个版块里的权限有变化",
  appointAdmin: "你被任命为管理员",
  dismissAdmin: "你不再担任管理员",
  appointEditor: "你被任命为编辑，或者负责的内容、期限有变化",
  dismissEditor: "你不再担任编辑",
  appointLecturer: "你被任命为讲师，或者负责的课程、期限有变化",
  dismissLecturer: "你不再担任讲师",
  appointAnalyst: "你被任命为分析员，或者期限有变化",
  dismissAnalyst: "你不再担任分析员",
  expire: "一项禁言或标记已到期",
  undo: "版主撤销了之前的一次处理",
};

/** A change of a person's role in a section. */
const ofModerators: Partial<Record<LogAction, (section: string) => string>> = {
  appoint: (section) => `你被任命为${section && `「${section}」的`}版主`,
  endRole: (section) => `你的${section ? `「${section}」版主` : "编辑、讲师或分析员角色"}到期，已经自动结束`,
  dismiss: (section) => `你不再担任${section && `「${section}」的`}版主`,
};

const deedOfModerator = (action: LogAction, ownText: string, section: string): string =>
  ofModerators[action]?.(section) ??
  ofPeople[action] ??
  `版主对你的${ownText}做了处理：${logActions[action].replace(/回复/g, "")}`;

/** The news of a thing in a list, behind its name. */
const newsOfList = ({ title, notice, pk_rm_resource }: NonNullable<Notice["list"]>): string =>
  notice !== null ? `有新通知：${title}` : pk_rm_resource !== null ? `有新版本：${title}` : title;

/** The text of a notice without actor and place, on the page and in mail. */
export function deedOf({
  event,
  actors,
  post,
  product,
  list = null,
  moderation = null,
  activity = null,
  announcement = null,
}: Pick<Notice, "event" | "actors" | "product"> &
  Partial<Pick<Notice, "list" | "moderation" | "activity" | "announcement">> & {
    post: { floor: number | null } | null;
  }): string {
  const ownText = post?.floor === 1 ? "帖子" : "回复";
  switch (event) {
    case "reply":
      return "回复了你";
    case "topicReply":
      return actors > 1 ? `等在你关注的帖子里发了 ${actors} 条新回复` : "回复了你关注的帖子";
    case "mention":
      return "提到了你";
    case "invite":
      return "邀请你回答";
    case "accept":
      return "采纳了你的回答";
    case "like":
      return `赞了你的${ownText}`;
    case "follow":
      return "关注了你";
    case "approved":
      return `你的${ownText}已通过审核，大家都能看到了`;
    case "refused":
      return `你的${ownText}没有通过审核`;
    case "moderated":
      return moderation
        ? deedOfModerator(moderation.action, ownText, moderation.section)
        : `版主处理了你的${ownText}`;
    case "phoneChanged":
      return "你的账号绑定的手机号已变更，如非本人操作请尽快修改密码";
    case "emailChanged":
      return "你的账号绑定的邮箱已变更，如非本人操作请尽快修改密码";
    case "passwordChanged":
      return "你的账号密码已修改，如非本人操作请立即用验证码重置密码";
    case "factorsChanged":
      return "你账号的两步验证有变化，如非本人操作请立即修改密码并联系我们";
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
    case "listNews":
      return list
        ? `${list.words}里的 ${list.name} ${newsOfList(list)}`
        : "你清单里的一项有变化，这个消息已经撤下";
    case "activity":
    case "teamInvite":
      return activity ? `「${activity.title}」${activity.words}` : "你报名的活动有新消息";
    case "announcement":
      return announcement
        ? `${announcementKinds[announcement.kind]}：${announcement.title}`
        : "一条公告，它已经撤下";
    case "advice":
      return "你的建议或投诉有了新进展";
    case "adviceAssigned":
      return "有一条建议或投诉分派给你处理";
    case "adviceOverdue":
      return "有一条建议或投诉过了答复期限，还没有处理完";
  }
}

/** The actors: the latest person, and how many there are. */
export function actorsOf({ event, actor, actors }: Pick<Notice, "event" | "actor" | "actors">): string {
  if (!actor) return "";
  // For a followed topic, `actors` counts replies, and one person may have written all of them.
  return actors > 1 && event !== "topicReply" ? `${actor.nickName} 等 ${actors} 人` : actor.nickName;
}
