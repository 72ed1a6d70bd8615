import {
  type RightName,
  type rightDefaults,
  rightNames,
  type rightValues,
} from "contract/moderation/constants";
import { eq } from "drizzle-orm";
import { moderationLog, sections } from "gateway/database/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, type Section, startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
const names = Object.keys(rightNames) as RightName[];

let [admin, moderator, member]: Member[] = [];
let section: Section;
let topic: { tid: number; pid: number };
beforeAll(async () => {
  [admin, moderator, member] = [
    await gateway().member({ admin: true }),
    await gateway().member(),
    await gateway().member(),
  ];
  section = await gateway().section({ moderators: [moderator] });
  topic = await gateway().topic(await gateway().member(), section);
});

const every = <Value extends string>(value: Value, more: Partial<Record<RightName, Value>> = {}) =>
  ({ ...Object.fromEntries(names.map((name) => [name, value])), ...more }) as Record<RightName, Value>;

const rule = (right: RightName, value: keyof typeof rightDefaults, fid = section.fid) =>
  gateway().ok(
    "updateForumRights",
    {
      fid,
      rules: every<keyof typeof rightDefaults>("everyone", { [right]: value }),
      reason: "试试",
    },
    admin,
  );
const grant = (
  { id: uid }: Member,
  right: RightName,
  value: keyof typeof rightValues,
  by: Member = admin as Member,
) =>
  gateway().ok(
    "updateUserPermission",
    {
      fid: section.fid,
      uid,
      reason: "试试",
      rights: every<keyof typeof rightValues>("default", { [right]: value }),
    },
    by,
  );

/** Whether a person can do it, tested with the calls themselves. */
const does: Partial<Record<RightName, (who: Member | null) => Promise<boolean>>> = {
  view: async (who) => {
    const seen = [
      await gateway().call("topicDetail", { tid: topic.tid }, who),
      await gateway().call("sectionDetail", { fid: section.fid }, who),
      await gateway().call("sectionTopicList", { fid: section.fid }, who),
      await gateway().call("depthPostList", { pid: topic.pid }, who),
      await gateway().call("topicClasses", { fid: section.fid }, who),
    ].map(({ status }) => status === 200);
    expect(new Set(seen).size).toBe(1);
    return seen[0] === true;
  },
  post: async (who) => {
    const form = {
      fid: section.fid,
      classId: null,
      title: "试一试能不能发帖",
      content: "正文，够长的正文",
      tags: ["驱动"],
    };
    const { status, body } = await gateway().call(
      "submitTopic",
      { ...form, submissionId: submissionId() },
      who,
    );
    if (status !== 200 && who) expect(body).toMatchObject({ fields: { fid: [expect.any(String)] } });
    return status === 200;
  },
  reply: async (who) => {
    const form = { tid: topic.tid, content: "回复", submissionId: submissionId() };
    const done = (await gateway().call("submitPost", form, who)).status === 200;
    if (who) {
      const page = await gateway().ok("topicDetail", { tid: topic.tid }, who);
      expect([page.canReply, page.replyRefusal]).toEqual([done, done ? null : "RIGHT_DENIED"]);
    }
    return done;
  },
};

describe.each(["view", "post", "reply"] as const)("the right to %s", (right) => {
  // Written by hand: the rule, the member's own setting, and whether visitor, member, moderator and administrator may.
  it.each([
    ["everyone", "default", right === "view", true, true, true],
    ["everyone", "deny", right === "view", false, true, true],
    ["members", "default", false, true, true, true],
    ["members", "deny", false, false, true, true],
    ["allowed", "default", false, false, true, true],
    ["allowed", "allow", false, true, true, true],
    ["allowed", "deny", false, false, true, true],
  ] as const)("is for %s, and the member's own is %s", async (value, own, visitor, one, staff, boss) => {
    await rule(right, value);
    await grant(member as Member, right, own);
    const may = does[right] as (who: Member | null) => Promise<boolean>;
    expect(await may(null)).toBe(visitor);
    expect(await may(member as Member)).toBe(one);
    expect(await may(moderator as Member)).toBe(staff);
    expect(await may(admin as Member)).toBe(boss);
    const info = await gateway().ok(
      "userPermissionInfo",
      { fid: section.fid, person: String(member?.id) },
      moderator,
    );
    expect(info.person?.rights.find((each) => each.right === right)?.allowed).toBe(one);
    await grant(member as Member, right, "default");
    await rule(right, "everyone");
  });
});

