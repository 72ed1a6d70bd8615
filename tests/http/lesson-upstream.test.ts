import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { BreakablePortal } from "../support/breakable-portal";
import { expectConsole } from "../support/console";
import type { PlainBrowser } from "../support/plain-browser";
import { signInWithPassword } from "../support/sign-in";

/** A lesson's page while a call for what a member has of it fails. */
let portal: BreakablePortal;
let browser: PlainBrowser;
beforeAll(async () => {
  portal = await BreakablePortal.open();
  browser = portal.browser();
  await signInWithPassword(browser, demoAccounts.member);
});
afterAll(() => portal?.close());
const address = "/trainingClass/lessons/10101";

test("a note that is refused keeps what was typed, its part too, where the notes do not load", async () => {
  expectConsole("error", /^\[门户\] Unavailable lessonNotes /);
  const page = await browser.get(address);
  const part = page.$("select[name=part] option").eq(1).attr("value") ?? "";
  expect(part).not.toBe("");
  const typed = { text: "写到一半", at: "很晚", part };
  const back = await portal.broken("lessonNotes", "500", () =>
    browser.submit(page, { intent: "note" }, typed),
  );
  expect([back.status, back.$("form#note textarea").text(), back.$("#note-at").attr("value")]).toEqual([
    400,
    typed.text,
    typed.at,
  ]);
  expect(back.$("select[name=part] option[selected]").attr("value")).toBe(part);
});

test("no count of right answers is said where the answers do not load", async () => {
  expectConsole("error", /^\[门户\] Unavailable lessonQuiz /);
  const page = await portal.broken("lessonQuiz", "500", () => browser.get(address));
  const box = page.$("section:has(#quiz)").text();
  expect([page.status, box.includes("5 题"), box.includes("已答对")]).toEqual([200, true, false]);
  expect((await browser.get(address)).$("#quiz").text()).toContain("已答对");
});
