import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { activityStates } from "contract/activities/constants";
import { asc, eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { activities, activityCategories } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { addSignup, policyVersion, savePolicy } from "../support/activities";
import { startGateway, submissionId } from "../support/gateway";

const gateway = startGateway();
/** Loads without the demo's members and topics, which take long and do not concern activities. */
const load = (folder: string) => loadContentPack(gateway().services, folder, { demo: false });
/** Parts of the pack that take long to load and do not concern activities: a fifth of the demo's pack is left. */
const elsewhere =
  /^content\/demo\/(topics|courses|exams|news|notices|products|resources|media|files)(\/|\.yaml$)|\/(videos|training|paths|glossary|lecturers|private|moderation|redirects)\.yaml$|talents\.md$/;
/** A copy of the demo, which is removed after the test. */
async function copyDemo(goes: (remove: () => Promise<void>) => void = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "demo-"));
  goes(() => rm(folder, { recursive: true, force: true }));
  await cp("content/demo", folder, { recursive: true, filter: (from) => !elsewhere.test(from) });
  const site = join(folder, "site.yaml");
  const text = await readFile(site, "utf8");
  await writeFile(site, text.replace(/^quickStarts:.*/ms, "").replace(/, first: \[.*?\]/, ""));
  return folder;
}
const categoriesOf = (activityId: number) =>
  gateway()
    .database.select()
    .from(activityCategories)
    .where(eq(activityCategories.activityId, activityId))
    .orderBy(asc(activityCategories.position));

describe("the demo's activities", () => {
  beforeAll(async () => {
    await load(await copyDemo(afterAll));
  }, 300_000);

  it("there are twelve, in every state, with covers", async () => {
    const { items, total } = await gateway().ok("activityList", { size: 200 });
    expect(total).toBe(12);
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(activityStates.map(({ code }) => code)));
    expect(items.every(({ cover }) => cover !== null)).toBe(true);
    const whole = await gateway().ok("activityDetail", { activityId: 1 });
    expect(whole).toMatchObject({
      kind: "competition",
      review: "manual",
      teams: { min: 2, max: 4 },
      section: { name: "高校与竞赛" },
      organisers: [],
      works: { judged: false },
    });
    expect(whole.html).toContain("<strong>只能用一节 CR2032</strong>");
    expect(await gateway().ok("activityLookupItems", { activityId: 1, classCode: "tracks" })).toEqual({
      items: [
        { code: "sensing", name: "环境感知" },
        { code: "radio", name: "无线组网" },
        { code: "power", name: "能量采集" },
      ],
    });
  });

  it("a second load keeps their times and everybody's seats", async () => {
    await savePolicy(gateway().database);
    const before = await gateway().database.select().from(activities).where(eq(activities.id, 2));
    for (let index = 0; index < 3; index += 1) await addSignup(gateway(), 2, null, { category: "seat" });
    const folder = await copyDemo();
    const file = join(folder, "activities/sle-salon-shenzhen.md");
    const change = async (from: string, to: string) =>
      writeFile(file, (await readFile(file, "utf8")).replace(from, to));
    const organiser = await gateway().member({ email: "organiser@example.com" });
    await change("seats: 80", "seats: 2");
    await change("organisers: [linmo]", "organisers: [Organiser@example.com, later@example.com]");
    gateway().pass(3_600);
    const { notices } = await load(folder);
    expect(notices).toContain(
      "activities/sle-salon-shenzhen.md：组织者 later@example.com 还没有注册账号，注册后再装载一次才有权限",
    );
    // A person who registers later gets the role at the next load, although no file changed.
    const later = await gateway().member({ email: "later@example.com" });
    await gateway().refused("activityCounts", { activityId: 2 }, "NOT_PERMITTED", later);
    expect((await load(folder)).notices.join()).not.toContain("later@example.com");
    await gateway().ok("activityCounts", { activityId: 2 }, later);
    expect(await categoriesOf(2)).toMatchObject([{ seats: 3, taken: 3, packSeats: 2 }]);
    const after = await gateway().database.select().from(activities).where(eq(activities.id, 2));
    expect(after[0]?.startAt).toEqual(before[0]?.startAt);
    expect((await gateway().ok("activityCounts", { activityId: 2 }, organiser)).activity.signedUp).toBe(3);
    // A waiting person gets a seat that a load adds.
    const member = await gateway().member();
    const { version } = (await gateway().ok("activityRegistration", { activityId: 2 }, member)).policy ?? {};
    const request = {
      activityId: 2,
      category: "seat",
      name: "王小明",
      agreed: true as const,
      submissionId: submissionId(),
      policyVersion: version ?? policyVersion,
      answers: { company: "青芯" },
    };
    expect((await gateway().ok("activitySignup", request, member)).state).toBe("waiting");
    await change("seats: 2", "seats: 10");
    await load(folder);
    expect((await gateway().ok("activityMySignup", { activityId: 2 }, member)).signup?.state).toBe(
      "accepted",
    );
    expect(await categoriesOf(2)).toMatchObject([{ seats: 10, taken: 4, waiting: 0 }]);
    // An activity that is taken down leaves the list, and its sign-ups stay.
    await change("id: 2\n", "id: 99\n");
    await load(folder);
    expect((await gateway().ok("activityDetail", { activityId: 2 })).withdrawn).toBe(true);
    expect((await gateway().ok("activityMySignup", { activityId: 2 }, member)).signup?.state).toBe(
      "accepted",
    );
  }, 300_000);

  it("a load with a contradictory activity is refused as a whole", async () => {
    const folder = await copyDemo();
    const file = join(folder, "activities/npu-live.md");
    const text = await readFile(file, "utf8");
    for (const [from, to, message] of [
      ['until: "+2d 21:30"', 'until: "+1d 21:30"', "times.from"],
      ["section: ai", "section: nowhere", "没有版块 nowhere"],
      ["organisers: [suwan]", "organisers: [nobody]", "没有成员 nobody"],
      ["type: text, max: 40", "type: choice, max: 40", "choice 要有"],
      ["type: text, max: 40", "type: file", "不能开放给没有账号的人"],
      ["images/event-4.svg", "images/event-400.svg", "没有图片"],
    ] as const) {
      await writeFile(file, text.replace(from, to));
      await expect(load(folder)).rejects.toThrow(message);
    }
  }, 300_000);
});
