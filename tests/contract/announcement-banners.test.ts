import type { CallInput } from "contract";
import { bannerSlots } from "contract/announcements/constants";
import { wholeChange } from "contract/base/pages";
import { addTime, dayOf, minuteOf } from "contract/base/time";
import { and, eq } from "drizzle-orm";
import { bannersAnswer } from "gateway/announcements/banner";
import { bannerJob } from "gateway/announcements/banner-job";
import { announcementJob } from "gateway/announcements/send-job";
import { announcements, closedBanners, follows, jobs } from "gateway/database/schema";
import { takeUp } from "gateway/export/take-up";
import { forget } from "gateway/server/answers";
import { runJobs } from "gateway/server/jobs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startAnnouncing } from "../support/announcing";
import type { Member } from "../support/gateway";

const { gateway, administrator, run, words, send, report, followed, members, gotBy } = startAnnouncing();

beforeEach(async () => {
  const { database } = gateway();
  await database.update(announcements).set({ state: "stopped" });
  forget({ database }, "all");
});

const day = (days: number) => dayOf(addTime(gateway().services.now(), days, "day"));
const banner = (more: Partial<CallInput<"sendAnnouncement">> = {}) =>
  send({ title: "新版 SDK 来了", text: "", bannerOnly: true, bannerUntil: day(3), ...more });
/** The number of the banner above a member's pages, or a visitor's. */
const seenBy = async (member?: Member) =>
  (member
    ? (await gateway().ok("getMyPersonalDetail", {}, member)).banner
    : (await gateway().ok("visitorsBanner", {})).banner
  )?.id ?? null;
const close = (id: number, member: Member) => gateway().ok("closeBanner", { id }, member);

