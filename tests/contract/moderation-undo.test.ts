import {
  type LogAction,
  logActionNames,
  type ModerationOptions,
  moderatorActions,
  type TopicAction,
  topicActionNames,
} from "contract/moderation/actions";
import { rightNames } from "contract/moderation/constants";
import { eq } from "drizzle-orm";
import {
  accounts,
  moderationBatches,
  moderationLog,
  moderators,
  notifications,
} from "gateway/database/schema";
import { verifyLog } from "gateway/moderation/verify-log";
import { saveWords } from "gateway/sensitive-words/list";
import { beforeAll, describe, expect, it } from "vitest";
import { expectExactCounters } from "../support/counters";
import {
  type Member,
  next,
  type Section,
  startGateway,
  submissionId,
  type TestGateway,
} from "../support/gateway";
import { adviceActions } from "../support/moderation/advice-actions";
import { contentActions, contentTraces } from "../support/moderation/content-actions";
import { replyActions } from "../support/moderation/reply-actions";
import { roleActions } from "../support/moderation/role-actions";
import { sectionActions, sectionTraces } from "../support/moderation/section-actions";
import { differing, world } from "../support/moderation/world";
import { sampleOf } from "../support/tier";

const gateway = startGateway({ profileReview: ["nickname"] });
const word = "代购芯片";

let [admin, moderator, third, author, reader]: Member[] = [];
let [section, elsewhere]: Section[] = [];
beforeAll(async () => {
  const at = gateway();
  const old = { createdAt: new Date("2026-01-01T00:00:00Z") };
  admin = await at.member({ admin: true });
  [moderator, third] = [await at.member(), await at.member()];
  author = await at.member({ ...old, signedPolicies: { Disclaimer: "1.0" } });
  reader = await at.member(old);
  section = await at.section({ moderators: [moderator, third] });
  elsewhere = await at.section({ moderators: [moderator] });
  await saveWords(at.database, [{ word, level: "review", replacement: null }], at.services.now());
});

const fid = () => section?.fid ?? 0;
const why = () => ({ reason: "按版规处理", submissionId: submissionId() });
const ok = ((...call: Parameters<TestGateway["ok"]>) => gateway().ok(...call)) as TestGateway["ok"];
const listed = (by = author) => gateway().topic(by as Member, section as Section, { tags: ["串口"] });
const waiting = (by = author) =>
  gateway().topic(by as Member, section as Section, { content: `有人${word}吗` });
const reply = async (content = "先看晶振频率。") =>
  gateway().reply(author as Member, (await listed(reader)).tid, { content });

/** The batch of a form, and its progress. */
interface Done {
  batch: number;
}
/** Sets the scene; gives the action and the moderator. */
type Case = () => Promise<{ by: Member; act: () => Promise<Done>; without?: string[] }>;

const by = (member: Member | undefined, act: () => Promise<Done>, without?: string[]) => ({
  by: member as Member,
  act,
  ...(without ? { without } : {}),
});

const options: Partial<Record<TopicAction, () => Partial<ModerationOptions>>> = {
  digest: () => ({ value: "2", days: 3 }),
  pin: () => ({ value: "section", days: 3 }),
  highlight: () => ({ value: "red" }),
  recommend: () => ({ value: "1", days: 3 }),
  stamp: () => ({ value: "推荐" }),
  icon: () => ({ value: "bulb" }),
  class: () => ({ value: String(section?.classes[0]) }),
  move: () => ({ value: String(elsewhere?.fid), pointer: false }),
  close: () => ({ days: 3 }),
};
/** The action that must come before another. */
const first: Partial<Record<TopicAction, TopicAction>> = { show: "hide", open: "close", sink: "raise" };

const onTopic =
  (action: TopicAction): Case =>
  async () => {
    const { tid } = await listed();
    gateway().pass(60);
    const operate = (each: TopicAction) =>
      ok("topicOperate", { ids: [tid], action: each, ...why(), ...options[each]?.() }, moderator);
    const before = first[action];
    if (before) await operate(before);
    gateway().pass(60);
    return by(moderator, () => operate(action));
  };

