import { describe, expect, it } from "vitest";
import { keepsDesktopAddress } from "~/navigation/screen-at";
import { inShell, policyIdOf, shellOf, twin } from "~/navigation/shell-address";

describe("the twin of an address in the other shell (spec 1, 2.1)", () => {
  it.each([
    ["/forum/all", "/h5/forum/all"],
    ["/forum/all?page=2&order=new", "/h5/forum/all?page=2&order=new"],
    ["/hsforum/thread-12-2-1.html", "/h5/hsforum/thread-12-2-1.html"],
    ["/postDetail?tid=12", "/h5/postDetail?tid=12"],
    ["/legalNotices/legalNotices", "/h5/protocol?cid=legal-policy"],
    ["/legalNotices/cookie-policy", "/h5/protocol?cid=cookie-policy"],
    ["/legalNotices/userPolicy?from=mail", "/h5/protocol?from=mail&cid=userPolicy"],
    ["/", "/h5"],
  ])("%s ↔ %s", (desktop, h5) => {
    expect(twin(desktop, "h5")).toBe(h5);
    expect(twin(h5, "desktop")).toBe(desktop);
  });

  it("is never on another site", () => {
    expect(twin("/h5//evil.example/x", "desktop")).toBe("/evil.example/x");
    expect(twin("/h5///evil.example/x?a=1", "desktop")).toBe("/evil.example/x?a=1");
  });

  it("leaves an address that is already in the shell unchanged", () => {
    expect(twin("/h5/forum/all?page=3", "h5")).toBe("/h5/forum/all?page=3");
    expect(twin("/forum/all", "desktop")).toBe("/forum/all");
  });
});

describe("links inside a shell", () => {
  it.each([
    ["/forum/all", "/h5/forum/all"],
    ["/hsforum/thread-1-1-1.html?pid=3#post-3", "/h5/hsforum/thread-1-1-1.html?pid=3#post-3"],
    ["/login?redirect=%2Fforum%2Fall", "/login?redirect=%2Fforum%2Fall"],
    ["/gateway/logout?redirect=%2F", "/gateway/logout?redirect=%2F"],
    ["https://example.com/a", "https://example.com/a"],
    ["/h5/forum/all", "/h5/forum/all"],
  ])("%s on h5 is %s", (path, expected) => {
    expect(inShell(path, "h5")).toBe(expected);
    expect(inShell(path, "desktop")).toBe(path);
  });

  it.each([
    ["/h5", "h5"],
    ["/h5/forum/all", "h5"],
    ["/H5/forum/all", "h5"],
    ["/h5forum", "desktop"],
    ["/forum/h5", "desktop"],
  ])("%s is the %s shell's", (path, shell) => expect(shellOf(path)).toBe(shell));
});

describe("addresses whose mobile visitors stay (spec 2.1)", () => {
  it.each([
    ["/home", true],
    ["/home/preview", true],
    ["/devCenter/index", true],
    ["/eventActivities/details/3", true],
    ["/trainingClass", true],
    ["/universityTalents", true],
    ["/userhomepage", false],
    ["/forum/all", false],
    ["/activity/activityHome", false],
  ])("%s: %s", (path, stays) => expect(keepsDesktopAddress(path)).toBe(stays));
});

it("finds the policy that a page shows", () => {
  expect(policyIdOf(new URL("http://x/legalNotices/userPolicy"), "userPolicy")).toBe("userPolicy");
  expect(policyIdOf(new URL("http://x/h5/protocol?cid=legal-policy"), undefined)).toBe("legalNotices");
  expect(policyIdOf(new URL("http://x/h5/protocol?cid=privacyPolicy"), undefined)).toBe("privacyPolicy");
  expect(policyIdOf(new URL("http://x/h5/protocol"), undefined)).toBe("legalNotices");
});
