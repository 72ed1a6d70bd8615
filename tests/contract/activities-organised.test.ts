import { activities, activityWorks } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { addActivity, addSignup } from "../support/activities";
import { startGateway } from "../support/gateway";

const gateway = startGateway();
const hour = 3_600_000;

describe("the list of activities that a person organises or judges", () => {
  it("contains the person's own, the coming ones first, with the role in each", async () => {
    const [me, other] = [await gateway().member(), await gateway().member()];
    const now = gateway().services.now().getTime();
    const at = (hours: number) => new Date(now + hours * hour);
    const times = (from: number) => ({ startAt: at(from), endAt: at(from + 2) });
    const late = await addActivity(gateway(), { organisers: [me], ...times(90) });
    const soon = await addActivity(gateway(), { judges: [me], ...times(9) });
    const over = await addActivity(gateway(), { organisers: [me], judges: [me], ...times(-9) });
    // An activity that the pack no longer names still belongs to its organiser.
    const gone = await addActivity(gateway(), { organisers: [me], ...times(-99), delistedAt: at(-1) });
    await addActivity(gateway(), { organisers: [other] });
    const { items, total } = await gateway().ok("activityOrganised", {}, me);
    expect(items.map(({ id, organises, judges }) => [id, organises, judges])).toEqual([
      [soon, false, true],
      [late, true, false],
      [over, true, true],
      [gone, true, false],
    ]);
    expect(total).toBe(4);
    expect((await gateway().ok("activityOrganised", { page: 2 }, me)).items).toEqual([]);
  });

  it("is empty for others, contains all for administrators, and is refused to visitors", async () => {
    const nobody = await gateway().member();
    expect(await gateway().ok("activityOrganised", {}, nobody)).toEqual({
      items: [],
      page: 1,
      pages: 1,
      total: 0,
    });
    const admin = await gateway().member({ admin: true });
    const id = await addActivity(gateway(), {
      startAt: new Date(gateway().services.now().getTime() + 1_000),
    });
    await addActivity(gateway(), { organisers: [await gateway().member()] });
    const { items, total } = await gateway().ok("activityOrganised", {}, admin);
    expect(items.find((item) => item.id === id)).toMatchObject({ organises: true, judges: false });
    expect(total).toBe(await gateway().database.$count(activities));
  });
});

describe("one sign-up of an activity", () => {
  it("is found by its id, only in its own activity", async () => {
    const me = await gateway().member();
    const [activityId, another] = [
      await addActivity(gateway(), { organisers: [me], worksUntil: new Date() }),
      await addActivity(gateway(), { organisers: [me] }),
    ];
    await addSignup(gateway(), activityId, null);
    const { id: signupId } = await addSignup(gateway(), activityId, null, { name: "赵六" });
    const find = (of: number) => gateway().ok("activitySignups", { activityId: of, signupId }, me);
    expect((await find(activityId)).items.map(({ name }) => name)).toEqual(["赵六"]);
    expect((await find(another)).items).toEqual([]);
    const takesWorks = async (of: number) =>
      (await gateway().ok("activityCounts", { activityId: of }, me)).takesWorks;
    expect([await takesWorks(activityId), await takesWorks(another)]).toEqual([true, false]);
  });
});

it("a work whose file was deleted with an account says so, without the file's id", async () => {
  const judge = await gateway().member();
  const field = { label: "文档", hint: "", required: true, max: 100 };
  const activityId = await addActivity(gateway(), {
    workFields: [{ ...field, key: "paper", type: "file", endings: [".pdf"], maxBytes: 1_000 }],
    judges: [judge],
    worksUntil: new Date(gateway().services.now().getTime() + hour),
  });
  const { id: signupId } = await addSignup(gateway(), activityId, await gateway().member());
  const createdAt = gateway().services.now();
  await gateway()
    .database.insert(activityWorks)
    .values({
      activityId,
      signupId,
      title: "小车",
      answers: { paper: "987654" },
      createdAt,
      updatedAt: createdAt,
    });
  const { items } = await gateway().ok("activityWorks", { activityId }, judge);
  expect(items.map(({ work }) => work.answers)).toMatchObject([
    [{ label: "文档", text: "文件已随账号注销删除", file: null }],
  ]);
});
