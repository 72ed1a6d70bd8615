import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CallName, type CallResponse, contract } from "contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { typedFrom } from "../../app/forms/outcomes/question";
import { demoAccounts } from "../support/accounts";
import { type Between, BreakablePortal } from "../support/breakable-portal";
import { filled } from "../support/filled";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { signInWithPassword } from "../support/sign-in";
import { sampleOf } from "../support/tier";
import { someTopic } from "./support";

/**
 * Tests every question before an action on so many things that the person must type their number. The page has a field
 * for the number, a wrong number does nothing, and the right number does the action. The test replaces the gateway's
 * count, and no writing call reaches the gateway.
 */
const many = typedFrom + 5;
const several = Array.from({ length: many }, (_, index) => index + 1);

type Answers = { [Name in CallName]?: (healthy: () => Promise<CallResponse<Name>>) => unknown };

interface Question {
  /** The file that asks. The last test compares these with all files that ask. */
  asks: string;
  at: string;
  intent: string;
  values?: Record<string, string | readonly (string | number)[]>;
  /** The call that a confirmation makes. */
  makes: CallName;
  answers: Answers;
}

const made = <Name extends CallName>(name: Name) =>
  filled(contract[name].response, many) as CallResponse<Name>;
const matches: Answers = { moderatorMatches: () => ({ ids: several, total: many }) };
const destroyed: Answers = { deletedForGood: () => ({ count: many, sections: ["某版块"] }) };
const whole = { wholeList: "on", reason: "按版规处理" };
const ticked = { ids: several, reason: "按版规处理" };
const moderator = "app/screens/moderator";
const cases = { reportList: () => ({ ...made("reportList"), page: 1, pages: 1 }) };
const texts = { reviewTopicList: () => ({ ...made("reviewTopicList"), page: 1, pages: 1 }) };
const bin = { recycleTopicList: () => ({ ...made("recycleTopicList"), page: 1, pages: 1 }) };
const works: Answers = {
  activityWorks: () => ({
    ...made("activityWorks"),
    items: made("activityWorks").items.map((item) => ({ ...item, scores: 1 })),
    published: false,
    closed: true,
    organises: true,
  }),
};
const signups: Answers = {
  activitySignups: () => ({
    ...made("activitySignups"),
    items: made("activitySignups").items.map((item) => ({ ...item, team: "某队" })),
    page: 1,
    pages: 1,
    total: many,
  }),
};
const checked = { ...made("contentState").check, problems: [] } as object;
const pack = { ...checked, changes: [{ name: "产品", added: 0, changed: 0, delisted: many }] };
const uploadId = "00000000-0000-4000-8000-000000000000";
const content: Answers = {
  contentState: () => ({
    ...made("contentState"),
    pack: "某个包",
    work: null,
    loads: [],
    check: { checkedAt: "2026-01-01T00:00:00.000Z", ...pack },
    upload: {
      id: uploadId,
      name: "上传的包.zip",
      bytes: 1_000,
      nickName: null,
      uploadedAt: "2026-01-01T00:00:00.000Z",
      check: { checkedAt: "2026-01-01T00:00:00.000Z", ...pack },
    },
    previous: {
      pack: "从前的包",
      loadedAt: "2026-01-01T00:00:00.000Z",
      check: { checkedAt: "2026-01-01T00:00:00.000Z", ...pack },
    },
  }),
};

