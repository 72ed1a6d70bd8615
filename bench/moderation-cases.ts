/** The calls of the moderators' lists: first, deep and filtered pages, and the menu's counts. */
import { rareReason, rareWord } from "./moderation-data";
import type { Case } from "./scale";

const staff = (name: string, as: "moderator" | "admin", run: Case["run"]): Case => ({
  name: `${as === "admin" ? "管理员" : "版主"}，${name}`,
  as,
  run,
});

/** The first, the five-hundredth, and a page from the middle of the list, which is far from both ends. */
const pages = [1, 250, 500];

const each = ["moderator", "admin"] as const;

export const moderationCases: Case[] = each.flatMap((as) => [
  staff("菜单上的数", as, (ask) => ask("moderatorOverview", {})),
  ...pages.map((page) => staff(`待审回复，第 ${page} 页`, as, (ask) => ask("reviewReplyList", { page }))),
  staff("待审回复，少见的词", as, (ask) => ask("reviewReplyList", { word: rareWord })),
  staff("待审回复，已忽略", as, (ask) => ask("reviewReplyList", { ignored: true })),
  // In the small forum no person has a full page of them in one section.
  ...(as === "admin"
    ? [staff("待审回复，某人的", as, (ask) => ask("reviewReplyList", { author: "成员2" }))]
    : []),
  ...pages.map((page) => staff(`举报，第 ${page} 页`, as, (ask) => ask("reportList", { page }))),
  staff("举报，处理中", as, (ask) => ask("reportList", { status: "working" })),
  ...pages.map((page) => staff(`主题，第 ${page} 页`, as, (ask) => ask("moderatorTopicList", { page }))),
  staff("主题，精华", as, (ask) => ask("moderatorTopicList", { digest: true })),
  staff("主题，置顶", as, (ask) => ask("moderatorTopicList", { pinned: true })),
  staff("主题，某人的", as, (ask) => ask("moderatorTopicList", { author: "成员2" })),
  ...pages.map((page) => staff(`回复回收站，第 ${page} 页`, as, (ask) => ask("recycleReplyList", { page }))),
  staff("日志，第 1 页", as, (ask) => ask("managementLog", {})),
  staff("日志，第 500 页", as, (ask, { moderation }) =>
    ask("managementLog", { before: Math.max(200, moderation.logRows - 10_000) }),
  ),
  staff("日志，某种操作", as, (ask) => ask("managementLog", { action: "refuse" })),
  staff("日志，某人", as, (ask) => ask("managementLog", { person: "成员77" })),
  staff("日志，常见的理由", as, (ask) => ask("managementLog", { keyword: "版规" })),
  staff("日志，少见的理由", as, (ask) => ask("managementLog", { keyword: rareReason })),
  staff("日志，没有的操作", as, (ask) => ask("managementLog", { action: "destroy" })),
]);
