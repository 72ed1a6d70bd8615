import { eq } from "drizzle-orm";
import { sessions } from "gateway/database/schema";
import { deviceOf } from "gateway/server/sessions/devices";
import { hashToken } from "gateway/server/sessions/sessions";
import { describe, expect, it } from "vitest";
import { sessionName } from "../support/calls/session";
import { type Member, startGateway } from "../support/gateway";

const gateway = startGateway();

const again = (member: Member) =>
  gateway().signIn({ id: member.id, nickname: member.nickname, passwordHash: null });
const list = async (member: Member) => (await gateway().ok("sessionList", {}, member)).sessions;

describe("the list of sessions", () => {
  it("has the live sessions, the caller's first, by names that do not contain their tokens", async () => {
    const here = await gateway().member();
    gateway().pass(60);
    const [there, gone] = [await again(here), await again(here)];
    const token = there.cookie.replace(/^[^=]*=/, "");
    await gateway()
      .database.update(sessions)
      .set({
        userAgent:
          "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
      })
      .where(eq(sessions.tokenHash, hashToken(token)));
    await gateway().ok("revokeSession", { id: sessionName(gone) }, here);
    const listed = await list(here);
    expect(listed).toMatchObject([
      { id: sessionName(here), current: true, browser: "", system: "", kind: "other", address: "127.0.0.1" },
      {
        id: sessionName(there),
        current: false,
        browser: "Chrome 131",
        system: "Windows 10",
        kind: "computer",
      },
    ]);
    expect(Date.parse(listed[1]?.since ?? "") - Date.parse(listed[0]?.since ?? "")).toBeGreaterThanOrEqual(
      60_000,
    );
    const text = JSON.stringify(listed);
    for (const secret of [token, hashToken(token), hashToken(token).slice(0, 16)])
      expect(text).not.toContain(secret);
    expect((await list(there)).map(({ current }) => current)).toEqual([true, false]);
  });

  it("leaves out expired sessions, and other people's", async () => {
    const [me, other] = [await gateway().member(), await gateway().member()];
    expect((await list(me)).length).toBe(1);
    const late = await again(me);
    await gateway()
      .database.update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.csrfToken, late.csrfToken));
    expect((await list(me)).map(({ id }) => id)).toEqual([sessionName(me)]);
    expect((await list(other)).map(({ id }) => id)).toEqual([sessionName(other)]);
  });
});

describe("ending a session", () => {
  it("makes it answer with a conflict from then on, and others stay", async () => {
    const here = await gateway().member();
    const [there, third] = [await again(here), await again(here)];
    expect(await gateway().ok("revokeSession", { id: sessionName(there) }, here)).toEqual({ success: true });
    await gateway().refused("currentUser", {}, "SESSION_CONFLICT", there);
    expect((await gateway().ok("currentUser", {}, third)).user?.uid).toBe(here.id);
    await gateway().refused("revokeSession", { id: sessionName(there) }, "SESSION_NOT_FOUND", here);
  });

  it("is refused for the caller's own, for another person's and for an invalid name", async () => {
    const [me, other] = [await gateway().member(), await gateway().member()];
    await gateway().refused("revokeSession", { id: sessionName(me) }, "SESSION_IS_CURRENT", me);
    await gateway().refused("revokeSession", { id: sessionName(other) }, "SESSION_NOT_FOUND", me);
    for (const id of ["", "x", "a".repeat(17), "../../../../../", 1])
      expect((await gateway().refused("revokeSession", { id }, "INVALID_REQUEST", me)).fields).toEqual({
        id: ["登录的编号有误"],
      });
    expect((await gateway().ok("currentUser", {}, other)).user?.uid).toBe(other.id);
  });

  it("everywhere else keeps the caller's", async () => {
    const [here, other] = [await gateway().member(), await gateway().member()];
    const [second, third] = [await again(here), await again(here)];
    expect(await gateway().ok("revokeOtherSessions", {}, here)).toEqual({ revoked: 2 });
    for (const ended of [second, third])
      await gateway().refused("currentUser", {}, "SESSION_CONFLICT", ended);
    expect((await list(here)).length).toBe(1);
    expect(await gateway().ok("revokeOtherSessions", {}, here)).toEqual({ revoked: 0 });
    expect((await gateway().ok("currentUser", {}, other)).user?.uid).toBe(other.id);
  });
});

describe("a device", () => {
  const safari = "AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";
  it.each([
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${safari}`,
      { browser: "Safari 17", system: "iOS 17.0", kind: "phone" },
    ],
    [`Mozilla/5.0 (iPad; CPU OS 16_1 like Mac OS X) ${safari}`, { system: "iOS 16.1", kind: "tablet" }],
    [
      "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
      { browser: "Firefox 128", system: "Linux", kind: "computer" },
    ],
    [
      "Mozilla/5.0 (Windows NT; Win64) Firefox/3.0",
      { browser: "Firefox 3", system: "Windows", kind: "computer" },
    ],
    ["curl/8.5.0", { browser: "", system: "", kind: "other" }],
    ["<script>alert(1)</script>", { kind: "other" }],
    ["", { browser: "", system: "", kind: "other" }],
  ])("is read from %j", (userAgent, expected) => {
    expect(deviceOf(userAgent)).toMatchObject(expected);
    expect(deviceOf(`${"x".repeat(300)}/1`).browser.length).toBeLessThanOrEqual(40);
  });
});
