import { describe, expect, it } from "vitest";
import { encodeRedirect, onOwnOrigin, ownPath } from "../../app/navigation/redirect";
import { screenAt } from "../../app/navigation/screen-at";
import { screens } from "../../app/navigation/screens";
import { isMobileRequest } from "../../app/settings/user-agent";
import { moduleName } from "../../app/shells/header/top-menu";
import { pageNumbers } from "../../app/ui/pagination";

describe("redirect parameters stay on our origin", () => {
  it.each([
    ["/forum/101?page=2#reply", "/forum/101?page=2#reply"],
    ["/h5/forum/all", "/h5/forum/all"],
    [null, "/forum/all"],
    ["", "/forum/all"],
    ["forum", "/forum/all"],
    ["//evil.example/x", "/forum/all"],
    ["/\\evil.example", "/forum/all"],
    ["/\t/evil.example", "/forum/all"],
    ["https://evil.example/", "/forum/all"],
    ["javascript:alert(1)", "/forum/all"],
    ["/a\r\nset-cookie: x=1", "/forum/all"],
    ["/.//evil.example/x", "/forum/all"],
    ["/%2e//evil.example/x", "/forum/all"],
  ])("%j leads to %s", (value, path) => expect(ownPath(value)).toBe(path));

  it.each([
    "//evil.example/x",
    "/\\evil.example",
    "/\t/evil.example",
    "https://evil.example/",
    "/.//evil.example/x",
  ])("%j is not of our origin, whoever made a redirect of it", (value) =>
    expect(onOwnOrigin(value)).toBeNull(),
  );
  it("typed text may contain two dots, and an address", () => {
    const back = "/search?q=1..2&back=https%3A%2F%2Fa.example#x";
    expect(onOwnOrigin(back)).toBe(back);
  });

  it("percent-encodes brackets, parentheses and carets (spec 5)", () => {
    expect(encodeRedirect("/a?b=[c](d){e}^<f>")).toBe("%2Fa%3Fb%3D%5Bc%5D%28d%29%7Be%7D%5E%3Cf%3E");
  });
});

describe("screens by address", () => {
  it.each([
    ["/forum/all", "forum_all"],
    ["/h5/forum/all", "forum_all"],
    ["/forum/101", "forum_section"],
    ["/hsforum/thread-1-1-1.html", "forum_topic"],
    ["/personalCenter/Community", "person_community"],
    ["/h5/protocol", "legal_notices"],
    ["/information/index", "information"],
  ])("%s is %s", (path, code) => expect(screenAt(path)?.pageCode).toBe(code));

  it("does not find an unknown screen", () => {
    expect(screenAt("/nothing/here")).toBeUndefined();
    expect(screenAt("/protocol")).toBeUndefined();
    expect(screenAt("/h5/legalNotices/userPolicy")).toBeUndefined();
  });

  it("lists each address once", () => {
    const paths = screens.map(({ path, only }) => `${only ?? ""}${path}`);
    expect(paths).toEqual([...new Set(paths)]);
  });

  it("gives every page a Chinese title and a page code", () => {
    for (const screen of screens.filter((screen) => screen.file !== "screens/redirects.tsx")) {
      expect(screen.title, screen.path).toMatch(/[\u4e00-\u9fff]/);
      expect(screen.pageCode, screen.path).toMatch(/^[a-z0-9_]+$/);
    }
  });

  it.each([
    ["/h5/forum/all", "技术论坛"],
    ["/h5/information/details/1", "资讯"],
    ["/h5/products/index", "产品中心"],
    ["/h5/product/info", "产品中心"],
    ["/devCenter/index", "开发中心"],
    ["/h5/home", "首页"],
    ["/eventActivities/index", "大赛"],
    ["/universityTalents", "高校人才"],
    ["/trainingClass", "培训课堂"],
    ["/h5/hsforum/thread-1-1-1.html", "技术论坛"],
    ["/h5/posting", "技术论坛"],
    ["/h5/userhomepage", "用户主页"],
    ["/h5/personalCenter/msg", "消息中心"],
    ["/h5/personalCenter/setting", "个人设置"],
    ["/h5/search", "搜索"],
    ["/h5/nowhere", "技术论坛"],
  ])("%s is named %s by the header (spec 2.5)", (path, name) => expect(moduleName(path)).toBe(name));
});

describe("phones", () => {
  const agents = {
    iphone:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1",
    android: "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36",
    tablet: "Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36 Chrome/126.0 Safari/537.36",
    desktop: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36",
    "UC, speed mode":
      "UCWEB/2.0 (MIDP-2.0; U; Adr 10; zh-CN; V1838A) U2/1.0.0 UCBrowser/10.7.0.634 U2/1.0.0 Mobile",
    "UC, speed mode, as an old browser":
      "Mozilla/5.0 (Linux; U; Adr 10; zh-CN) U2/1.0.0 UCBrowser/12.1 Mobile Safari/534.30",
    UC: "Mozilla/5.0 (Linux; U; Android 12; zh-CN; V2001A) AppleWebKit/537.36 Version/4.0 Chrome/100.0 UCBrowser/15.5 Mobile Safari/537.36",
    "UC on a PC": "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/100.0 Safari/537.36 UBrowser/7.0",
    "QQ browser":
      "Mozilla/5.0 (Linux; U; Android 11; zh-cn; M2007J1SC) AppleWebKit/537.36 MQQBrowser/13.0 Mobile Safari/537.36",
    "Opera Mini": "Opera/9.80 (Android; Opera Mini/60/191.256; U; zh) Presto/2.12.423 Version/12.16",
    "a feature phone": "Nokia6300/2.0 (05.00) Profile/MIDP-2.0 Configuration/CLDC-1.1",
  };
  it.each([
    ["iphone", undefined, true],
    ["android", undefined, true],
    ["tablet", undefined, false],
    ["desktop", undefined, false],
    ["desktop", "?1", true],
    ["android", "?0", false],
    ["UC, speed mode", undefined, true],
    ["UC, speed mode, as an old browser", undefined, true],
    ["UC", undefined, true],
    ["UC on a PC", undefined, false],
    ["QQ browser", undefined, true],
    ["Opera Mini", undefined, true],
    ["a feature phone", undefined, true],
  ] as const)("%s with hint %s: %s", (agent, hint, mobile) => {
    const headers = new Headers({ "user-agent": agents[agent] });
    if (hint) headers.set("sec-ch-ua-mobile", hint);
    expect(isMobileRequest(headers)).toBe(mobile);
  });
});

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 20, [1, 2, null, 20]],
  [5, 20, [1, null, 4, 5, 6, null, 20]],
  [4, 6, [1, 2, 3, 4, 5, 6]],
  [20, 20, [1, null, 19, 20]],
])("page %i of %i shows %j", (page, pages, numbers) => expect(pageNumbers(page, pages)).toEqual(numbers));
