import { addTime, minuteOf } from "contract/base/time";
import { and, eq } from "drizzle-orm";
import { eraseActivitiesJob } from "gateway/activities/jobs";
import {
  activities,
  activityCategories,
  activityScores,
  activitySignups,
  activityWorks,
} from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { describe, expect, it } from "vitest";
import { addSignup } from "../support/activities";
import { type Body, startCommunityEditing } from "../support/community-editing";
import type { Member } from "../support/gateway";

/** What the people of an activity did and see limits what its editors change. */

const { gateway, pieceOf, call, saved, publish, change, fresh, fieldsOf, admin } = startCommunityEditing();

const kind = "activities" as const;
const contest = "41";
const inHours = (hours: number) => minuteOf(addTime(gateway().services.now(), hours, "hour"));

const whole = (more: Body = {}): Body => ({
  title: "新比赛",
  kind: "competition",
  starts: inHours(240),
  ends: inHours(248),
  signUpStarts: inHours(-24),
  signUpEnds: inHours(200),
  place: "深圳",
  categories: [{ name: "甲", seats: 5 }],
  fields: [{ label: "公司", type: "text" }],
  ...more,
});

/** The same, over for this many hours. */
const over = (hours: number): Body => ({
  starts: inHours(-hours - 8),
  ends: inHours(-hours),
  signUpStarts: inHours(-hours - 300),
  signUpEnds: inHours(-hours - 10),
});

const works = () => ({ worksEnd: inHours(200), workFields: [{ label: "仓库", type: "link" }] });

async function newActivity(more: Body = {}): Promise<string> {
  const made = await fresh(kind, whole(more));
  expect([made.body, made.status]).toMatchObject([{}, 200]);
  const { key } = made.body as { key: string };
  await publish(kind, key, 1);
  return key;
}

interface Rows {
  categories: { key: string }[];
  fields: { key: string; label: string; type: string }[];
}
const rowsOf = async (key: string) => (await pieceOf(kind, key)).body as unknown as Rows;

/** A sign-up with an answer to the first field. */
async function answered(key: string) {
  const { categories, fields } = await rowsOf(key);
  const answers = { [fields[0]?.key ?? ""]: "青芯" };
  return addSignup(gateway(), Number(key), await gateway().member(), {
    category: categories[0]?.key ?? "",
    answers,
  });
}

async function addWork(key: string) {
  const { id: signupId } = await answered(key);
  const at = gateway().services.now();
  const [work] = await gateway()
    .database.insert(activityWorks)
    .values({ activityId: Number(key), signupId, title: "作品", answers: {}, updatedAt: at })
    .returning();
  return work?.id ?? 0;
}

const set = (key: string, values: Partial<typeof activities.$inferInsert>) =>
  gateway()
    .database.update(activities)
    .set(values)
    .where(eq(activities.id, Number(key)));

/** What publishing a change is refused with, beside its fields. */
async function refused(key: string, body: Body): Promise<Record<string, string[]>> {
  const version = await saved(kind, key, body);
  const answer = await call("publishContent", { kind, key, version });
  expect([body, answer.status]).toEqual([body, 422]);
  return fieldsOf(answer);
}

async function eraseDue() {
  gateway().pass(3_601);
  await runDueJobs(gateway().services, [eraseActivitiesJob]);
}
const answersOf = async (id: number) =>
  (await gateway().database.select().from(activitySignups).where(eq(activitySignups.id, id)))[0]?.answers;

describe("times", () => {
  it("that would erase answers at once are refused beside what was changed", async () => {
    const key = await newActivity();
    // Nobody signed up yet.
    await change(kind, key, over(24 * 400));
    await change(kind, key, whole({ categories: (await rowsOf(key)).categories }));
    const { id } = await answered(key);
    const late = await refused(key, over(24 * 400));
    expect(Object.keys(late)).toEqual(["ends"]);
    expect(late.ends?.join()).toContain("已有 1 人报名");
    await change(kind, key, over(24 * 3));
    expect(Object.keys(await refused(key, { keepDays: 1 }))).toEqual(["keepDays"]);
    await eraseDue();
    expect(Object.values((await answersOf(id)) ?? {})).toEqual(["青芯"]);
    // A schedule is asked for its own time.
    const version = await saved(kind, key, { keepDays: 5 });
    const at = addTime(gateway().services.now(), 4, "day").toISOString();
    const later = await call("publishContent", { kind, key, version, at });
    expect([later.status, Object.keys(fieldsOf(later))]).toEqual([422, ["keepDays"]]);
    await publish(kind, key, version);
  });

  it("of an activity that begins again after its erasure have what people answer then erased too", async () => {
    const key = await newActivity();
    const first = await answered(key);
    await set(key, { startAt: new Date(0), endAt: new Date(1) });
    await eraseDue();
    expect(await answersOf(first.id)).toEqual({});
    await change(kind, key, { starts: inHours(300), ends: inHours(310) });
    const second = await answered(key);
    await eraseDue();
    expect(Object.values((await answersOf(second.id)) ?? {})).toEqual(["青芯"]);
    await set(key, { startAt: new Date(0), endAt: new Date(1) });
    await eraseDue();
    expect(await answersOf(second.id)).toEqual({});
  });

  it("do not begin again after the results, and take no works after scores", async () => {
    const key = await newActivity(works());
    const workId = await addWork(key);
    await change(kind, key, { ...over(1), worksEnd: inHours(-2) });
    await gateway()
      .database.insert(activityScores)
      .values({ workId, accountId: admin().id, score: 90, at: gateway().services.now() });
    const open = { ends: inHours(100), worksEnd: inHours(50) };
    expect((await refused(key, open)).worksEnd).toEqual(["评委已经打分，不能再开放提交作品"]);
    await set(key, { resultsAt: gateway().services.now(), results: [] });
    const again = await refused(key, { ...open, starts: inHours(20) });
    expect(again).toEqual({
      starts: ["成绩已经公布，不能改到以后再办；办下一次请“复制为新草稿”"],
      worksEnd: ["成绩已经公布，不能再开放提交作品"],
    });
    await change(kind, key, { ...over(1), worksEnd: inHours(-2), recap: "结束了" });
  });
});

