import { type CallName, contract } from "contract";
import type { Call } from "contract/base/call";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShellName } from "../../app/navigation/screens";
import { demoAccounts } from "../support/accounts";
import { BreakablePortal, type BreakName, breakNames, missing } from "../support/breakable-portal";
import { callRows, callsWhere, saysTooMuch, sayWhere } from "../support/call-rows";
import { callsInApp } from "../support/calls-in-app";
import { allowConsole, expectConsole } from "../support/console";
import { type EveryPlace, everyPlace, type Place } from "../support/every-place";
import { signInWithPassword } from "../support/sign-in";
import { thin } from "../support/thin";
import { isSampled, isWhole, sampleOf } from "../support/tier";
import { shells } from "./support";

/**
 * Breaks every call that any screen makes: opens every screen as a visitor and as the person it is for, and breaks the
 * page's calls one at a time. The test learns the calls from the page itself, so it includes new screens and new calls
 * without a change.
 *
 * Every way of breaking each call in both shells would take half an hour. So a page is broken in one shell and its next
 * call in the other. Each call takes the ways of breaking by turns, and its last page takes the remaining ones. In this
 * way every page is tested with each of its calls (the shell's calls once a screen), and every call in every way. `npm
 * test` opens every page unbroken in one shell, and breaks one in 24 of its calls, chosen by the commit, each in one way.
 */

/** Calls that replace the fields that getMyPersonalDetail may leave out. */
const askedOfThinUpstreams: CallName[] = [
  "checkUserSigned",
  "queryUnreadCount",
  "systemMessageCount",
  "innerMessageCount",
];

/** Calls that identify the reader; if one fails, the page may be closed. */
const asksWho: CallName[] = ["workspaceCurrent", "currentUser"];

/** Calls that only record a visit; a page shows nothing if one fails. */
const unsaid: CallName[] = ["viewTopic", "markTopicRead"];

/** The parts of an answer that a reader notices. */
interface Seen {
  status: number;
  /** The redirect's target; null for a page. */
  location: string | null;
  h1: string;
  html: string;
}

let portal: BreakablePortal;
let everywhere: EveryPlace;

beforeAll(async () => {
  portal = await BreakablePortal.open();
  everywhere = await everyPlace(portal);
});
afterAll(() => portal?.close());

async function look({ who }: Place, shell: ShellName, address: string): Promise<Seen> {
  const { status, headers, html } = await everywhere.browsers[who][shell].fetchPage(address);
  return {
    status,
    location: headers.get("location"),
    h1: /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]?.replace(/<[^>]*>/g, "") ?? "",
    html,
  };
}

/** The shells in which a page is opened: one of those that have it, by turns from commit to commit; a whole run takes all. */
const shellsOf = ({ who, addresses }: Place): ShellName[] =>
  sampleOf(
    shells.flatMap(({ shell }) => (addresses[shell] === undefined ? [] : [shell])),
    1,
    (shell) => `${who} ${addresses[shell]}`,
  );

/** The calls of a page, in either shell. */
const callsOf = (looked: Map<ShellName, { calls: CallName[] }>): CallName[] => [
  ...new Set([...looked.values()].flatMap(({ calls }) => calls)),
];

const traced = /跟踪号 (?:<!-- -->)?[0-9a-f-]{36}/;
const openDialogs = (html: string) => html.match(/<dialog[^>]* open/g)?.length ?? 0;

/** The problems of a page with one broken call; empty for a correct page. */
function problemsOf(place: Place, call: CallName, how: BreakName, healthy: Seen, seen: Seen): string[] {
  const { html, status, location, h1 } = seen;
  const isSubject = callRows[call].subjectOf?.includes(place.screen.path) ?? false;
  const mayClose = isSubject || asksWho.includes(call) || place.screen.access === "forumAdmin";
  const checks: [boolean, string][] = [];
  if (location === null) {
    checks.push(
      [status !== 500, "a bug's page"],
      [/<header[\s>]/.test(html) && /<footer[\s>]/.test(html) && /<main[\s>]/.test(html), "no shell"],
      [/<title>.+<\/title>/.test(html), "no title"],
      [h1 !== "", "no heading"],
      [openDialogs(html) <= 1, "two dialogs"],
      [status < 500 || traced.test(html), "no trace id"],
    );
  } else
    checks.push([healthy.location !== null || how === "403" || asksWho.includes(call), `led to ${location}`]);
  if (!mayClose)
    checks.push([status === healthy.status, `status ${status}`], [h1 === healthy.h1, `heading ${h1}`]);
  if (status === 200 && location === null && healthy.status === 200 && !unsaid.includes(call)) {
    const says = traced.test(html) || /部分服务暂时不可用|操作未成功/.test(html);
    // The reader counts as a visitor if workspace-current says so or does not name a user.
    const isVisitorsPage = call === "workspaceCurrent" && (how === "403" || how === "another shape");
    // What an upstream does not have, its portal does without.
    if (how === "not there") checks.push([!/操作未成功/.test(html), "speaks of a call that is not there"]);
    else if (how === "403") checks.push([isVisitorsPage || openDialogs(html) === 1, "no login dialog"]);
    else checks.push([says || isVisitorsPage || call === "currentUser", "does not say so"]);
  }
  return checks.filter(([isFine]) => !isFine).map(([, problem]) => problem);
}

