import type { CallResponse } from "contract";
import { addTime, minuteOf } from "contract/base/time";
import { eq } from "drizzle-orm";
import { activities, activitySignups, activityTeams, activityWorks } from "gateway/database/schema";
import { beforeEach, describe, expect, it } from "vitest";
import { addSignup, savePolicy, seatsOf } from "../support/activities";
import { contestFile } from "../support/activity-pack";
import { type Body, startCommunityEditing } from "../support/community-editing";
import { changePack, replacing } from "../support/content";

const { gateway, load, pieceOf, call, save, saved, publish, change, fresh, fieldsOf, decide, admin, folder } =
  startCommunityEditing(beforeEach);

const kind = "activities" as const;
const contest = "41";
const inHours = (hours: number) => minuteOf(addTime(gateway().services.now(), hours, "hour"));
type Shown = CallResponse<"activityDetail">;

beforeEach(() => savePolicy(gateway().database));

/** The page of an activity, or the status of the refusal. */
async function page(key: string, preview?: string): Promise<Shown | number> {
  const request = { activityId: Number(key), ...(preview === undefined ? {} : { preview }) };
  const { status, body } = await gateway().call("activityDetail", request, null);
  return status === 200 ? (body as Shown) : status;
}

/** A salon with a category and a form of two questions. */
const whole = (more: Body = {}): Body => ({
  title: "新沙龙",
  kind: "salon",
  starts: inHours(240),
  ends: inHours(248),
  signUpStarts: inHours(-24),
  signUpEnds: inHours(200),
  place: "深圳",
  categories: [{ name: "现场", seats: 5 }],
  fields: [
    { label: "公司", type: "text" },
    { label: "方向", type: "choice", choices: [{ name: "射频" }, { name: "电源" }] },
  ],
  content: "来**聊聊**。",
  ...more,
});

async function newActivity(more: Body = {}): Promise<string> {
  const made = await fresh(kind, whole(more));
  expect([made.body, made.status]).toMatchObject([{}, 200]);
  const { key } = made.body as { key: string };
  await publish(kind, key, 1);
  return key;
}

interface Rows {
  categories: { key: string; name: string; seats: number }[];
  fields: { key: string; label: string; type: string; choices: { code: string; name: string }[] }[];
}
const rowsOf = async (key: string) => (await pieceOf(kind, key)).body as unknown as Rows & Body;

/** A member's sign-up through the call that the form posts. */
async function signUp(key: string, answers: Record<string, string | string[]>) {
  const me = await gateway().member();
  const activityId = Number(key);
  const { policy } = await gateway().ok("activityRegistration", { activityId }, me);
  const { categories } = await rowsOf(key);
  await gateway().ok(
    "activitySignup",
    {
      activityId,
      category: categories[0]?.key ?? "",
      name: "王小明",
      agreed: true,
      submissionId: `once-for-member-${me.id}`,
      policyVersion: policy?.version ?? "",
      answers,
    },
    me,
  );
  return me;
}

