import { describe, expect, test } from "vitest";
import { newMember, shellsOf, untilUndisturbed, visitor } from "./support";

const shells = shellsOf(import.meta.url);

describe.each(shells)("arriving with a from query in the $shell shell", ({ prefix, headers }) => {
  test("stores the source, and redirects to the same address without it", async () => {
    const browser = visitor(headers);
    const answer = await browser.get(`${prefix}/tags?q=uart&from=${encodeURIComponent("公众号<b>")}&all=1`, {
      follow: false,
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `${prefix}/tags?q=uart&all=1`]);
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("from_source=")) ?? "";
    expect(cookie).toContain(`from_source=${encodeURIComponent("公众号<b>")};`);
    expect(cookie).toMatch(/Path=\/; Max-Age=2592000; SameSite=Lax$/);
    const page = await browser.get(`${prefix}/tags`);
    expect(page.html).not.toContain("公众号");
  });
});

test("any source text is harmless", async () => {
  for (const source of [
    "",
    "  ",
    "a".repeat(5_000),
    '"><script>alert(1)</script>',
    "\u0001\u0002",
    "%ff",
    "x\r\nSet-Cookie: a=b",
    "; Path=/",
    "😀".repeat(100),
  ]) {
    const browser = visitor();
    const page = await browser.get(`/forum/all?from=${encodeURIComponent(source)}`);
    expect(page.status).toBe(200);
    expect(page.url.search).toBe("");
    // Other topics may have this text as their title, but only as text.
    expect(page.html).not.toContain("<script>alert(1)");
    const cookies = (await browser.jar.getCookies(browser.origin)).map(({ key }) => key);
    expect(cookies.filter((name) => name !== "from_source")).toEqual([]);
  }
});

test("brackets, parentheses and carets of a redirect are percent-encoded", async () => {
  const led = await visitor().get("/search?q=(a)[b]^{c}&from=x", { follow: false });
  expect(led.headers.get("location")).toBe("/search?q=%28a%29%5Bb%5D%5E%7Bc%7D");
  const login = await visitor().get(`/login?redirect=${encodeURIComponent("/search?q=(a)[b]^")}`, {
    follow: false,
  });
  expect(login.headers.get("location")).not.toMatch(/[()[\]{}^]/);
  const logout = await visitor().get(`/logout?redirect=${encodeURIComponent("/search?q=(a)[b]^")}`, {
    follow: false,
  });
  expect(logout.headers.get("location")).not.toMatch(/[()[\]{}^]/);
});

test("a visitor with a source still gets the shared page", async () => {
  const browser = visitor();
  const page = await browser.get("/forum/digest?from=mail");
  expect(page.headers.get("set-cookie")).toBeNull();
  await untilUndisturbed(async () =>
    expect((await browser.get("/forum/digest")).html).toBe((await visitor().get("/forum/digest")).html),
  );
});

describe("/traffic", () => {
  const record = (change: Record<string, string> = {}) =>
    new URLSearchParams({
      visitorId: "0123456789abcdef",
      accessSource: "mail",
      accessTime: "2026-11-21 10:00:00",
      ...change,
    });

  test("accepts a guest's record and a member's, and answers without a body", async () => {
    const guest = await visitor().post("/traffic", record({ unlogincount: "1" }));
    expect([guest.status, guest.html]).toEqual([204, ""]);
    const { browser } = await newMember();
    expect((await browser.post("/traffic", record({ accessSource: '"><img src=x>' }))).status).toBe(204);
  });

  test("refuses an invalid record", async () => {
    for (const change of [
      { visitorId: "<b>" },
      { visitorId: "" },
      { accessTime: "now" },
      { accessSource: "x".repeat(481) },
      { unlogincount: "-1" },
    ] as Record<string, string>[])
      expect((await visitor().post("/traffic", record(change))).status).toBe(400);
    expect((await visitor().post("/traffic", "x".repeat(5_000))).status).toBe(413);
    expect(
      (await visitor().post("/traffic", record(), { headers: { origin: "https://evil.example" } })).status,
    ).toBe(403);
    expect((await visitor().get("/traffic", { follow: false })).headers.get("location")).toBe("/");
  });
});