const onReply =
  (action: "hidePost" | "showPost" | "recyclePost"): Case =>
  async () => {
    const { pid } = await reply();
    const operate = (each: typeof action) =>
      ok("moderatorPostOperate", { ids: [pid], action: each, ...why() }, moderator);
    if (action === "showPost") await operate("hidePost");
    gateway().pass(60);
    return by(moderator, () => operate(action));
  };

const fromBin =
  (of: "topics" | "replies", call: "recoverContent" | "destroyContent"): Case =>
  async () => {
    const { tid, pid } = of === "topics" ? await listed() : await reply();
    const id = of === "topics" ? tid : pid;
    if (of === "topics") await ok("topicOperate", { ids: [id], action: "recycle", ...why() }, moderator);
    else await ok("moderatorPostOperate", { ids: [id], action: "recyclePost", ...why() }, moderator);
    gateway().pass(60);
    return by(admin, () => ok(call, { ids: [id], of, ...why() }, admin));
  };

const onReview =
  (action: "approve" | "refuse" | "ignore" | "discard"): Case =>
  async () => {
    const { pid } = await waiting();
    return by(moderator, () => ok("reviewContent", { ids: [pid], action, ...why() }, moderator), newToAll);
  };
/** Columns that an approval sets and its undo leaves; they do not matter while the text is hidden. */
const newToAll = ["topics.published_at", "topics.active_at", "topic_tags.active_at"];

const onProfile =
  (action: "approve" | "refuse" | "ignore"): Case =>
  async () => {
    const person = await gateway().member({ email: `${submissionId()}@example.com` });
    await ok("updateNickname", { nickname: `改名${next()}` }, person);
    const { items } = await ok("reviewProfileList", {}, admin);
    const mine = items.find((item) => item.person.uid === person.id);
    return by(admin, () => ok("reviewProfile", { ids: [mine?.id ?? 0], action, ...why() }, admin));
  };

async function reported() {
  const { pid, tid } = await listed(await gateway().member());
  await ok("submitReport", { pid, reason: "spam", text: "广告" }, reader);
  const { cases } = await ok("reportList", {}, moderator);
  return { tid, pid, id: cases.find((each) => each.pid === pid)?.id ?? 0 };
}

const onCase =
  (decision: "uphold" | "reject"): Case =>
  async () => {
    const { id } = await reported();
    const form = { ids: [id], decision, action: "hide" as const, author: "mute" as const, days: 3, ...why() };
    gateway().pass(60);
    return by(moderator, () => ok("handleReport", form, moderator));
  };

const onAppeal =
  (decision: "uphold" | "reject"): Case =>
  async () => {
    const { tid } = await listed();
    await ok("topicOperate", { ids: [tid], action: "hide", ...why() }, moderator);
    const { rows } = await ok("managementLog", { action: "hide", limit: 1 }, admin);
    await ok("submitAppeal", { logId: rows[0]?.id ?? 0, text: "没有违规" }, author);
    const { items } = await ok("appealList", {}, admin);
    gateway().pass(60);
    const form = { ids: [items.at(-1)?.id ?? 0], decision, ...why() };
    return by(admin, () => ok("handleAppeal", form, admin));
  };

const onMessage =
  (decision: "uphold" | "reject"): Case =>
  async () => {
    const text = `私信 ${submissionId()}`;
    const { id } = await ok(
      "sendInnerMessage",
      { uid: reader?.id ?? 0, text, submissionId: submissionId() },
      author,
    );
    await ok("reportInnerMessage", { id, reason: "abuse", text: "骂人" }, reader);
    const { items } = await ok("reportedMessageList", {}, admin);
    const ids = [items.find((item) => item.text === text)?.id ?? 0];
    return by(admin, () => ok("handleMessageReport", { ids, decision, ...why() }, admin));
  };

const restrict = (uid: number, action: "warn" | "mute" | "ban" | "lift", days = 3, recycleDays = 0) =>
  ok("updateForbidden", { uid, action, days, recycleDays, ...why() }, admin);

