import { eq } from "drizzle-orm";
import { activities, activityMessages, activitySignups, activityWorks } from "gateway/database/schema";
import { addActivity, addSignup } from "../support/activities";
import { expectAccessible } from "./support/accessibility";
import { test } from "./support/check-in";
import { expect, framesDrawn } from "./support/fixtures";

/** One worker for the file: each worker starts a portal of its own, which takes longer than a test. */
test.describe.configure({ mode: "default" });

/** An activity's organisers in a browser: with and without scripts, on desktop and phones. */

test("sign-ups are reviewed together, with a reason, and the list shows the result", async ({
  page,
  visit,
  portal,
  entrance,
}) => {
  const { gateway } = portal;
  const activityId = await addActivity(gateway, { organisers: [entrance.organiser], review: "manual" });
  for (const name of ["甲同学", "乙同学"])
    await addSignup(gateway, activityId, null, { name, state: "pending" });
  await visit(`/activity/manage/${activityId}`);
  await page.getByRole("checkbox", { name: /选择：甲同学/ }).check();
  await page.getByRole("button", { name: "拒绝", exact: true }).click();
  await expect(page.getByText("请写明原因")).toBeVisible();
  // Ticked rows stay ticked, and Enter decides nothing.
  await expect(page.getByRole("checkbox", { name: /选择：甲同学/ })).toBeChecked();
  await page.getByLabel("原因").fill("名额有限");
  await page.getByLabel("原因").press("Enter");
  await page.getByRole("checkbox", { name: /选择：甲同学/ }).press("Enter");
  await page.getByRole("button", { name: "拒绝", exact: true }).click();
  await expect(page.getByText("已拒绝 1 个报名")).toBeVisible();
  await expect(page.getByText("原因：名额有限")).toBeVisible();
  await page.getByRole("link", { name: "乙同学" }).click();
  // The list has a button of this name too.
  await page.waitForURL(/\/signups\/\d+/);
  await page.getByRole("button", { name: "通过", exact: true }).click();
  await expect(page.getByText("已通过 1 个报名")).toBeVisible();
  await page.getByRole("button", { name: "签到", exact: true }).click();
  await expect(page.getByText("乙同学 已签到")).toBeVisible();
});

test("seats are added, and the participants get a message", async ({ page, visit, portal, entrance }) => {
  const activityId = await addActivity(portal.gateway, { organisers: [entrance.organiser], seats: { a: 0 } });
  await addSignup(portal.gateway, activityId, null, { category: "a", state: "waiting" });
  await visit(`/activity/manage/${activityId}/tasks`);
  await page.getByLabel("组别a", { exact: true }).first().fill("2");
  await page.getByRole("button", { name: /^保存.*名额$/ }).click();
  await expect(page.getByText("组别a的名额已改为 2")).toBeVisible();
  await page.getByLabel("内容", { exact: true }).fill("地点改到二楼");
  await page.getByRole("button", { name: "发出通知" }).click();
  await page.getByRole("button", { name: "确认发出" }).click();
  await expect(page.getByText("已通知 1 人")).toBeVisible();
  await expect(page.getByLabel("内容", { exact: true })).toHaveValue("");
});

test("@scripted each of their pages is accessible", async ({ page, visit, portal, entrance }) => {
  const activityId = await addActivity(portal.gateway, {
    organisers: [entrance.organiser],
    judges: [entrance.organiser],
    kind: "competition",
    workFields: [],
    worksUntil: new Date(Date.now() - 1_000),
  });
  const { id } = await addSignup(portal.gateway, activityId, entrance.organiser, { state: "pending" });
  for (const path of [
    "",
    `/${activityId}`,
    `/${activityId}/signups/${id}`,
    `/${activityId}/tasks`,
    `/${activityId}/works`,
  ]) {
    await visit(`/activity/manage${path}`);
    await expectAccessible(page);
  }
});

test("typing and Enter makes no decision that was not chosen, on any of their pages", async ({
  page,
  visit,
  portal,
  entrance,
  scripted,
}) => {
  test.slow();
  const { gateway } = portal;
  const activityId = await addActivity(gateway, {
    organisers: [entrance.organiser],
    judges: [entrance.organiser],
    kind: "competition",
    review: "manual",
    workFields: [],
    worksUntil: new Date(Date.now() - 1_000),
  });
  const pending = await addSignup(gateway, activityId, null, { name: "甲同学", state: "pending" });
  const accepted = await addSignup(gateway, activityId, null, { name: "乙同学", state: "accepted" });
  await gateway.database
    .insert(activityWorks)
    .values({ activityId, signupId: accepted.id, title: "低功耗灯", answers: {}, updatedAt: new Date() });
  /** The results of an organiser's decisions: reviews, check-ins, messages, results. */
  const decided = async () => {
    const rows = await gateway.database
      .select()
      .from(activitySignups)
      .where(eq(activitySignups.activityId, activityId));
    const own = rows.filter(({ id }) => [pending.id, accepted.id].includes(id));
    const [activity] = await gateway.database.select().from(activities).where(eq(activities.id, activityId));
    return JSON.stringify([
      own
        .sort((one, other) => one.id - other.id)
        .map(({ state, reason, checkedInAt }) => [state, reason, checkedInAt]),
      await gateway.database.$count(activityMessages, eq(activityMessages.activityId, activityId)),
      activity?.results ?? null,
    ]);
  };
  const before = await decided();
  let underWay = 0;
  page.on("request", () => {
    underWay += 1;
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", () => {
      underWay -= 1;
    });
  /** Waits until the page has handled a key, and all its requests are answered. */
  const settled = () =>
    expect(async () => {
      // The page may be navigating: then this fails, and is retried.
      if (scripted) await framesDrawn(page);
      await page.waitForLoadState();
      expect(underWay).toBe(0);
    }).toPass();
  let typed = 0;
  for (const path of [
    `/activity/manage/${activityId}`,
    `/activity/manage/${activityId}/signups/${pending.id}`,
    `/activity/manage/${activityId}/signups/${accepted.id}`,
    `/activity/manage/${activityId}/tasks`,
    `/activity/manage/${activityId}/works`,
    `/activity/mscan?id=${activityId}`,
  ]) {
    await visit(path);
    const fields = 'main form[method="post"] :is(input:not([type=hidden], [type=file]), select)';
    const count = await page.locator(fields).count();
    for (let at = 0; at < count; at += 1) {
      await visit(path);
      const field = page.locator(fields).nth(at);
      if (!(await field.isVisible())) continue;
      await field.focus();
      if (
        await field.evaluate(
          (control) => control instanceof HTMLInputElement && !/checkbox|radio/.test(control.type),
        )
      )
        await page.keyboard.insertText("1");
      await page.keyboard.press("Enter");
      typed += 1;
      await settled();
      expect(await decided(), `${path}, field ${at}`).toBe(before);
    }
  }
  expect(typed).toBeGreaterThan(6);
  // A late decision would be visible by now, because each page was opened again after it.
  expect(await decided()).toBe(before);
  // Moves the focus to a button and presses it: this is a chosen decision.
  await visit(`/activity/manage/${activityId}/signups/${pending.id}`);
  const accept = page.getByRole("button", { name: "通过", exact: true });
  await accept.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("已通过 1 个报名")).toBeVisible();
  expect(await decided()).not.toBe(before);
});