describe("an activity", () => {
  it("lives from draft over its preview to the list, is withdrawn and restored", async () => {
    const half = await fresh(kind, {
      title: "半个活动",
      steps: [{ title: "第一步" }],
      fields: [{ label: "学校" }],
    });
    const { key } = half.body as { key: string };
    const first = await pieceOf(kind, key);
    // A draft is shown as far as it goes.
    expect(await page(key, first.preview)).toMatchObject({
      title: "半个活动",
      preview: true,
      categories: [],
    });
    const early = await call("publishContent", { kind, key, version: 1 });
    expect(fieldsOf(early)).toMatchObject({
      kind: ["请填写这一项"],
      starts: ["请填写这一项"],
      place: ["请填写这一项"],
      categories: ["至少要有一个组别"],
      steps_0_at: ["请填写这一项"],
      fields_0_type: ["请填写这一项"],
    });
    const organiser = await gateway().member();
    const version = await saved(kind, key, {
      ...whole({ steps: [{ title: "第一步", at: inHours(10) }], organisers: [organiser.id], section: 11 }),
      prizes: [{ name: "一等奖", first: 1, prize: "一万元" }],
    });
    const { preview } = await pieceOf(kind, key);
    expect(await page(key, preview)).toMatchObject({
      title: "新沙龙",
      html: "<p>来<strong>聊聊</strong>。</p>",
      state: "open",
      place: "深圳",
      categories: [{ name: "现场", seats: 5, free: 5 }],
      organisers: [{ uid: organiser.id }],
      section: { id: 11 },
      home: { steps: [{ title: "第一步" }], prizes: [{ ranks: [1, 1], count: 1 }] },
      preview: true,
    });
    expect([await page(key), await page(key, "x".repeat(24)), await page(key, "")]).toEqual([404, 404, 404]);
    await publish(kind, key, version);
    expect(await page(key)).toMatchObject({ title: "新沙龙", preview: false, withdrawn: false });
    const listed = async () =>
      (await gateway().ok("activityList", { q: "新沙龙" })).items.map(({ id }) => String(id));
    expect(await listed()).toContain(key);
    expect(
      (await gateway().ok("activityCounts", { activityId: Number(key) }, organiser)).states,
    ).toBeDefined();
    // A load knows nothing of it, and leaves it.
    expect((await load()).changes).toEqual({});
    expect(await listed()).toContain(key);

    await gateway().ok("withdrawContent", { kind, key }, admin());
    expect(await page(key)).toMatchObject({ withdrawn: true });
    expect(await listed()).not.toContain(key);
    await gateway().ok("restoreContent", { kind, key, version: 1 }, admin());
    expect((await pieceOf(kind, key)).body.title).toBe("半个活动");
    const back = await gateway().ok("restoreContent", { kind, key, version }, admin());
    await publish(kind, key, back.version);
    expect(await page(key)).toMatchObject({ withdrawn: false });
    const { shown } = await gateway().ok("contentVersions", { kind, key, version }, admin());
    expect(shown.changes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["kind", "starts", "categories", "fields", "organisers"]),
    );
  });

  it("of a pack is edited from what stands, and saving it as it stands adds nothing", async () => {
    const before = await page(contest);
    const { body, standing } = await pieceOf(kind, contest);
    expect(body).toMatchObject({
      title: "低功耗赛",
      categories: [
        { key: "student", name: "学生组", seats: 60 },
        { key: "open", name: "公开组", seats: 40 },
      ],
      verify: "either",
      fields: [
        { key: "school", label: "学校", categories: ["学生组"] },
        {
          key: "track",
          choices: [
            { code: "sensing", name: "环境感知" },
            { code: "radio", name: "无线组网" },
          ],
        },
        { key: "education", dictionary: "education", required: false },
        { key: "card", endings: ["pdf", "jpg"], megabytes: 5 },
      ],
      prizes: [{ first: 1 }, { first: 2, last: 3, count: 2 }, { name: "开源奖" }],
      winners: [{ title: "哨兵", picture: [{ alt: "哨兵" }] }],
      recap: "赛季**结束**了。",
      gallery: true,
    });
    const request = { kind, key: contest, base: 0, standing, body };
    expect((await gateway().ok("saveContent", request, admin())).version).toBe(1);
    await publish(kind, contest, 1);
    const after = (await page(contest)) as Shown;
    const withoutTime = ({ updatedAt: _, ...shown }: Shown) => shown;
    // Addresses of files are signed for a time.
    const plain = (shown: Shown) =>
      JSON.parse(JSON.stringify(withoutTime(shown)).replaceAll(/\?[^"]*"/g, '"')) as unknown;
    expect(plain(after)).toEqual(plain(before as Shown));
  });

  it("with something wrong is not saved, and the answer says what at the control in which it was typed", async () => {
    const key = await newActivity();
    const wrong: [Body, string, string][] = [
      [{ kind: "party" }, "kind", "只能是"],
      [{ starts: "明天" }, "starts", "时间应写成"],
      [{ place: "两\n行" }, "place", "只能有一行"],
      [{ section: 77_777 }, "section", "请选择一个版块"],
      [{ exam: "77777" }, "exam", "没有考试 77777"],
      [{ organisers: [4_711_471] }, "organisers", "没有账号 4711471"],
      [{ judges: [admin().id, admin().id] }, "judges", "写了两次"],
      [{ cover: { name: `${"0".repeat(32)}.png`, alt: "图" } }, "cover", "没有这张图片"],
      [{ categories: [{ name: "组", seats: -1 }] }, "categories_0_seats", "不能是负数"],
      [{ steps: [{ title: "步", at: "昨天" }] }, "steps_0_at", "时间应写成"],
      [
        { speakers: [{ name: "人", picture: [{ name: `${"0".repeat(32)}.png`, alt: "图" }] }] },
        "speakers_0_picture_0_name",
        "没有这张图片",
      ],
      [
        { attachments: [{ name: "附件", file: `${"0".repeat(32)}.pdf` }] },
        "attachments_0_file",
        "没有这个文件",
      ],
      [{ fields: [{ label: "项", type: "file", megabytes: 11 }] }, "fields_0_megabytes", "最多 10"],
    ];
    for (const [body, field, message] of wrong) {
      const answer = await save(kind, key, body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(fieldsOf(answer)[field]?.join()).toContain(message);
    }
    // What is right in itself and contradicts something else is said when it is to be published.
    const file = { label: "证件", type: "file" };
    const late: [Body, string, string][] = [
      [{ ends: inHours(1) }, "ends", "要晚于开始"],
      [{ signUpEnds: inHours(-25) }, "signUpEnds", "要晚于报名开始"],
      [{ signUpEnds: inHours(999) }, "signUpEnds", "不能晚于活动结束"],
      [{ teamsMin: 2 }, "teamsMax", "人数和截止时间都要填"],
      [{ teamsMin: 3, teamsMax: 2, teamsEnd: inHours(100) }, "teamsMax", "不能少于至少的人数"],
      [{ worksEnd: inHours(200) }, "workFields", "至少要交一项"],
      [{ workFields: [{ label: "仓库", type: "link" }] }, "worksEnd", "要填提交截止"],
      [{ guests: true, fields: [file] }, "fields_0_type", "不能开放给没有账号的人"],
      [{ fields: [{ label: "选", type: "choice" }] }, "fields_0_choices", "请写选项"],
      [
        { fields: [{ label: "填", type: "text", choices: [{ name: "甲" }] }] },
        "fields_0_choices",
        "只有“选择”",
      ],
      [{ fields: [{ ...file, prefill: "school" }] }, "fields_0_prefill", "文件不能带出"],
      [
        { fields: [{ label: "校", type: "text", categories: ["没有的"] }] },
        "fields_0_categories",
        "没有组别",
      ],
      [{ categories: [1, 2].map(() => ({ name: "同名", seats: 1 })) }, "categories_1_name", "写了两次"],
      [
        { categories: ["甲", "乙"].map((name) => ({ key: "a", name, seats: 1 })) },
        "categories_1_name",
        "这一行写了两次",
      ],
      [{ attachments: [{ name: "空" }] }, "attachments_0_file", "二者之一"],
      [{ prizes: [{ name: "奖", prize: "品", first: 3, last: 2 }] }, "prizes_0_first", "先写靠前的名次"],
    ];
    const base = whole();
    for (const [body, field, message] of late) {
      const version = await saved(kind, key, { ...base, workFields: undefined, ...body });
      const answer = await call("publishContent", { kind, key, version });
      expect([body, answer.status, fieldsOf(answer)[field]?.join() ?? answer.body]).toEqual([
        body,
        422,
        expect.stringContaining(message),
      ]);
      await saved(kind, key, Object.fromEntries(Object.keys(body).map((name) => [name, base[name]])));
    }
  });

  it("is copied into a new draft without its dates and results, once for one form", async () => {
    const before = await pieceOf(kind, contest);
    const request = { kind, key: contest, submissionId: "copy-of-the-contest-1" };
    const { key, version, state } = await gateway().ok("copyContent", request, admin());
    expect([version, state, key === contest]).toEqual([1, "draft", false]);
    expect((await gateway().ok("copyContent", request, admin())).key).toBe(key);
    const { body } = await pieceOf(kind, key);
    expect(body).toMatchObject({
      title: "低功耗赛（副本）",
      categories: before.body.categories,
      fields: before.body.fields,
      attachments: before.body.attachments,
      steps: [{ title: "报名", text: "报名与组队" }, { title: "入围" }],
    });
    for (const name of ["starts", "ends", "signUpEnds", "worksEnd", "winners", "recap", "news"])
      expect([name, [body[name] ?? []].flat()]).toEqual([name, []]);
    const early = await call("publishContent", { kind, key, version: 1 });
    expect(Object.keys(fieldsOf(early))).toEqual(
      expect.arrayContaining(["starts", "ends", "signUpStarts", "signUpEnds", "steps_0_at"]),
    );
    // Its dates are all that it lacks; its files are the first one's.
    await change(kind, key, {
      starts: inHours(2_000),
      ends: inHours(2_010),
      signUpStarts: inHours(1),
      signUpEnds: inHours(1_990),
      teamsEnd: inHours(1_990),
      worksEnd: inHours(2_000),
      steps: [],
    });
    expect(await page(key)).toMatchObject({ state: "notOpen", attachments: [{ name: "手册" }, {}] });
    await gateway().refused("copyContent", { ...request, kind: "tags" }, "CONTENT_NOT_COPIED", admin());
    await gateway().refused("copyContent", { ...request, key: "99" }, "CONTENT_NOT_FOUND", admin());
  });
});

describe("what people did in an activity", () => {
  it("follows when it changes: sign-ups stay in their renamed category, and keep their answers", async () => {
    const key = await newActivity();
    const { categories, fields } = await rowsOf(key);
    const [company, direction] = fields;
    const answers = {
      [company?.key ?? ""]: "青芯",
      [direction?.key ?? ""]: direction?.choices[1]?.code ?? "",
    };
    const me = await signUp(key, answers);
    const seat = categories[0] ?? { key: "", name: "", seats: 0 };
    await change(kind, key, {
      starts: inHours(300),
      ends: inHours(310),
      categories: [
        { name: "线上", seats: 9 },
        { ...seat, name: "到场", seats: 6 },
      ],
      fields: [
        { ...direction, choices: [{ name: "软件" }, { ...direction?.choices[1], name: "供电" }] },
        { ...company, label: "单位" },
      ],
    });
    const { signup } = await gateway().ok("activityMySignup", { activityId: Number(key) }, me);
    expect(signup).toMatchObject({
      state: "accepted",
      category: { key: seat.key, name: "到场" },
      answers: expect.arrayContaining([
        expect.objectContaining({ label: "单位", text: "青芯" }),
        expect.objectContaining({ label: "方向", text: "供电" }),
      ]),
    });
    // A name that is typed again is the same row; a new one gets a key that none had.
    await change(kind, key, {
      fields: [
        { label: "单位", type: "text" },
        { label: "新的", type: "text" },
      ],
    });
    const later = (await rowsOf(key)).fields.map((row) => row.key);
    expect([later[0], later.length]).toEqual([company?.key, 2]);
    expect([company?.key, direction?.key]).not.toContain(later[1]);
  });

  it("stops what would break it", async () => {
    const key = await newActivity({
      categories: [
        { name: "甲", seats: 5 },
        { name: "乙", seats: 5 },
      ],
    });
    const { categories, fields } = await rowsOf(key);
    const [first, second] = categories;
    const [company] = fields;
    await signUp(key, {
      [company?.key ?? ""]: "青芯",
      [fields[1]?.key ?? ""]: fields[1]?.choices[0]?.code ?? "",
    });
    const refused = async (body: Body) => {
      const version = await saved(kind, key, body);
      const answer = await call("publishContent", { kind, key, version });
      expect([body, answer.status]).toEqual([body, 422]);
      const told = fieldsOf(answer);
      await saved(kind, key, { categories, fields, workFields: [], worksEnd: undefined });
      return told;
    };
    expect((await refused({ categories: [second] })).categories).toEqual([
      "组别“甲”有 1 人报名，不能移除；恢复旧版本可以找回它",
    ]);
    expect((await refused({ categories: [{ ...first, seats: 0 }, second] })).categories_0_seats).toEqual([
      "已有 1 人占用名额，不能少于这个数",
    ]);
    expect(
      (await refused({ fields: [{ ...company, type: "file" }, fields[1]] })).fields_0_type?.join(),
    ).toContain("已经有人填过“公司”");
    // The other category, and a field that nobody answered, go.
    await change(kind, key, { categories: [first], fields: [company] });
    expect((await page(key)) as Shown).toMatchObject({ categories: [{ name: "甲", free: 4 }] });
    // It comes back as the same category.
    await change(kind, key, { categories: [first, { name: "丙", seats: 1 }] });
    expect(
      (await seatsOf(gateway(), Number(key))).filter(({ delistedAt }) => delistedAt === null),
    ).toHaveLength(2);
  });

  it("stops changes of teams and works that people made", async () => {
    const teams = { teamsMin: 1, teamsMax: 3, teamsEnd: inHours(100) };
    const works = { worksEnd: inHours(200), workFields: [{ label: "仓库", type: "link" }] };
    const [withTeams, alone] = [await newActivity({ ...teams, ...works }), await newActivity(works)];
    const add = async (key: string, isTeam: boolean) => {
      const activityId = Number(key);
      const { categories } = await rowsOf(key);
      const category = categories[0]?.key ?? "";
      const signup = await addSignup(gateway(), activityId, await gateway().member(), { category });
      const [team] = isTeam
        ? await gateway()
            .database.insert(activityTeams)
            .values({ activityId, name: `队${key}`, nameFolded: `队${key}`, captainId: signup.id })
            .returning()
        : [];
      const whose = team ? { teamId: team.id } : { signupId: signup.id };
      const at = gateway().services.now();
      await gateway()
        .database.insert(activityWorks)
        .values({ activityId, ...whose, title: "作品", answers: {}, updatedAt: at });
    };
    await add(withTeams, true);
    await add(alone, false);
    const refused = async (key: string, body: Body) => {
      const version = await saved(kind, key, body);
      return fieldsOf(await call("publishContent", { kind, key, version }));
    };
    const none = { teamsMin: undefined, teamsMax: undefined, teamsEnd: undefined };
    expect(await refused(withTeams, none)).toEqual({ teamsMax: ["已有 1 支队伍，不能改成不组队"] });
    expect(await refused(alone, teams)).toEqual({ teamsMax: ["已有 1 人提交作品，不能改成组队"] });
    expect(await refused(alone, { ...none, worksEnd: undefined, workFields: [] })).toEqual({
      worksEnd: ["已有 1 件作品，不能改成不收作品"],
    });
  });

  it("keeps numbers and times that organisers set, until the editor changes their own", async () => {
    const organiser = await gateway().member();
    const key = await newActivity({ organisers: [organiser.id] });
    const activityId = Number(key);
    const { categories } = await rowsOf(key);
    const category = categories[0]?.key ?? "";
    await gateway().ok("activitySeats", { activityId, category, seats: 8 }, organiser);
    const closed = await gateway().ok("activityDeadline", { activityId }, organiser);
    expect(closed).toMatchObject({ state: "closed", signUpOpen: false });
    await change(kind, key, { summary: "改过的摘要" });
    expect(await page(key)).toMatchObject({
      summary: "改过的摘要",
      state: "closed",
      categories: [{ seats: 8 }],
    });
    // A later time opens it again.
    const until = addTime(gateway().services.now(), 100, "hour").toISOString();
    expect(await gateway().ok("activityDeadline", { activityId, until }, organiser)).toMatchObject({
      state: "open",
      signUpUntil: until,
    });
    await change(kind, key, { signUpEnds: inHours(150), categories: [{ ...categories[0], seats: 7 }] });
    const shown = (await page(key)) as Shown;
    expect([minuteOf(shown.signUpUntil), shown.categories[0]?.seats]).toEqual([inHours(150), 7]);
    for (const hours of [-30, 300]) {
      const at = addTime(gateway().services.now(), hours, "hour").toISOString();
      await gateway().refused("activityDeadline", { activityId, until: at }, "INVALID_REQUEST", organiser);
    }
    const later = Number(await newActivity({ signUpStarts: inHours(10) }));
    await gateway().refused("activityDeadline", { activityId: later }, "SIGNUP_NOT_OPEN", admin());
    await gateway().refused("activityDeadline", { activityId }, "NOT_PERMITTED", await gateway().member());
  });

  it("reminds people again of a later start", async () => {
    const key = await newActivity();
    const activityId = Number(key);
    const { categories } = await rowsOf(key);
    const remindedAt = gateway().services.now();
    const category = categories[0]?.key ?? "";
    const { id } = await addSignup(gateway(), activityId, await gateway().member(), { category, remindedAt });
    const reminded = async () =>
      (await gateway().database.select().from(activitySignups).where(eq(activitySignups.id, id)))[0]
        ?.remindedAt;
    await change(kind, key, { summary: "同一天" });
    expect(await reminded()).not.toBeNull();
    await change(kind, key, { starts: inHours(500), ends: inHours(510) });
    expect(await reminded()).toBeNull();
  });
});

describe("loads around the browser's activities", () => {
  it("leave them and their people, name what differs, and somebody decides", async () => {
    await change(kind, contest, { title: "站内的赛" });
    const organiser = await gateway().member({ email: "organiser@example.com" });
    await load();
    expect((await pieceOf(kind, contest)).body.organisers ?? []).not.toContain(organiser.id);
    await change(kind, contest, { organisers: [admin().id] });
    await changePack(folder(), { "activities/contest.md": contestFile("keepDays: 90\n", "包里的赛") });
    expect((await load()).notices.join()).toContain("活动「站内的赛」在站内改过，内容包里的不一样");
    expect(await page(contest)).toMatchObject({ title: "站内的赛", organisers: [{ uid: admin().id }] });
    const { conflict } = await pieceOf(kind, contest);
    expect(conflict?.changes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["title", "organisers", "keepDays"]),
    );
    expect((await decide(kind, contest, "pack")).status).toBe(200);
    expect(await page(contest)).toMatchObject({ title: "包里的赛", organisers: [{ uid: organiser.id }] });
    expect((await load()).changes).toEqual({});
    // It belongs to the packs again.
    await changePack(folder(), { "activities/contest.md": replacing("包里的赛", "包里的新赛") });
    expect((await load()).notices.join()).not.toContain("内容包里的不一样");
    expect(await page(contest)).toMatchObject({ title: "包里的新赛" });
    const [row] = await gateway()
      .database.select()
      .from(activities)
      .where(eq(activities.id, Number(contest)));
    expect(row?.delistedAt).toBeNull();
  });
});