const onPerson =
  (action: "warn" | "mute" | "ban" | "lift"): Case =>
  async () => {
    const person = await gateway().member();
    // A penalty of the same kind exists already, and must apply again after the undo. With two warnings the third one
    // mutes.
    if (action === "warn") for (let count = 0; count < 2; count += 1) await restrict(person.id, "warn");
    else await restrict(person.id, action === "ban" ? "ban" : "mute", 9);
    if (action === "lift") await restrict(person.id, "ban", 0);
    gateway().pass(60);
    return by(admin, () => restrict(person.id, action));
  };

const network = (days: number) =>
  ok("banAddress", { network: "203.0.113.0/24", days, reason: "灌水" }, admin);

/** How each action that can be undone, or cannot, is made. */
const cases: Partial<Record<LogAction, Case>> = {
  ...(Object.fromEntries(topicActionNames.map((name) => [name, onTopic(name)])) as Record<TopicAction, Case>),
  hidePost: onReply("hidePost"),
  showPost: onReply("showPost"),
  recyclePost: onReply("recyclePost"),
  ...replyActions(gateway, () => ({
    moderator: moderator as Member,
    writers: [author as Member, reader as Member],
    section: section as Section,
    elsewhere: elsewhere as Section,
  })),
  recover: fromBin("topics", "recoverContent"),
  recoverPost: fromBin("replies", "recoverContent"),
  destroy: fromBin("topics", "destroyContent"),
  destroyPost: fromBin("replies", "destroyContent"),
  approve: onReview("approve"),
  refuse: onReview("refuse"),
  ignore: onReview("ignore"),
  discard: onReview("discard"),
  rewrite: async () => {
    const { pid } = await gateway().topic(author as Member, section as Section, {
      content: `**有人**${word}吗`,
      title: "采购的办法",
      tags: ["采购"],
    });
    const form = { pid, title: "采购芯片的办法", content: "正规渠道有哪些？", reason: "去掉推广" };
    return by(moderator, () => ok("rewriteContent", form, moderator), newToAll);
  },
  approveProfile: onProfile("approve"),
  refuseProfile: onProfile("refuse"),
  ignoreProfile: onProfile("ignore"),
  uphold: onCase("uphold"),
  reject: onCase("reject"),
  assign: async () => {
    const { id } = await reported();
    // The earlier assignee has it again.
    await ok("assignReport", { ids: [id], submissionId: submissionId() }, admin);
    return by(moderator, () => ok("assignReport", { ids: [id], submissionId: submissionId() }, moderator));
  },
  appealUpheld: onAppeal("uphold"),
  appealRejected: onAppeal("reject"),
  upholdMessage: onMessage("uphold"),
  rejectMessage: onMessage("reject"),
  warn: onPerson("warn"),
  mute: onPerson("mute"),
  ban: onPerson("ban"),
  lift: onPerson("lift"),
  recycleText: async () => {
    const person = await gateway().member();
    await gateway().topic(person, section as Section);
    // The ban itself stays; the binned texts come back.
    const act = async () => ({ batch: (await restrict(person.id, "ban", 3, 2)).texts ?? 0 });
    return by(admin, act, ["accounts.banned_until", "penalties"]);
  },
  banAddress: async () => {
    await network(9);
    gateway().pass(60);
    return by(admin, () => network(0));
  },
  unbanAddress: async () => {
    await network(9);
    const { items } = await ok("addressBanList", {}, admin);
    gateway().pass(60);
    return by(admin, () => ok("unbanAddress", { ids: [items[0]?.id ?? 0], ...why() }, admin));
  },
};

