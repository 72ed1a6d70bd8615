import type { CallName } from "contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Screen, screens } from "../../app/navigation/screens";
import { demoAccounts } from "../support/accounts";
import { BreakablePortal, type BreakName, breakNames } from "../support/breakable-portal";
import { expectConsole } from "../support/console";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { screenAddress } from "../support/screen-addresses";
import { signInWithPassword } from "../support/sign-in";
import { shells, someTopic } from "./support";

/**
 * Every call that any screen makes, broken (decision 131): every screen at its address in both shells, for a visitor
 * and for a member, and each call that its page then makes, one at a time. What is broken is learnt from the pages
 * themselves, so a new screen and a new call join by themselves.
 *
 * All ways to break it for each of them would take an hour: a page has each of its calls broken in one way, the next
 * page in the next, and a call that few pages make in all others on its last page. So every (page, call) and every
 * (call, way) is there.
 */
let portal: BreakablePortal;
const people = {} as Record<"visitor" | "member" | "admin", Record<"desktop" | "h5", PlainBrowser>>;
let tid = 0;

beforeAll(async () => {
  portal = await BreakablePortal.open();
  const browsers = async (account: { account: string; password: string } | null) => {
    const made = shells.map(({ headers }) => portal.browser(headers));
    if (account) for (const browser of made) await signInWithPassword(browser, account);
    return { desktop: made[0] as PlainBrowser, h5: made[1] as PlainBrowser };
  };
  people.visitor = await browsers(null);
  people.member = await browsers(demoAccounts.member);
  people.admin = await browsers(demoAccounts.admin);
  tid = Number(/thread-(\d+)/.exec(await someTopic(people.visitor.desktop))?.[1]);
});
afterAll(() => portal?.close());

/** Other states of a screen, in which it makes other calls. */
const states: Partial<Record<string, string[]>> = {
};

const pages: { screen: Screen; address: string }[] = [];

/** The person who sees a screen, beside a visitor. */
const personOf = ({ access }: Screen) => (access === "forumAdmin" ? "admin" : "member");

const shown = (screen: Screen) => screen.title !== "";

describe("debug", () => {
  test("learn", async () => {
    expectConsole("error", /\[门户\]/);
    const out: string[] = [];
    let n = 0;
    const used = new Map<CallName, number>();
    const t0 = Date.now();
    for (const { shell, prefix } of shells) {
      const planned = new Set<string>();
      for (const screen of screens.filter((one) => shown(one) && (!one.only || one.only === shell))) {
        if (screen.underConstruction) {
          if (planned.has(screen.access ?? "")) continue;
          planned.add(screen.access ?? "");
        }
        for (const who of ["visitor", personOf(screen)] as const) {
          const browser = people[who][shell];
          const address = screenAddress(screen, shell, tid);
          let healthy: Page | undefined;
          const calls = await portal.callsOf(async () => {
            healthy = await browser.get(address, { follow: false });
          });
          out.push(`${shell} ${who} ${address} ${healthy?.status} ${calls.join(" ")}`);
          for (const call of calls) {
            const k = used.get(call) ?? 0;
            used.set(call, k + 1);
            const how = breakNames[k % breakNames.length] as BreakName;
            n += 1;
            try {
              const page = await portal.broken(call, how, () => browser.get(address, { follow: false }));
              const h1 = page.$("h1").text();
              const problem = [
                page.status !== healthy?.status ? `status ${page.status} for ${healthy?.status}` : "",
                page.$("footer").length === 1 ? "" : "NO SHELL",
                healthy?.status === 200 && h1 !== healthy.$("h1").text() ? `h1 ${h1}` : "",
                page.text.includes("暂时看不了") || page.text.includes("部分服务") || page.status !== 200 ? "" : "silent",
                page.$("dialog[open]").length > 1 ? "DIALOGS" : "",
              ].filter(Boolean);
              if (problem.length) out.push(`  ${call} ${how}: ${problem.join(", ")}`);
            } catch (error) {
              out.push(`  ${call} ${how}: THREW ${String((error as Error).stack).slice(0, 300)}`);
            }
          }
        }
      }
    }
    out.push(`${n} in ${Date.now() - t0}`);
    (await import("node:fs")).writeFileSync("/tmp/learn.txt", out.join("\n"));
  }, 600_000);
});