describe("a broken call costs its part of a page, never the page", () => {
  test("every screen keeps the rest of its page, for visitors and members, in both shells", async () => {
    expectConsole("error", /^\[门户\] (Unavailable|Timeout|ResponseMismatch|Refused) \w+ /);
    allowConsole("warn", missing);
    const problems: string[] = [];
    const turns = new Map<CallName, number>();
    const lastPlace = new Map<CallName, { place: Place; shell: ShellName; address: string; healthy: Seen }>();
    const reached = new Set<CallName>();

    const breakIt = async (at: NonNullable<ReturnType<typeof lastPlace.get>>, call: CallName) => {
      const turn = turns.get(call) ?? 0;
      turns.set(call, turn + 1);
      const how = breakNames[turn % breakNames.length] as BreakName;
      const seen = await portal.broken(call, how, () => look(at.place, at.shell, at.address));
      for (const problem of problemsOf(at.place, call, how, at.healthy, seen))
        problems.push(`${at.address} (${at.place.who}), ${call} ${how}: ${problem}`);
    };

    const visits: { place: Place; looked: Map<ShellName, { healthy: Seen; calls: CallName[] }> }[] = [];
    const pages = new Map<CallName, number>();
    for (const place of everywhere.places) {
      const looked: (typeof visits)[number]["looked"] = new Map();
      for (const shell of shellsOf(place)) {
        let healthy: Seen | undefined;
        const calls = await portal.callsOf(async () => {
          healthy = await look(place, shell, place.addresses[shell] ?? "");
        });
        for (const call of calls) reached.add(call);
        if (healthy && healthy.status >= 500) problems.push(`${place.addresses[shell]}: ${healthy.status}`);
        if (healthy) looked.set(shell, { healthy, calls });
      }
      visits.push({ place, looked });
      for (const call of callsOf(looked)) pages.set(call, (pages.get(call) ?? 0) + 1);
    }
    const brokenAt = new Set<string>();
    for (const [index, { place, looked }] of visits.entries()) {
      for (const [turn, call] of callsOf(looked).entries()) {
        // Half of all pages make the shell's calls: they are broken once a screen.
        const once = `${place.screen.path} ${call}`;
        if ((pages.get(call) ?? 0) > visits.length / 2 && brokenAt.has(once)) continue;
        brokenAt.add(once);
        if (!isSampled(`${place.who} ${once}`, 24)) continue;
        const able = [...looked].filter(([, { calls }]) => calls.includes(call));
        const [shell, { healthy }] = able[(index + turn) % able.length] as (typeof able)[number];
        const at = { place, shell, address: place.addresses[shell] ?? "", healthy };
        await breakIt(at, call);
        if (healthy.location === null) lastPlace.set(call, at);
      }
    }
    for (const [call, at] of isWhole ? lastPlace : [])
      while ((turns.get(call) ?? 0) < breakNames.length) await breakIt(at, call);
    expect(
      problems,
      "a page that has nothing to show without a call is named by `subjectOf` of its row",
    ).toEqual([]);
    const left = callsInApp().filter((name) => contract[name].effect === "reads" && !reached.has(name));
    const declared = callsWhere(
      ({ unreached }, name) => contract[name].effect === "reads" && unreached !== undefined,
    );
    expect(
      left.filter((name) => !declared.includes(name)),
      sayWhere,
    ).toEqual([]);
    expect(
      declared.filter((name) => !left.includes(name)),
      saysTooMuch,
    ).toEqual([]);
  }, 1_200_000);
});

/** The answer of a call with the fields that its row requires and no others. */
const thinned = async (name: CallName, healthy: () => Promise<Response>): Promise<Response> => {
  const answer = await healthy();
  if (answer.status !== 200) return answer;
  const whole = await answer.json();
  // Without the user's uid nobody counts as signed in.
  const marker = name === "workspaceCurrent" && whole.user ? { user: { uid: whole.user.uid } } : {};
  // Typed as one row: calling the union of all rows' schemas costs the compiler ten seconds.
  const { response }: Call = contract[name];
  const thinnest = thin(response, whole);
  // Some rows require one of two optional fields.
  const least = response.safeParse(thinnest).success ? thinnest : whole;
  return Response.json({ ...(least as object), ...marker }, { headers: answer.headers });
};