/** Actions that the same form reverses: the action and its reverse. */
const again: Partial<Record<LogAction, () => Promise<[() => Promise<unknown>, () => Promise<unknown>]>>> = {
  right: async () => {
    const person = await gateway().member();
    const names = Object.keys(rightNames) as (keyof typeof rightNames)[];
    const rest = Object.fromEntries(names.map((name) => [name, "default"])) as Record<
      (typeof names)[number],
      "default"
    >;
    const set = (post: "deny" | "default") => () =>
      ok(
        "updateUserPermission",
        { fid: fid(), uid: person.id, rights: { ...rest, post }, reason: "调整" },
        admin,
      );
    return [set("deny"), set("default")];
  },
  describe: async () => {
    const set = (summary: string) => () =>
      ok("updateForumDescription", { fid: fid(), summary, rules: "", reason: "" }, moderator);
    await set("原来的介绍")();
    return [set("新的介绍"), set("原来的介绍")];
  },
  section: async () => {
    const plain = { preReview: "none", recycleBin: true, postingClosed: false, unlisted: false } as const;
    const set = (postingClosed: boolean) => () =>
      ok("updateForumSettings", { ...plain, fid: fid(), postingClosed, reason: "调整" }, admin);
    return [set(true), set(false)];
  },
  classes: async () => {
    const id = section?.classes[1] ?? 0;
    const set = (name: string) => () =>
      ok("saveTopicClass", { fid: fid(), id, name, position: 2, closed: false }, moderator);
    return [set("心得"), set("经验")];
  },
  appoint: async () => {
    const { id: uid } = await gateway().member();
    const form = { fid: fid(), reason: "调整" };
    return [
      () => ok("appointModerator", { ...form, person: String(uid) }, admin),
      () => ok("dismissModerator", { ...form, uid }, admin),
    ];
  },
  dismiss: async () => {
    const { id: uid } = await gateway().member();
    const form = { fid: fid(), reason: "调整" };
    const appoint = () => ok("appointModerator", { ...form, person: String(uid) }, admin);
    await appoint();
    return [() => ok("dismissModerator", { ...form, uid }, admin), appoint];
  },
  appointAdmin: async () => {
    const { id: uid } = await gateway().member();
    return [
      () => ok("appointAdministrator", { person: String(uid), reason: "调整" }, admin),
      () => ok("dismissAdministrator", { uid, reason: "调整" }, admin),
    ];
  },
  dismissAdmin: async () => {
    const { id: uid } = await gateway().member({ admin: true });
    return [
      () => ok("dismissAdministrator", { uid, reason: "调整" }, admin),
      () => ok("appointAdministrator", { person: String(uid), reason: "调整" }, admin),
    ];
  },
  ...roleActions(gateway, () => admin),
  ...sectionActions(gateway, () => admin),
  word: async () => {
    const entry = { word: `收购账号${next()}`, replacement: "" };
    const set =
      (level: "review" | "refuse", was = entry.word) =>
      () =>
        ok("saveSensitiveWord", { ...entry, was, level }, admin);
    await set("review", "")();
    return [set("refuse"), set("review")];
  },
  ...adviceActions(
    gateway,
    () => admin as Member,
    () => author as Member,
  ),
  ...contentActions(gateway, () => admin),
};
/** Columns that a reversed change leaves: its author, its time, and the earlier versions. */
const traces = [
  ...["section_versions", "sections.edited_at", "suggestions.steps", "suggestions.updated_at"],
  ...["suggestions.deeds", "canned_replies.version", "canned_replies.updated_at"],
  ...["documents.value", "documents.updated_at", "sensitive_words.edited_at"],
  ...[...contentTraces, ...sectionTraces],
  "staff_roles.created_at",
];

/** Runs something while the administrator is only a moderator of the section. */
async function asModerator(run: () => Promise<unknown>): Promise<void> {
  const { database } = gateway();
  const rank = (isAdmin: boolean) =>
    database
      .update(accounts)
      .set({ admin: isAdmin })
      .where(eq(accounts.id, admin?.id ?? 0));
  await rank(false);
  await database.insert(moderators).values({ accountId: admin?.id ?? 0, sectionId: fid() });
  try {
    await run();
  } finally {
    await database.delete(moderators).where(eq(moderators.accountId, admin?.id ?? 0));
    await rank(true);
  }
}

const noted = new Set<LogAction>([
  "createSection",
  "note",
  "caseNote",
  "rescan",
  "expire",
  "undo",
  "resetPassword",
  "removeFactors",
  "endRole",
  "exportMembers",
  "seeAs",
  "loadContent",
  "exportContent",
  "adviceNote",
  "adviceOverdue",
]);
/** They act on no text or person, so no batch of them could be opened and undone. */
const unbatched: readonly LogAction[] = ["announce", "stopAnnouncement", "removeCannedReply"];
const are = (back: string) => logActionNames.filter((name) => moderatorActions[name].undo === back);
const sampled = (back: string) => sampleOf(are(back), 15, (name) => name);