describe("files", () => {
  const upload = async (who: Member, filename: string, file: Uint8Array) =>
    gateway().ok("uploadFile", { filename, file }, who);
  const png = () =>
    new Uint8Array(
      Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ),
    );
  const reply = (content: string) => ({ tid: topic.tid, content, submissionId: submissionId() });

  it("are uploaded by people with the right; files that are already in the text stay", async () => {
    const picture = await upload(member as Member, "a.png", png());
    const text = `看图 ![图](${picture.address})`;
    const post = await gateway().ok("submitPost", reply(text), member);
    await grant(member as Member, "uploadImage", "deny");
    const { fields } = await gateway().refused("submitPost", reply(text), "RIGHT_DENIED", member);
    expect(fields?.content?.[0]).toContain("上传图片");
    await gateway().ok("editPost", { pid: post.pid, content: `${text} 改过` }, member);
    await grant(member as Member, "uploadImage", "default");
    const log = await upload(member as Member, "log.txt", new TextEncoder().encode("boot ok"));
    const link = `日志 [log.txt](${log.address})`;
    await grant(member as Member, "uploadAttachment", "deny");
    await gateway().refused("submitPost", reply(link), "RIGHT_DENIED", member);
    await grant(member as Member, "uploadAttachment", "default");
    await gateway().ok("submitPost", reply(link), member);
    // People with the right download them.
    const other = await gateway().member();
    const get = (who: Member | null) =>
      gateway().fetch(log.address, { headers: who ? { cookie: who.cookie } : {} });
    expect((await get(null)).status).toBe(200);
    await rule("downloadAttachment", "members");
    expect([(await get(null)).status, (await get(other)).status]).toEqual([404, 200]);
    await grant(other, "downloadAttachment", "deny");
    expect([(await get(other)).status, (await get(moderator as Member)).status]).toEqual([404, 200]);
    await rule("downloadAttachment", "everyone");
    // People without the right to see pictures see their descriptions.
    await rule("viewImage", "members");
    const html = async (who: Member | null) =>
      JSON.stringify(await gateway().ok("topicDetail", { tid: topic.tid }, who));
    expect(await html(null)).toContain("图片仅对有权限的人显示");
    expect(await html(null)).not.toContain("<img");
    expect(await html(other)).toContain("<img");
    await rule("viewImage", "everyone");
    expect(await html(null)).toContain("<img");
  });
});