const questions: Question[] = [
  {
    asks: "app/screens/organising/tasks/tasks.tsx",
    at: "/activity/manage/1/tasks",
    intent: "message",
    values: { state: "", text: "集合的时间改了" },
    makes: "activityMessage",
    answers: {
      activityCounts: async (healthy) => ({
        ...(await healthy()),
        states: [{ state: "accepted", count: many }],
      }),
    },
  },
  {
    asks: "app/screens/organising/works/works.tsx",
    at: "/activity/manage/1/works",
    intent: "publish",
    makes: "activityResultsPublish",
    answers: works,
  },
  ...["accept", "askMore", "refuse"].map((action) => ({
    asks: "app/screens/organising/parts/review.server.ts",
    at: "/activity/manage/1",
    intent: `review:${action}`,
    values: { all: "1", reason: "活动取消" },
    makes: "activityReview" as const,
    answers: signups,
  })),
  {
    asks: "app/screens/organising/parts/review.server.ts",
    at: "/activity/manage/1",
    intent: "review:refuse",
    values: { ids: several, reason: "活动取消" },
    makes: "activityReview",
    answers: signups,
  },
  {
    asks: `${moderator}/content/uploaded-pack.server.ts`,
    at: "/moderator/content",
    intent: "loadUpload",
    values: { upload: uploadId, checkedAt: "2026-01-01T00:00:00.000Z" },
    makes: "loadContent",
    answers: content,
  },
  ...["load:present", "load:previous"].map((intent) => ({
    asks: `${moderator}/content/content.tsx`,
    at: "/moderator/content",
    intent,
    makes: "loadContent" as const,
    answers: content,
  })),
  {
    asks: `${moderator}/recycle.tsx`,
    at: "/moderator/recycle",
    intent: "destroy",
    values: ticked,
    makes: "destroyContent",
    answers: bin,
  },
  {
    asks: `${moderator}/recycle.tsx`,
    at: "/moderator/recycle",
    intent: "recover",
    values: whole,
    makes: "recoverContent",
    answers: { ...bin, ...matches },
  },
  {
    asks: `${moderator}/words/words.tsx`,
    at: "/moderator/words",
    intent: "remove",
    values: { words: several.map((number) => `某个词${number}`) },
    makes: "removeSensitiveWords",
    answers: {},
  },
  {
    asks: `${moderator}/module/module.server.ts`,
    at: "/moderator/module?fid=101&part=classes",
    intent: "deleteClass:1",
    values: { fid: "101", moveTo: "2" },
    makes: "deleteTopicClass",
    answers: {
      moderatedForum: async (healthy) => ({
        ...(await healthy()),
        classes: [1, 2].map((id) => ({ id, name: `第 ${id} 类`, position: id, closed: false, topics: many })),
      }),
    },
  },
  {
    asks: "app/screens/own-lists/list.server.ts",
    at: "/personalCenter/lists/1",
    intent: "delete",
    makes: "deleteOwnList",
    answers: { ownList: () => ({ ...made("ownList"), resources: [], topics: [] }) },
  },
  {
    asks: "app/screens/personal/setting/sessions.server.ts",
    at: "/personalCenter/setting?section=sessions",
    intent: "revoke-others",
    makes: "revokeOtherSessions",
    answers: { sessionList: () => made("sessionList") },
  },
  ...["approve", "refuse", "ignore", "discard"].map((intent) => ({
    asks: `${moderator}/audit/audit.tsx`,
    at: "/moderator/audit",
    intent,
    values: whole,
    makes: "reviewContent" as const,
    answers: { ...texts, ...matches },
  })),
  {
    asks: `${moderator}/audit/audit.tsx`,
    at: "/moderator/audit",
    intent: "discard",
    values: ticked,
    makes: "reviewContent",
    answers: { ...texts, ...destroyed },
  },
  {
    asks: `${moderator}/audit/audit.tsx`,
    at: "/moderator/audit?of=profiles",
    intent: "approve",
    values: whole,
    makes: "reviewProfile",
    answers: {
      ...matches,
      reviewProfileList: () => ({ ...made("reviewProfileList"), page: 1, pages: 1 }),
    },
  },
  ...["uphold", "reject"].flatMap((decision) => [
    {
      asks: `${moderator}/report/report.tsx`,
      at: "/moderator/report",
      intent: decision,
      values: { ...whole, action: "none", author: "none" },
      makes: "handleReport" as const,
      answers: { ...cases, ...matches },
    },
    {
      asks: `${moderator}/report/report.tsx`,
      at: "/moderator/report?appeals=open",
      intent: `appeal-${decision}`,
      values: whole,
      makes: "handleAppeal" as const,
      answers: { ...matches, appealList: () => ({ ...made("appealList"), page: 1, pages: 1 }) },
    },
    {
      asks: `${moderator}/inbox/inbox.server.ts`,
      at: "/moderator/advice?kind=message",
      intent: `message-${decision}`,
      values: whole,
      makes: "handleMessageReport" as const,
      answers: {
        ...matches,
        reportedMessageList: () => ({ ...made("reportedMessageList"), page: 1, pages: 1 }),
      },
    },
  ]),
  {
    asks: `${moderator}/report/report.tsx`,
    at: "/moderator/report",
    intent: "uphold",
    values: { ...ticked, action: "recycle", author: "none" },
    makes: "handleReport",
    answers: { ...cases, ...destroyed },
  },
  {
    asks: `${moderator}/theme/theme.tsx`,
    at: "/moderator/theme",
    intent: "operate",
    values: { ...whole, operation: "close" },
    makes: "topicOperate",
    answers: matches,
  },
  {
    asks: `${moderator}/theme/theme.tsx`,
    at: "/moderator/theme",
    intent: "operate",
    values: { ...ticked, operation: "recycle" },
    makes: "topicOperate",
    answers: destroyed,
  },
  {
    asks: `${moderator}/editing/several/several.server.ts`,
    at: "/moderator/content/news",
    intent: "several:withdraw",
    values: { ids: several, why: "清理" },
    makes: "changeSeveralContent",
    answers: {
      checkSeveralContent: () => ({
        pieces: several.map((id) => ({
          key: String(id),
          title: `资讯 ${id}`,
          version: 1,
          visibleVersion: 1,
        })),
      }),
    },
  },
  {
    asks: `${moderator}/people/forbidden-user.tsx`,
    at: "/moderator/forbiddenUser?uid=3",
    intent: "restrict",
    values: { uid: "3", action: "mute", days: "7", recycleDays: "3", reason: "广告" },
    makes: "updateForbidden",
    answers: destroyed,
  },
  {
    asks: "app/moderation/restrict.server.ts",
    at: "/userhomepage?uid=3&moderate=1",
    intent: "restrict",
    values: { uid: "3", action: "mute", days: "7", recycleDays: "3", reason: "广告" },
    makes: "updateForbidden",
    answers: destroyed,
  },
  {
    asks: "app/screens/topic/model/topic-intents.server.ts",
    at: "/postDetail?tid=TID&moderate=PID",
    intent: "operate",
    values: { ids: "TID", operation: "recycle", reason: "广告" },
    makes: "topicOperate",
    answers: destroyed,
  },
  {
    asks: "app/screens/topic/model/topic-intents.server.ts",
    at: "/postDetail?tid=TID&moderate=REPLY",
    intent: "moderatePost:recyclePost",
    values: { pid: "REPLY", reason: "广告" },
    makes: "moderatorPostOperate",
    answers: destroyed,
  },
];