describe("a banner", () => {
  it("stands above the pages of its audience alone, and nobody gets a message", async () => {
    const [reader, other] = (await members(2)) as [Member, Member];
    const { target } = await followed([reader]);
    const id = await banner({ target });
    await run();
    expect([await seenBy(reader), await seenBy(other), await seenBy()]).toEqual([id, null, null]);
    expect((await gateway().ok("getMyPersonalDetail", {}, reader)).banner).toMatchObject({
      kind: "announceProduct",
      title: "新版 SDK 来了",
      link: "/products",
    });
    expect(await gotBy(id)).toEqual([]);
    expect(await report(id)).toMatchObject({
      announcement: { state: "done", sent: 0, bannerOnly: true },
      bannerAhead: true,
      closed: 0,
    });
  });

  it("comes beside the message of an announcement, and to who belongs to its audience later", async () => {
    const [reader, later] = (await members(2)) as [Member, Member];
    const { target, fid } = await followed([reader]);
    const id = await banner({ target, bannerOnly: false, text: "见发布说明" });
    await run();
    expect([await gotBy(id), await seenBy(reader)]).toEqual([[reader.id], id]);
    await gateway().database.insert(follows).values({ accountId: later.id, kind: "section", targetId: fid });
    expect(await seenBy(later)).toBe(id);
  });

  it("for everybody is seen by visitors too", async () => {
    const [reader] = (await members(1)) as [Member];
    const id = await banner({ audience: "all" });
    expect([await seenBy(), await seenBy(reader)]).toEqual([id, id]);
  });

  it("is not for those who declined its kind", async () => {
    const [reader] = (await members(1)) as [Member];
    const id = await banner({ audience: "all" });
    const decline = (muted: CallInput<"saveNoticeSettings">["muted"]) =>
      gateway().ok("saveNoticeSettings", { muted, digest: "off" }, reader);
    await decline(["announceProduct"]);
    expect(await seenBy(reader)).toBeNull();
    await decline(["announceCourse"]);
    expect(await seenBy(reader)).toBe(id);
  });

  it("is closed by its reader for themselves, and the one before shows again: never two at once", async () => {
    const at = gateway();
    const [reader, other] = (await members(2)) as [Member, Member];
    const first = await banner({ audience: "all" });
    at.pass(60);
    const second = await banner({ audience: "all" });
    expect(await seenBy(reader)).toBe(second);
    await close(second, reader);
    await close(second, reader);
    expect([await seenBy(reader), await seenBy(other), await seenBy()]).toEqual([first, second, second]);
    await close(first, reader);
    expect(await seenBy(reader)).toBeNull();
    expect(await report(second)).toMatchObject({ closed: 1 });
  });

  it("is refused to be closed where there is none", async () => {
    const at = gateway();
    const [reader] = (await members(1)) as [Member];
    const { target } = await followed([reader]);
    const message = await send({ target });
    const later = await banner({ target, sendAt: minuteOf(addTime(at.services.now(), 1, "day")) });
    for (const id of [message, later, 2_000_000_000])
      await at.refused("closeBanner", { id }, "ANNOUNCEMENT_NOT_FOUND", reader);
  });

  it("begins at its time and ends by itself after its last day", async () => {
    const at = gateway();
    const start = addTime(at.services.now(), 2, "day");
    const id = await banner({ audience: "all", sendAt: minuteOf(start), bannerUntil: dayOf(start) });
    const [reader] = (await members(1)) as [Member];
    expect([await seenBy(), await seenBy(reader)]).toEqual([null, null]);
    at.pass(2 * 86_400);
    expect([await seenBy(), await seenBy(reader)]).toEqual([id, id]);
    await at.database
      .update(announcements)
      .set({ sendAt: addTime(at.services.now(), 3, "second") })
      .where(eq(announcements.id, id));
    forget(at, "all");
    expect(await seenBy(reader)).toBeNull();
    // The list that is kept already has it.
    at.pass(4);
    expect(await seenBy(reader)).toBe(id);
    at.pass(86_400);
    expect([await seenBy(), await seenBy(reader)]).toEqual([null, null]);
    expect(await report(id)).toMatchObject({ bannerAhead: false });
    await run([announcementJob]);
    await at.refused("stopAnnouncement", { id }, "ANNOUNCEMENT_OVER", administrator());
  });

  it("is stopped at once, also when all messages are out", async () => {
    const at = gateway();
    const [reader] = (await members(1)) as [Member];
    const id = await banner({ audience: "all" });
    await run();
    expect([await seenBy(reader), await seenBy()]).toEqual([id, id]);
    await at.ok("stopAnnouncement", { id }, administrator());
    forget(at, { effect: "hides" });
    expect([await seenBy(reader), await seenBy()]).toEqual([null, null]);
    await at.refused("stopAnnouncement", { id }, "ANNOUNCEMENT_OVER", administrator());
  });

  it("has shared pages made again at its beginning, its end and its stop, where visitors see it", async () => {
    const at = gateway();
    const pagesChanged = vi.spyOn(at.services, "pagesChanged");
    const changes = async () => {
      pagesChanged.mockClear();
      await runJobs(at.services, [bannerJob]);
      return pagesChanged.mock.calls.map(([change]) => change);
    };
    const { target } = await followed(await members(1));
    await banner({ target });
    expect(await changes()).toEqual([]);
    const id = await banner({ audience: "all", bannerUntil: day(1) });
    expect(await changes()).toEqual([wholeChange]);
    const stopped = await banner({ audience: "all", bannerUntil: day(30) });
    expect(await changes()).toEqual([wholeChange]);
    await at.ok("stopAnnouncement", { id: stopped }, administrator());
    expect(await changes()).toEqual([wholeChange]);
    await at.database.delete(jobs);
    // After a move to another portal they are asked for again.
    await takeUp(at.database, at.services.now());
    expect(await at.database.$count(jobs, eq(jobs.kind, bannerJob.name))).toBe(1);
    at.pass(2 * 86_400);
    expect(await changes()).toEqual([wholeChange]);
    expect((await report(id)).bannerAhead).toBe(false);
    pagesChanged.mockRestore();
  });

  it("costs nothing where there is none: the list is kept", async () => {
    const at = gateway();
    const [reader] = (await members(1)) as [Member];
    await seenBy(reader);
    // Written past the calls, so that nothing drops the list.
    const [row] = await at.database
      .insert(announcements)
      .values({
        kind: "announceSite",
        title: "没人知道",
        text: "",
        audience: "all",
        bannerUntil: addTime(at.services.now(), 1, "day"),
        sendAt: at.services.now(),
      })
      .returning({ id: announcements.id });
    expect(await seenBy(reader)).toBeNull();
    at.pass(6);
    expect(await seenBy(reader)).toBe(row?.id);
    forget(at, { name: bannersAnswer });
  });
});