describe("every action of the table", () => {
  it("has a scene here, or leaves nothing to undo", () => {
    const tried = [...Object.keys(cases), ...Object.keys(again), ...noted, ...unbatched];
    expect(tried.toSorted()).toEqual([...logActionNames].toSorted());
    expect(new Set(are("none"))).toEqual(noted);
    expect(are("again").toSorted()).toEqual(Object.keys(again).toSorted());
    // These ask before: tests/http/moderation-bulk.test.ts and moderator-announcements.test.ts.
    expect(are("never")).toEqual(["destroy", "destroyPost", ...unbatched]);
  });

  it.each(sampled("undo"))(
    "%s is undone by whoever did it: every row of the database is as it was",
    async (action) => {
      const { by: operator, act, without } = await (cases[action] as Case)();
      const look = () => world(gateway().database, without);
      const was = await look();
      const { batch } = await act();
      const told = await ok("batchDetail", { batch }, operator);
      expect(told).toMatchObject({ action, done: 1, refused: 0, waiting: 0, canUndo: true });
      expect(differing(was, await look())).not.toEqual([]);
      gateway().pass(60);
      const form = { batch, ...why() };
      expect(await ok("undoBatch", form, operator)).toMatchObject({ done: 1, refused: 0, canUndo: false });
      expect(differing(was, await look())).toEqual([]);
      await gateway().refused("undoBatch", { ...form, ...why() }, "UNDO_TOO_LATE", operator);
      expect(await ok("batchDetail", { batch }, operator)).toMatchObject({ canUndo: false, undone: true });
      await expectExactCounters(gateway().database);
    },
  );

  it.each(sampled("undo"))(
    "%s cannot be undone after seven days, nor by another moderator",
    async (action) => {
      const { act } = await (cases[action] as Case)();
      const { batch } = await act();
      await gateway().refused("undoBatch", { batch, ...why() }, "BATCH_NOT_FOUND", third);
      await gateway()
        .database.update(moderationBatches)
        .set({ createdAt: new Date(gateway().services.now().getTime() - 7 * 86_400_000 - 60_000) })
        .where(eq(moderationBatches.id, batch));
      await gateway().refused("undoBatch", { batch, ...why() }, "UNDO_TOO_LATE", admin);
    },
  );

  it.each(are("again"))("%s is reversed by the form that made it", async (action) => {
    const [act, back] = await (again[action] as NonNullable<(typeof again)[LogAction]>)();
    const look = () => world(gateway().database, traces);
    const was = await look();
    await act();
    expect(differing(was, await look())).not.toEqual([]);
    await back();
    expect(differing(was, await look())).toEqual([]);
  });

  it.each(are("never").filter((action) => !unbatched.includes(action)))(
    "%s can be undone by nobody",
    async (action) => {
      const { by: operator, act } = await (cases[action] as Case)();
      const { batch } = await act();
      expect(await ok("batchDetail", { batch }, operator)).toMatchObject({ action, done: 1, canUndo: false });
      await gateway().refused("undoBatch", { batch, ...why() }, "UNDO_TOO_LATE", operator);
    },
  );

  it.each([...Object.keys(cases), ...Object.keys(again)] as LogAction[])(
    "%s is done by whom the table says, and told to whom it concerns where it says so",
    async (action) => {
      const { who, told } = moderatorActions[action];
      const [act, back] = cases[action]
        ? [(await (cases[action] as Case)()).act]
        : ((await again[action]?.()) ?? []);
      await gateway().database.delete(notifications);
      if (who === "admin") await expect(asModerator(async () => act?.())).rejects.toThrow("NOT_PERMITTED");
      await act?.();
      const since = await gateway()
        .database.select({ action: moderationLog.action })
        .from(notifications)
        .leftJoin(moderationLog, eq(moderationLog.id, notifications.logId));
      if (told) expect(since).not.toEqual([]);
      else expect(since.filter((notice) => notice.action === action)).toEqual([]);
      await back?.();
    },
  );

  it("leaves an intact log", async () => {
    expect((await verifyLog(gateway().database)).broken).toEqual([]);
  });
});
