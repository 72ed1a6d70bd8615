import { expect, test } from "vitest";
import { eventsIn } from "../support/calendar";
import { linkOn, visitor } from "./support";

test("live sessions to come are saved into a calendar one by one, or subscribed to", async () => {
  const page = await visitor().get("/trainingClass/lives");
  const rows = page.$("main time");
  expect(rows.length).toBeGreaterThan(0);
  expect(page.$("main [data-over]").length).toBe(0);
  const all = await visitor().get("/trainingClass/lives/all.ics");
  expect(all.headers.get("content-type")).toContain("text/calendar");
  const events = eventsIn(all.html);
  expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual(
    rows.toArray().map((row) => page.$(row).attr("datetime")),
  );
  const address = linkOn(page, /lives\/\d+\.ics$/);
  const one = await visitor().get(address);
  expect(one.headers.get("content-disposition")).toContain(`live-${/(\d+)\.ics/.exec(address)?.[1]}.ics`);
  const [event, ...others] = eventsIn(one.html);
  expect(others).toEqual([]);
  expect(event?.summary).toMatch(/^直播：./);
  expect(event?.description).toContain("/trainingClass/details/");
});

test("past sessions have no file for the calendar, nor has what is no session", async () => {
  const past = await visitor().get("/trainingClass/lives?over=1");
  const course = /details\/(\d+)/.exec(past.$("main [data-over] a").first().attr("href") ?? "")?.[1];
  expect(course).toBeDefined();
  expect(past.$('main a[href$=".ics"]').length).toBe(1);
  for (const file of [`${course}.ics`, "999999.ics", "x.ics", "101"])
    expect([file, (await visitor().get(`/trainingClass/lives/${file}`)).status]).toEqual([file, 404]);
});