it("banners that stand at once have slots of their own for the cookies of visitors", async () => {
  const at = gateway();
  await at.database.update(announcements).set({ bannerUntil: null });
  const slotOf = async (id: number) =>
    (await at.database.select().from(announcements).where(eq(announcements.id, id)))[0]?.bannerSlot;
  const slots: (number | undefined)[] = [];
  for (let number = 0; number < bannerSlots; number += 1)
    slots.push(await slotOf(await banner({ audience: "all", bannerUntil: day(10 + number) })));
  expect(slots).toEqual([0, 1, 2, 3]);
  // All are taken: the one whose cookies end first.
  expect(await slotOf(await banner({ audience: "all" }))).toBe(0);
});

it("says beside the field what is wrong with a banner", async () => {
  const at = gateway();
  const { target } = await followed(await members(1));
  const fieldsOf = async (more: object, code: string) => {
    const form = words({ target, text: "", bannerOnly: true, bannerUntil: day(3), ...more });
    return Object.keys(
      (await at.refused("sendAnnouncement", form, code as never, administrator())).fields ?? {},
    );
  };
  expect(await fieldsOf({ bannerUntil: "" }, "INVALID_REQUEST")).toEqual(["bannerUntil"]);
  expect(await fieldsOf({ bannerUntil: "2026-02-30" }, "INVALID_REQUEST")).toEqual(["bannerUntil"]);
  expect(await fieldsOf({ byMail: true }, "INVALID_REQUEST")).toEqual(["byMail"]);
  expect(await fieldsOf({ bannerOnly: false }, "INVALID_REQUEST")).toEqual(["text"]);
  expect(await fieldsOf({ bannerUntil: day(-2) }, "ANNOUNCEMENT_BANNER_DAY")).toEqual(["bannerUntil"]);
  expect(await fieldsOf({ bannerUntil: day(100) }, "ANNOUNCEMENT_BANNER_DAY")).toEqual(["bannerUntil"]);
  const after = minuteOf(addTime(at.services.now(), 5, "day"));
  expect(await fieldsOf({ sendAt: after }, "ANNOUNCEMENT_BANNER_DAY")).toEqual(["bannerUntil"]);
});

it("a test of a banner is a message to oneself, and nobody sees a banner", async () => {
  const at = gateway();
  const { kind, link } = words();
  const test = { kind, link, title: "试一试", text: "", bannerOnly: true };
  await at.ok("testAnnouncement", test, administrator());
  await run();
  const [row] = await at.database
    .select()
    .from(announcements)
    .where(and(eq(announcements.audience, "self"), eq(announcements.title, "试一试")));
  expect(await gotBy(row?.id ?? 0)).toEqual([administrator().id]);
  expect(await seenBy(administrator())).toBeNull();
});

it("is in the export of one's data, and what was closed goes with the account", async () => {
  const at = gateway();
  const [reader] = (await members(1)) as [Member];
  await close(await banner({ audience: "all", title: "周末停机" }), reader);
  const parts = at.services.domains.flatMap(({ personalData }) => personalData ?? []);
  const file = parts.flatMap(({ files = {} }) => files["banners.json"] ?? [])[0];
  const account = { id: reader.id } as never;
  expect(await file?.read(at.database, account)).toMatchObject([{ title: "周末停机" }]);
  for (const { erase } of parts.toReversed()) await erase?.(at.database, account, new Date());
  expect(await at.database.$count(closedBanners, eq(closedBanners.accountId, reader.id))).toBe(0);
});