describe("changing rights", () => {
  const ask = (rights: Record<RightName, keyof typeof rightValues>, uid: number, fid = section.fid) => ({
    fid,
    uid,
    rights,
    reason: "试试",
  });

  it("moderators deny rights and undo that, and only administrators allow", async () => {
    const person = await gateway().member();
    const deny = every<keyof typeof rightValues>("default", { post: "deny" });
    expect(await gateway().ok("updateUserPermission", ask(deny, person.id), moderator)).toEqual({
      changed: 1,
    });
    expect(await gateway().ok("updateUserPermission", ask(deny, person.id), moderator)).toEqual({
      changed: 0,
    });
    const allow = every<keyof typeof rightValues>("default", { post: "deny", view: "allow" });
    await gateway().refused("updateUserPermission", ask(allow, person.id), "ADMIN_ONLY", moderator);
    await gateway().ok("updateUserPermission", ask(allow, person.id), admin);
    await gateway().refused("updateUserPermission", ask(deny, person.id), "ADMIN_ONLY", moderator);
    const info = await gateway().ok(
      "userPermissionInfo",
      { fid: section.fid, person: person.nickname },
      moderator,
    );
    expect(info.person?.rights.find(({ right }) => right === "post")).toMatchObject({
      value: "deny",
      allowed: false,
      why: "单独设为「禁止」",
    });
    expect(info.exceptions.filter(({ person: of }) => of.uid === person.id)).toHaveLength(2);
    const rows = await gateway()
      .database.select()
      .from(moderationLog)
      .where(eq(moderationLog.personId, person.id))
      .orderBy(moderationLog.id);
    expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
      ["right", { post: "default" }, { post: "deny" }],
      ["right", { view: "default" }, { view: "allow" }],
    ]);
  });

  it("nobody changes their own rights, their rank's, another section's, or with invalid values", async () => {
    const none = every<keyof typeof rightValues>("deny");
    const refuse = (
      code: "OWN_CONTENT" | "HIGHER_RANK" | "NOT_YOUR_SECTION" | "USER_NOT_FOUND",
      uid = 0,
      fid?: number,
    ) => gateway().refused("updateUserPermission", ask(none, uid, fid), code, moderator);
    await refuse("OWN_CONTENT", moderator?.id);
    await refuse("HIGHER_RANK", admin?.id);
    await refuse("USER_NOT_FOUND", 999_999_999);
    await refuse("NOT_YOUR_SECTION", member?.id, (await gateway().section()).fid);
    const { fields } = await gateway().refused(
      "updateUserPermission",
      { ...ask(none, member?.id ?? 0), rights: { ...none, view: "maybe" }, reason: " " },
      "INVALID_REQUEST",
      moderator,
    );
    expect(Object.keys(fields ?? {}).sort()).toEqual(["reason", "rights"]);
    await gateway().refused(
      "updateForumRights",
      { fid: section.fid, rules: every("everyone"), reason: "试试" },
      "NOT_PERMITTED",
      moderator,
    );
  });
});

it("a section that not everybody sees is in no list of the whole site, for any reader", async () => {
  const hidden = await gateway().section();
  const word = `密语${hidden.fid}`;
  await gateway().ok(
    "submitTopic",
    {
      fid: hidden.fid,
      classId: null,
      title: `${word} 的标题`,
      content: `${word} 的正文`,
      tags: [`标签${hidden.fid}`],
      submissionId: submissionId(),
    },
    member,
  );
  const finds = async (who: Member | null) => {
    const { topics } = await gateway().ok("homeTopicList", {}, who);
    const { topics: found } = await gateway().ok("fullTextSearch", { text: word }, who);
    const list = await gateway().ok("sectionList", {}, who);
    const own = await gateway().ok("userTopicList", { uid: member?.id ?? 0 }, who);
    return [
      topics.some(({ title }) => title.includes(word)),
      found.length > 0,
      JSON.stringify(list).includes(`"fid":${hidden.fid},`),
      own.topics.some(({ title }) => title.includes(word)),
    ];
  };
  expect(await finds(null)).toEqual([true, true, true, true]);
  await rule("view", "members", hidden.fid);
  for (const who of [null, member, admin] as (Member | null)[])
    expect(await finds(who)).toEqual([false, false, false, false]);
  // Visitors are asked to sign in; members can read.
  await gateway().refused("sectionDetail", { fid: hidden.fid }, "NOT_SIGNED_IN");
  await gateway().ok("sectionDetail", { fid: hidden.fid }, await gateway().member());
  await rule("view", "allowed", hidden.fid);
  await gateway().refused("sectionDetail", { fid: hidden.fid }, "SECTION_NOT_FOUND");
  await gateway().refused("feedTopics", { kind: "section", target: hidden.fid }, "SECTION_NOT_FOUND");
  const [row] = await gateway().database.select().from(sections).where(eq(sections.id, hidden.fid));
  expect(row?.listed).toBe(false);
});