describe("an upstream that answers only the fields of the specification", () => {
  test("every screen works, for visitors and members", async () => {
    const problems: string[] = [];
    for (const [index, place] of everywhere.places.entries()) {
      const shell = place.addresses[index % 4 < 2 ? "desktop" : "h5"]
        ? index % 4 < 2
          ? "desktop"
          : "h5"
        : "desktop";
      const address = place.addresses[shell];
      if (address === undefined || !isSampled(`thin ${address}`, 8)) continue;
      const healthy = await look(place, shell, address);
      const seen = await portal.altered(thinned, () => look(place, shell, address));
      if (
        seen.status !== healthy.status ||
        seen.location !== healthy.location ||
        seen.html.includes("暂时看不了")
      )
        problems.push(`${address} (${place.who}): ${seen.status} for ${healthy.status}, ${seen.h1}`);
    }
    expect(problems).toEqual([]);
  }, 600_000);

  test("a member's page works when getMyPersonalDetail has four fields and the calls for the rest fail", async () => {
    const { member } = everywhere.browsers;
    const calls = await portal.callsOf(() =>
      portal.altered(thinned, async () => {
        const page = await member.desktop.get("/forum/all");
        expect(page.$("summary[aria-label$=的菜单]").attr("aria-label")).toContain(
          demoAccounts.member.nickname,
        );
      }),
    );
    const names = askedOfThinUpstreams;
    expect(calls).toEqual(expect.arrayContaining(names));
    // A sample may have only calls that are not there, which nobody logs as an error.
    allowConsole("error", /^\[门户\] (Unavailable|Timeout|ResponseMismatch|Refused) /);
    allowConsole("warn", missing);
    for (const call of names)
      for (const how of breakNames.filter((how) => isSampled(`${call} ${how}`, 6))) {
        const page = await portal.broken(call, how, () => member.desktop.get("/forum/all"), thinned);
        expect(
          [page.status, page.$("footer").length, page.text.includes(demoAccounts.member.nickname)],
          `${call} ${how}`,
        ).toEqual([200, 1, true]);
      }
  });
});

describe("an upstream that cannot say who is looking", () => {
  const nobody = (name: CallName, healthy: () => Promise<Response>) =>
    name === "workspaceCurrent" ? Response.json({ leftMenuNode: [], user: null }) : healthy();
  const forgets = (page: { headers: Headers }) =>
    page.headers
      .getSetCookie()
      .some((one) => /^portal_session=.*(?:Max-Age=0|Expires=Thu, 01 Jan 1970)/.test(one));
  const signedIn = async () => {
    const browser = portal.browser();
    await signInWithPassword(browser, demoAccounts.member);
    expect((await browser.get("/forum/all")).text).toContain(demoAccounts.member.nickname);
    return browser;
  };

  test("a 403 of workspace-current gives a visitor's page without a dialog, on policy pages too (spec 4, 8)", async () => {
    const browser = await signedIn();
    for (const address of ["/forum/all", "/h5/forum/all", "/legalNotices/privacyPolicy", "/home"]) {
      const page = await portal.broken("workspaceCurrent", "403", () => browser.get(address));
      expect([page.status, page.$("dialog[open]").length, page.$("footer").length], address).toEqual([
        200, 0, 1,
      ]);
      expect(page.text).not.toContain(`${demoAccounts.member.nickname}的菜单`);
    }
  });

  test("a 403 of current-user is a local logout with the login dialog; a 401 is the session conflict (spec 4, 8)", async () => {
    expectConsole("error", /^\[门户\] /);
    allowConsole("warn", missing);
    for (const how of breakNames) {
      const browser = await signedIn();
      const page = await portal.broken("currentUser", how, () => browser.get("/forum/all"), nobody);
      expect([page.status, page.$("footer").length], how).toEqual([200, 1]);
      const dialog = { "401": "提示", "403": "登录" }[how as string];
      expect(page.$("dialog[open] h2").text(), how).toBe(dialog ?? "");
      expect(forgets(page), how).toBe(true);
    }
  });

  test("a 403 of getMyPersonalDetail or of any part of a page is a local logout with the login dialog", async () => {
    for (const call of ["getMyPersonalDetail", "hotTags"] as const) {
      const browser = await signedIn();
      const page = await portal.broken(call, "403", () => browser.get("/forum/all"));
      expect([page.status, page.$("dialog[open] h2").text(), forgets(page)], call).toEqual([
        200,
        "登录",
        true,
      ]);
      expect(page.$("dialog[open] a").attr("href"), call).toBe(
        `/login?redirect=${encodeURIComponent("/forum/all")}`,
      );
      expect(page.$("h2 a").length).toBeGreaterThan(10);
    }
  });
});

test("the trace id is sent to the upstream, unless the host makes its own (spec 7.1)", async () => {
  const sent = async (hostTraceIds: boolean) => {
    const headers: (string | null)[] = [];
    await portal.watched((request) => headers.push(request.headers.get("x-trace-id")), { hostTraceIds });
    return headers;
  };
  for (const id of await sent(false)) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(await sent(true))).toEqual(new Set([null]));
});
