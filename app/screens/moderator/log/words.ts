import { announcementKinds, audienceNames, audiences } from "contract/announcements/constants";
import { contentStates } from "contract/content/transitions";
import { highlights } from "contract/forum/constants";
import { digestLevels, pinScopes } from "contract/moderation/actions";
import type { LogRow, LogThing } from "contract/moderation/calls";
import {
  caseStatuses,
  rightDefaults,
  rightNames,
  rightValues,
  textActions,
} from "contract/moderation/constants";
import { memberRecords, memberRoles, memberTypes } from "contract/moderation/members/fields";
import { authorActions } from "contract/moderation/penalties";
import { preReviews } from "contract/moderation/sections/fields";
import { seenKinds } from "contract/moderation/see-as/constants";
import { wordLevels } from "contract/moderation/words/fields";
import { stateLabels } from "~/format/content-state";
import { formatWhole } from "~/format/time";
import { topicIcon } from "~/format/topic-marks";
import { kindNames } from "../editing/edited-kinds";

const targetNames: Record<LogRow["targetKind"], string> = {
  topic: "主题",
  post: "回复",
  person: "用户",
  section: "版块",
  profile: "资料修改",
  case: "举报",
  appeal: "申诉",
  word: "敏感词",
  network: "地址",
  advice: "建议或投诉",
  message: "私信",
  content: "内容",
  batch: "操作",
  announcement: "公告",
  cannedReply: "常用答复",
};

/** The name of a log row's target, with its title when the reader may see it. */
export const targetName = ({ targetKind, targetId, text }: LogThing): string => {
  const kind = targetKind === "post" && text?.pid === null ? targetNames.topic : targetNames[targetKind];
  return `${kind}${targetId === null ? "" : ` #${targetId}`}${text ? `「${text.title}」` : ""}`;
};

const columnNames: Record<string, string> = {
  state: "状态",
  pinScope: "置顶",
  digestLevel: "精华",
  highlight: "高亮",
  stamp: "图章",
  icon: "图标",
  closed: "关闭",
  duplicateOfId: "重复于",
  sectionId: "版块",
  classId: "分类",
  topic: "主题",
  replies: "回复",
  movedFromId: "移自",
  activeAt: "列表时间",
  recommended: "推荐",
  until: "到期",
  summary: "介绍（摘要值）",
  rules: "版规（摘要值）",
  version: "版本",
  preReview: "预审",
  recycleBin: "回收站",
  postingClosed: "停止发帖",
  unlisted: "不在列表显示",
  archived: "归档",
  name: "名称（摘要值）",
  group: "分区（摘要值）",
  sectionIcon: "图标",
  template: "发帖模板（摘要值）",
  position: "顺序",
  moderator: "版主",
  administrator: "管理员",
  role: "角色",
  kinds: "编辑的内容",
  classes: "限定的产品分类",
  courses: "指定的课程",
  by: "途径",
  days: "天数",
  mutedUntil: "禁言",
  bannedUntil: "禁止访问",
  warnings: "90 天内的警告",
  penalty: "处罚编号",
  network: "网段",
  note: "备注",
  notes: "备注数",
  level: "级别",
  status: "举报",
  action: "对内容",
  author: "对作者",
  assigneeId: "受理",
  words: "词数",
  added: "新增",
  delisted: "下架",
  changed: "修改",
  text: "文字（摘要值）",
  batch: "撤销的操作",
  ignored: "忽略",
  upheld: "成立",
  log: "针对的记录",
  number: "编号",
  dueAt: "期限",
  told: "提醒",
  removed: "删除",
  announcementKind: "公告的种类",
  audience: "发给",
  targetId: "对象编号",
  byMail: "也发邮件",
  sendAt: "发送时间",
  bannerUntil: "横幅显示到",
  members: "人数",
  contacts: "带联系方式",
  user: "筛选的用户（摘要值）",
  from: "注册不早于",
  to: "注册不晚于",
  seenFrom: "来过，不早于",
  seenTo: "没再来过，自",
  postsMin: "发帖不少于",
  postsMax: "发帖不多于",
  record: "处罚和备注",
  fid: "关注或管理的版块",
  type: "开发者类型",
  province: "省份编码",
  city: "城市编码",
  seenAs: "身份",
  approved: "通过",
  take: "冲突的决定",
  kind: "资料",
  ...rightNames,
};

const rights = { ...rightValues, ...rightDefaults };

/** The texts of values, by the name of their field. */
const valueNames: Record<string, Record<string, string>> = {
  state: { ...stateLabels, ...contentStates, listed: "正常" },
  level: wordLevels,
  preReview: preReviews,
  pinScope: pinScopes,
  digestLevel: { 0: "无", ...digestLevels },
  highlight: highlights,
  status: caseStatuses,
  action: textActions,
  author: authorActions,
  take: { own: "保留站内的", pack: "采用内容包的" },
  role: memberRoles,
  told: { assignee: "受理人", administrators: "全体管理员" },
  announcementKind: announcementKinds,
  audience: Object.fromEntries(audienceNames.map((name) => [name, audiences[name].says])),
  record: memberRecords,
  type: memberTypes,
  seenAs: seenKinds,
  by: { command: "服务器上的命令", link: "首次启动的链接" },
  ...Object.fromEntries(Object.keys(rightNames).map((name) => [name, rights])),
};

const isTime = (value: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value);
/** A permanent mute or ban ends in the year 9999. */
const permanentYear = "9999";

function valueText(name: string, value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || value === "") return "无";
  if (typeof value === "boolean") return value ? "是" : "否";
  const text = String(value);
  if (isTime(text)) return text.startsWith(permanentYear) ? "永久" : formatWhole(text);
  if (name === "kinds") return kindNames(text.split(","));
  if (name === "icon") return topicIcon(text)?.label ?? text;
  return valueNames[name]?.[text] ?? text;
}

/** The changes, before and after, one per line. */
export function changesOf({ before, after }: Pick<LogThing, "before" | "after">): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => before[name] !== after[name])
    .map(
      (name) =>
        `${columnNames[name] ?? name}：${valueText(name, before[name])} → ${valueText(name, after[name])}`,
    );
}