/** Files that ask about one thing, and so never for a number. */
const ofOne = [
  "app/screens/activities/team/team.tsx",
  "app/screens/moderator/administrators/administrators.tsx",
  "app/screens/moderator/announcements/announcements.server.ts",
  "app/screens/moderator/inbox/canned-replies.server.ts",
  "app/screens/moderator/members/members.server.ts",
  // It names the floors, which are those of one page at most.
  "app/screens/moderator/replies/replies.server.ts",
  "app/screens/moderator/roles/roles.server.ts",
  "app/screens/personal/security/security.server.ts",
  "app/screens/study-notes/notes.server.ts",
  "app/screens/training/exams/attempt.tsx",
  "app/screens/training/people/videos.tsx",
];
/** The modules by which the other files ask. */
const tools = [
  "app/moderation/list-action.server.ts",
  "app/moderation/deletes-question.server.ts",
  "app/request/ask-first.server.ts",
];

let portal: BreakablePortal;
let browser: PlainBrowser;
let names: [string, string][];

beforeAll(async () => {
  portal = await BreakablePortal.open();
  browser = portal.browser();
  await signInWithPassword(browser, demoAccounts.admin);
  const topic = await browser.get(await someTopic(browser));
  const [PID = "", REPLY = ""] = topic
    .$("[id^='post-']")
    .toArray()
    .flatMap((post) => /^post-(\d+)$/.exec(post.attribs.id ?? "")?.[1] ?? []);
  names = Object.entries({ TID: /thread-(\d+)/.exec(topic.url.pathname)?.[1] ?? "", PID, REPLY });
});
afterAll(() => portal?.close());

