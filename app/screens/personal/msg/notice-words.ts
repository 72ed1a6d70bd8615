import type { Notice } from "contract/messages/calls";
import type { NoticeEvent } from "contract/messages/events";
import type { LogAction } from "contract/moderation/actions";
import { paths } from "~/navigation/paths";
import type { IconName } from "~/ui/icon-names.gen";

export const eventNames: Record<NoticeEvent, string> = {
  reply: "回复",
  mention: "提到我",
  topicReply: "关注的帖子",
  invite: "邀请回答",
  accept: "采纳",
  like: "赞",
  follow: "关注",
  approved: "审核通过",
  refused: "审核未通过",
  moderated: "版主处理",
  phoneChanged: "手机号变更",
  emailChanged: "邮箱变更",
  passwordChanged: "密码修改",
  factorsChanged: "两步验证",
  profileApproved: "资料通过",
  profileRefused: "资料未通过",
  advice: "建议与投诉",
  adviceAssigned: "分派给我",
  adviceOverdue: "超期未答复",
  closing: "账号注销",
  closeCancelled: "撤销注销",
  exportReady: "数据导出",
  productVersion: "产品新版本",
  productNotice: "产品通知",
  listNews: "清单变化",
  activity: "活动报名",
  teamInvite: "组队邀请",
  announcement: "公告",
};

export const eventIcons: Record<NoticeEvent, IconName> = {
  reply: "message-circle",
  mention: "at",
  topicReply: "bell",
  invite: "user-plus",
  accept: "circle-check",
  like: "thumb-up",
  follow: "user-check",
  approved: "circle-check",
  refused: "alert-circle",
  moderated: "flag",
  phoneChanged: "device-mobile",
  emailChanged: "at",
  passwordChanged: "lock",
  factorsChanged: "lock",
  profileApproved: "circle-check",
  profileRefused: "alert-circle",
  advice: "message",
  adviceAssigned: "message-circle",
  adviceOverdue: "alert-circle",
  closing: "alert-circle",
  closeCancelled: "circle-check",
  exportReady: "circle-check",
  productVersion: "circle-check",
  productNotice: "alert-circle",
  listNews: "list-check",
  activity: "circle-check",
  teamInvite: "user-plus",
  announcement: "speakerphone",
};

/** Appointments lead to the new work: `/moderator` opens the first screen that the reader may use. */
const appointments = new Set<LogAction>([
  "appoint",
  "appointEditor",
  "appointLecturer",
  "appointAnalyst",
  "appointAdmin",
]);

const favours = new Set<LogAction>([
  ...appointments,
  ...(["digest", "pin", "highlight", "recommend", "stamp", "icon", "raise", "show", "open"] as const),
  ...(["recover", "showPost", "recoverPost", "approve", "approveProfile", "lift", "appealUpheld"] as const),
]);

/** Whether the moderator's action is good for the reader; then the page does not show the reason as a warning. */
export const isFavour = ({ moderation }: Notice) => moderation !== null && favours.has(moderation.action);

/** The address that a notice links to; null when nothing is left to read. */
export function placeOfNotice({
  event,
  topic,
  post,
  actor,
  advice,
  product,
  list,
  activity,
  announcement,
  moderation,
}: Notice): string | null {
  if (moderation && appointments.has(moderation.action)) return paths.moderation();
  if (event === "announcement") return announcement?.link || null;
  if (activity && event === "teamInvite") return paths.activityTeam(activity.id);
  if (activity) return paths.activityEntry(activity.id);
  if (event === "follow") return actor && paths.user(actor.uid);
  if (event === "phoneChanged" || event === "emailChanged") return paths.info(2);
  if (event === "passwordChanged") return paths.setting("password");
  if (event === "factorsChanged") return paths.personal("security");
  if (event === "closing" || event === "closeCancelled") return paths.setting("close");
  if (event === "exportReady") return paths.setting("data");
  if (event === "profileApproved" || event === "profileRefused") return paths.personal("info");
  if (event === "productVersion" || event === "productNotice") {
    if (!product) return null;
    return product.notice === null
      ? paths.resource(product.pk_rm_resource ?? 0)
      : paths.notice(product.notice);
  }
  if (event === "listNews") {
    if (!list) return null;
    if (list.notice !== null) return paths.notice(list.notice);
    return list.pk_rm_resource !== null
      ? paths.resource(list.pk_rm_resource)
      : paths.product(list.product ?? 0);
  }
  if (event === "adviceAssigned" || event === "adviceOverdue")
    return advice && paths.moderation("advice", { number: advice });
  if (advice) return paths.advice(advice);
  if (!topic) return null;
  return paths.topic(topic.tid, post ? { pid: post.pid, seek: true } : {});
}
