import { officeNames } from "contract/base/access";
import { redirect, type Screen, screen } from "./screen-row";

const moderator = { area: "moderator", access: "forumAdmin" } as const;
/** Beside administrators, editors and lecturers, or analysts, open these. */
const writer = { ...moderator, offices: ["editor", "lecturer"] } as const;
const analyst = { ...moderator, offices: ["analyst"] } as const;

/** The screens of the moderation area (spec 2.1); only moderators, or the named offices, may open them. */
export const moderatorScreens: Screen[] = [
  redirect("/moderator", { access: "forumAdmin", offices: officeNames }),
  screen("/moderator/audit", "moderator/audit/audit.tsx", "内容审核", "moderator_audit", {
    ...moderator,
    query: ["of", "ignored", "fid", "author", "word", "edit", "size", "page"],
  }),
  screen(
    "/moderator/forbiddenUser",
    "moderator/people/forbidden-user.tsx",
    "禁言用户",
    "moderator_forbidden",
    {
      ...moderator,
      query: ["user", "uid", "kind", "all", "networks", "size", "page"],
    },
  ),
  screen("/moderator/members", "moderator/members/members.tsx", "用户名单", "moderator_members", {
    ...moderator,
    query: [
      ...["user", "since", "to", "seenSince", "seenTo", "postsMin", "postsMax", "record", "fid", "role"],
      ...["type", "province", "city", "order", "table", "contacts", "size", "page"],
    ],
  }),
  screen("/moderator/userAuth", "moderator/rights/user-auth.tsx", "用户授权", "moderator_auth", {
    ...moderator,
    query: ["fid", "person", "page"],
  }),
  screen("/moderator/theme", "moderator/theme/theme.tsx", "主题管理", "moderator_theme", {
    ...moderator,
    query: [
      ...["fid", "classId", "state", "digest", "pinned", "closed", "author", "keyword"],
      ...["viewsMin", "repliesMin", "idleDays", "since", "to", "size", "page"],
    ],
  }),
  screen("/moderator/recycle", "moderator/recycle.tsx", "回收站", "moderator_recycle", {
    ...moderator,
    query: ["of", "fid", "author", "by", "since", "to", "size", "page"],
  }),
  screen("/moderator/batch", "moderator/batch.tsx", "操作记录", "moderator_batch", {
    ...moderator,
    query: ["id", "back"],
    naming: ["id"],
  }),
  screen("/moderator/module", "moderator/module/module.tsx", "版块管理", "moderator_module", {
    ...moderator,
    query: ["fid", "part", "version"],
  }),
  screen("/moderator/replies", "moderator/replies/replies.tsx", "拆分、移动或合并", "moderator_replies", {
    ...moderator,
    query: ["tid", "page"],
  }),
  screen("/moderator/sections", "moderator/sections/sections.tsx", "版块与分区", "moderator_sections", {
    ...moderator,
    query: ["fid"],
  }),
  screen("/moderator/words", "moderator/words/words.tsx", "敏感词", "moderator_words", {
    ...moderator,
    query: ["text", "level", "edited", "was", "scan", "size", "page"],
  }),
  screen("/moderator/content", "moderator/content/content.tsx", "内容装载", "moderator_content", {
    ...moderator,
  }),
  screen("/moderator/content/:kind", "moderator/editing/list.tsx", "内容编辑", "moderator_pieces", {
    ...writer,
    query: ["text", "state", "only", "table", "size", "page"],
  }),
  screen("/moderator/content/:kind/:key", "moderator/editing/piece.tsx", "编辑内容", "moderator_piece", {
    ...writer,
  }),
  screen(
    "/moderator/content/:kind/:key/versions",
    "moderator/editing/versions.tsx",
    "历史版本",
    "moderator_piece_versions",
    { ...writer, query: ["version"] },
  ),
  screen(
    "/moderator/administrators",
    "moderator/administrators/administrators.tsx",
    "管理员",
    "moderator_administrators",
    moderator,
  ),
  screen("/moderator/roles", "moderator/roles/roles.tsx", "角色", "moderator_roles", {
    ...moderator,
    query: ["role", "uid", "size", "page"],
  }),
  screen(
    "/moderator/announcements",
    "moderator/announcements/announcements.tsx",
    "公告",
    "moderator_announcements",
    { ...moderator, query: ["id", "size", "page"] },
  ),
  screen("/moderator/overview", "moderator/overview/overview.tsx", "管理概览", "moderator_overview", {
    ...moderator,
    offices: ["moderator", "analyst"],
  }),
  screen("/moderator/traffic", "moderator/traffic/traffic.tsx", "访问统计", "moderator_traffic", {
    ...analyst,
    query: ["days", "of", "shell"],
  }),
  screen("/moderator/numbers", "moderator/numbers/numbers.tsx", "数据", "moderator_numbers", {
    ...moderator,
    offices: ["moderator", "editor", "analyst"],
    query: ["of", "days", "since", "to", "source", "id", "page"],
  }),
  screen("/moderator/advice", "moderator/inbox/advice.tsx", "建议与投诉", "moderator_advice", {
    ...moderator,
    query: [
      ...["kind", "state", "type", "status", "text", "user", "assignee", "number", "shown", "edit"],
      ...["size", "page"],
    ],
  }),
  screen("/moderator/log", "moderator/log/log.tsx", "管理日志", "moderator_log", {
    ...moderator,
    query: ["operator", "action", "fid", "person", "batch", "keyword", "since", "to", "before"],
  }),
  screen("/moderator/report", "moderator/report/report.tsx", "举报处理", "moderator_report", {
    ...moderator,
    query: ["status", "fid", "mine", "appeals", "size", "page"],
  }),
];