const fillIn = (text: string) => names.reduce((whole, [name, value]) => whole.replaceAll(name, value), text);

/** Posts a form; gives the page that follows and the calls that the post made. */
async function post(question: Question, more: Record<string, string> = {}): Promise<[Page, CallName[]]> {
  const { at, intent, values = {}, answers } = question;
  const reached: CallName[] = [];
  const between: Between = async (name, healthy) => {
    if (contract[name].effect !== "reads") {
      reached.push(name);
      return Response.json({ errorCode: "WRONG_STATE" }, { status: 422 });
    }
    const answer = answers[name] as ((healthy: () => Promise<unknown>) => unknown) | undefined;
    if (!answer) return healthy();
    return Response.json(await answer(async () => (await healthy()).json()));
  };
  const page = await portal.altered(between, async () => {
    const { $ } = await browser.get(fillIn(at));
    const body = new URLSearchParams({ intent, submissionId: "1".repeat(16) });
    body.set("csrf", $("input[name=csrf]").first().attr("value") ?? "");
    for (const [name, value] of Object.entries({ ...values, ...more }))
      for (const one of [value].flat()) body.append(name, fillIn(String(one)));
    return browser.post(fillIn(at), body);
  });
  return [page, reached];
}

describe("a question about very many things", () => {
  test.each(sampleOf(questions, 9, ({ at, intent }) => `${at} ${intent}`))(
    "$intent at $at has a field for their number, and accepts the right number",
    async (question) => {
      const { makes } = question;
      const [questionPage, before] = await post(question);
      expect([questionPage.status, before.includes(makes)], questionPage.text).toEqual([200, false]);
      const box = questionPage.$("[role=alert]:has([name=sure])");
      expect(box.length).toBe(1);
      const field = box.find("input[name=howMany]");
      expect(box.find(`label[for="${field.attr("id")}"]`).text()).toBe(`输入 ${many} 确认`);
      const sure = String(box.find("[name=sure]").attr("value"));

      const [wrong, still] = await post(question, { sure, howMany: String(many + 1) });
      expect([wrong.status, still.includes(makes)]).toEqual([400, false]);
      const mistyped = wrong.$("input[name=howMany]");
      expect([mistyped.attr("value"), mistyped.attr("aria-invalid")]).toEqual([String(many + 1), "true"]);
      expect(wrong.$(`[id="${mistyped.attr("aria-describedby")}"]`).text()).toContain(`请输入 ${many}`);

      const [, after] = await post(question, { sure, howMany: String(many) });
      expect(after).toContain(makes);
    },
  );

  test("every file that asks is in this list", () => {
    const asking = readdirSync("app", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) =>
        /\b(?:askFirst|decides|askBeforeDestroying|restricts)\(/.test(readFileSync(path, "utf8")),
      );
    const here = new Set([...questions.map(({ asks }) => asks), ...ofOne, ...tools]);
    expect(asking.filter((path) => !here.has(path) && path !== "app/screens/people/user-home.tsx")).toEqual(
      [],
    );
    for (const path of ofOne) expect(readFileSync(path, "utf8")).not.toMatch(/\bcount[:,]/);
  });
});