describe("rows and works", () => {
  it("a category that a pack dropped while people were in it stops nothing", async () => {
    const key = await newActivity({
      categories: [
        { name: "甲", seats: 5 },
        { name: "乙", seats: 5 },
      ],
    });
    await answered(key);
    const [first, second] = (await rowsOf(key)).categories;
    await gateway()
      .database.update(activityCategories)
      .set({ delistedAt: gateway().services.now() })
      .where(
        and(eq(activityCategories.activityId, Number(key)), eq(activityCategories.key, first?.key ?? "")),
      );
    await change(kind, key, { categories: [second] });
  });

  it("an answered field gets another type by removing it and adding it anew", async () => {
    const key = await newActivity();
    const { id } = await answered(key);
    const [company] = (await rowsOf(key)).fields;
    const file = { label: "公司", type: "file" };
    expect((await refused(key, { fields: [{ ...company, type: "file" }] })).fields_0_type?.join()).toContain(
      "移除它再加一行",
    );
    await saved(kind, key, { fields: [company] });
    await change(kind, key, { fields: [file] });
    const [other] = (await rowsOf(key)).fields;
    expect([other?.type, other?.key === company?.key]).toEqual(["file", false]);
    // What was removed comes back as what it was, and as nothing else.
    expect(
      (
        await refused(key, { fields: [other, { ...company, label: "单位", type: "file" }] })
      ).fields_1_type?.join(),
    ).toContain("已经有人填过“公司”");
    await change(kind, key, { fields: [other, { ...company, label: "单位" }] });
    // An answer that is no file's number costs nobody the list.
    await gateway()
      .database.update(activitySignups)
      .set({ answers: { [other?.key ?? ""]: "青芯" } })
      .where(eq(activitySignups.id, id));
    const { items } = await gateway().ok("activitySignups", { activityId: Number(key) }, admin());
    expect(items[0]?.answers).toMatchObject([{ label: "公司", text: "青芯", file: null }]);
  });

  it("works that were handed in as not shown are not shown later", async () => {
    const key = await newActivity(works());
    await change(kind, key, { gallery: true });
    await change(kind, key, { gallery: false });
    await addWork(key);
    expect(await refused(key, { gallery: true })).toEqual({
      gallery: ["已有 1 件作品，提交的时候说过不公开，不能改成公开展示"],
    });
    await change(kind, key, { gallery: false, summary: "别的都能改" });
  });
});

describe("an editor who is no administrator", () => {
  const editorOf = async (): Promise<Member> => {
    const person = await gateway().member();
    const request = { role: "editor" as const, person: String(person.id), kinds: [kind], classes: [] };
    await gateway().ok("grantRole", { ...request, reason: "负责活动" }, admin());
    return person;
  };
  const saveAs = async (as: Member, key: string, more: Body) => {
    const { body, version, standing } = await gateway().ok("contentPiece", { kind, key }, as);
    const request = { kind, key, base: version, standing, body: { ...body, ...more } };
    return gateway().call("saveContent", request, as);
  };

  it("changes an activity, and not who organises and judges it", async () => {
    const editor = await editorOf();
    const mine = await gateway().call(
      "saveContent",
      { kind, base: 0, fresh: true, body: whole({ organisers: [editor.id] }) },
      editor,
    );
    expect([mine.status, fieldsOf(mine)]).toEqual([422, { organisers: ["只有管理员能改，现在是：没有"] }]);
    const wrong = await saveAs(editor, contest, { organisers: [editor.id], judges: [editor.id] });
    expect([wrong.status, Object.keys(fieldsOf(wrong))]).toEqual([422, ["organisers", "judges"]]);
    expect((await pieceOf(kind, contest)).version).toBe(0);

    const organiser = await gateway().member();
    const key = await newActivity({ organisers: [organiser.id, admin().id], judges: [organiser.id] });
    const kept = await saveAs(editor, key, {
      summary: "改过",
      organisers: [admin().id, organiser.id],
    });
    expect(kept.status).toBe(200);
    await gateway().ok("publishContent", { kind, key, version: 2 }, editor);
    const removed = await saveAs(editor, key, { organisers: [] });
    expect(fieldsOf(removed).organisers?.join()).toContain(String(organiser.id));
    // No more than by typing them are they brought back by an earlier version.
    await change(kind, key, { organisers: [admin().id] });
    for (const name of ["publishContent", "restoreContent"] as const) {
      const answer = await gateway().call(name, { kind, key, version: 2 }, editor);
      expect([name, answer.status, Object.keys(fieldsOf(answer))]).toEqual([name, 422, ["organisers"]]);
    }
    await gateway().refused("activityCounts", { activityId: Number(key) }, "NOT_PERMITTED", editor);
    const next = await saveAs(editor, key, { summary: "又改过" });
    const { version } = next.body as { version: number };
    await gateway().ok("publishContent", { kind, key, version }, editor);
  });
});
