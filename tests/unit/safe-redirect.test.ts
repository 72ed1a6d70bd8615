import fc from "fast-check";
import { safeRedirect } from "gateway/signin/redirect";
import { describe, expect, test } from "vitest";

const allowed = ["https://forum.example", "http://127.0.0.1:3000", "http://[::1]:3000"];

describe("safeRedirect", () => {
  test.each([
    ["/", "/"],
    ["/forum/all", "/forum/all"],
    ["/forum/all?page=2#top", "/forum/all?page=2#top"],
    ["/h5/hsforum/thread-12-1-1.html?a=b&c=d", "/h5/hsforum/thread-12-1-1.html?a=b&c=d"],
    ["/search?q=芯片", "/search?q=%E8%8A%AF%E7%89%87"],
    ["/search?q=a b", "/search?q=a%20b"],
    ["/a//b", "/a//b"],
    ["/a/../b", "/b"],
    ["/login?next=//evil.example", "/login?next=//evil.example"],
    ["/gatewayer", "/gatewayer"],
    ["https://forum.example", "https://forum.example/"],
    ["https://forum.example/a?b#c", "https://forum.example/a?b#c"],
    ["HTTPS://FORUM.example/a", "https://forum.example/a"],
    ["http://127.0.0.1:3000/a", "http://127.0.0.1:3000/a"],
  ])("keeps %s", (value, expected) => {
    expect(safeRedirect(value, allowed)).toBe(expected);
  });

  test.each([
    ["/tags?name=[a](b)^{c}", "/tags?name=%5Ba%5D%28b%29%5E%7Bc%7D"],
    ["/a(b)#[c]", "/a%28b%29#%5Bc%5D"],
    ["https://forum.example/(a)", "https://forum.example/%28a%29"],
    ["http://[::1]:3000/[a]", "http://[::1]:3000/%5Ba%5D"],
  ])("encodes brackets, parentheses and carets of %s", (value, expected) => {
    expect(safeRedirect(value, allowed)).toBe(expected);
  });

  test.each([
    undefined,
    null,
    "",
    "forum/all",
    "evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/a\\b",
    "/\t/evil.example",
    "/\n/evil.example",
    "\n//evil.example",
    " //evil.example",
    "/%2fevil.example",
    "/%2F%2Fevil.example",
    "/%5cevil.example",
    "/%252fevil.example",
    "/%25255Cevil.example",
    "%2f%2fevil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e/%2fevil.example",
    "/%2e//evil.example",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://forum.example/a",
    "blob:https://forum.example/a",
    "https://evil.example",
    "https:evil.example",
    "https:/evil.example",
    "http://forum.example/",
    "https://forum.example:8443/",
    "https://forum.example.evil.example/",
    "https://forum.example@evil.example/",
    "https://evil.example\\@forum.example/",
    "https://user@forum.example/",
    "https://user:password@forum.example/",
    "https://forum.example//evil.example",
    "https://",
    "http://[",
    "/gateway/logout",
    "/gateway/signin?redirect=/",
    "/gateway",
    "/a/../gateway/logout",
    "https://forum.example/gateway/logout",
    `/${"a".repeat(2_000)}`,
    "/a\u0000b",
    "/a\r\nSet-Cookie: x=y",
  ])("sends %j home", (value) => {
    expect(safeRedirect(value, allowed)).toBe("/");
  });

  test("any input keeps a browser on this origin or an allowed one, and the header is plain ASCII", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "/",
        "\\",
        "//",
        "%2f",
        "%5c",
        ":",
        "@",
        "https:",
        "javascript:",
        "evil.example",
        "..",
        ".",
        "\t",
        "\n",
        "?",
        "#",
        "[",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const result = safeRedirect(pieces.join(""), allowed);
        expect(result).toMatch(/^[\u0021-\u007e]+$/);
        expect([...allowed, "http://own.example"]).toContain(
          new URL(result, "http://own.example/gateway/signin").origin,
        );
        expect(safeRedirect(result, allowed)).toBe(result);
      }),
      { numRuns: 2_000 },
    );
  });
});
