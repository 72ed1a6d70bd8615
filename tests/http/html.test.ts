import { FileSystemConfigLoader, formatterFactory, HtmlValidate } from "html-validate";
import { beforeAll, describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { sampleOf } from "../support/tier";
import { unstyledClasses } from "../support/unstyled";
import { linkOn, newMember, publishTopic, shellsOf, signedIn, someTopic, visitor } from "./support";

const shells = shellsOf(import.meta.url);

const validator = new HtmlValidate(new FileSystemConfigLoader());
const format = formatterFactory("text");

async function expectValid(page: Page): Promise<void> {
  expect(unstyledClasses(page.html), page.url.pathname).toEqual([]);
  const report = await validator.validateString(
    page.html,
    `${process.cwd()}/served${page.url.pathname.replace(/\W+/g, "-")}.html`,
  );
  expect(format(report.results), `${page.url.pathname} (${page.status})`).toBe("");
}

describe.each(shells)("the server's HTML is valid, $shell", ({ prefix, headers }) => {
  let anyone: PlainBrowser;
  let member: PlainBrowser;
  beforeAll(async () => {
    anyone = visitor(headers);
    ({ browser: member } = await newMember(headers));
  });

  const open = [
    "/forum/all",
    "/forum/digest",
    "/forum/101",
    "/forum/101?only=solved",
    "/forum/all?page=99999",
    "/search",
    "/no/such/page",
    "/posting",
    "/home",
    "/products/index",
    "/products/index?id=11&order=-p.sleep&columns=sleep,core&compare=110101",
    "/products/details/110101",
    "/products/compare?compare=110101&compare=110102&pin=110102&only=differences",
    "/products/notices/EOL-2025-001",
    "/resources/index",
    "/resources/index?id=21&q=SDK",
    "/resources/details/2101001",
    "/resources/videos",
    "/resources/videos/1",
    "/devCenter/index",
    "/devCenter/index?prodId=110101",
    "/information/index",
    "/aboutUs",
    "/search?q=WS63",
    "/search?q=WS63&type=products",
    "/search?q=SDK&type=resources",
    "/eventActivities/index",
    "/eventActivities/index?kind=live&q=zz",
    "/eventActivities/details/1",
    "/active",
    "/registEntry?id=4",
    "/activity/activityHome?id=4",
    "/activity/activityRegister?id=4",
    "/activity/Mregister?id=1",
    "/activity/team?id=1",
    "/activity/work?id=1",
    "/personalCenter/activities",
    "/trainingClass",
    "/trainingClass?classId=1&q=zz",
    "/trainingClass/details/101",
    "/trainingClass/lessons/10101?t=5&q=SLE",
    "/trainingClass/exams/1",
    "/trainingClass?path=1",
    "/trainingClass/lecturers",
    "/trainingClass/lecturers/1",
    "/trainingClass/lives",
    "/universityTalents",
    "/classRoom/preview",
    "/personalCenter/study",
    "/personalCenter/study?tab=grades",
    "/personalCenter/study?tab=notes",
    "/search?q=%E6%98%9F%E9%97%AA&type=lessons",
    "/personalCenter/collection?kind=course",
    "/personalCenter/collection?kind=product",
    "/personalCenter/follow?tab=products",
  ];
  const policies =
    prefix === ""
      ? ["/legalNotices/privacyPolicy", "/legalNotices/none"]
      : ["/protocol?cid=legal-policy", "/protocol?cid=none"];
  test.each(sampleOf([...open, ...policies], 20, (path) => path))(
    "%s is valid for a visitor and for a member",
    async (path) => {
      await expectValid(await anyone.get(prefix + path));
      await expectValid(await member.get(prefix + path));
    },
  );

  test("the moderation area is valid", async () => {
    const admin = await signedIn("admin", headers);
    const paths = [
      ...[
        "audit",
        "report",
        "report?appeals=open",
        "theme",
        "recycle",
        "forbiddenUser",
        "forbiddenUser?uid=5",
      ],
      ...[
        "forbiddenUser?networks=1",
        "userAuth?fid=101&person=3",
        "module",
        "module?part=settings",
        "advice",
      ],
      ...["advice?kind=message", "overview", "log", "content"],
    ];
    for (const path of paths) await expectValid(await admin.get(`${prefix}/moderator/${path}`));
  });

  test("the organisers' pages are valid", async () => {
    const admin = await signedIn("admin", headers);
    const scanner = await admin.get(`${prefix}/activity/mscan?id=1`);
    await expectValid(await admin.submit(scanner, { intent: "walkIn" }, { name: "" }));
    const passed = await admin.submit(scanner, { intent: "walkIn" }, { name: "李路过" });
    await expectValid(passed);
    const signup = passed.$("[data-answer] input[name=signupId]").attr("value");
    const manage = ["", "/1", `/1/signups/${signup}`, "/1/tasks", "/1/works"];
    const scans = ["", "?id=1&q=路过"];
    for (const path of [...manage.map((path) => `/manage${path}`), ...scans.map((query) => `/mscan${query}`)])
      await expectValid(await admin.get(`${prefix}/activity${path}`));
  });

  test("the policy dialogs are valid", async () => {
    const { browser } = await newMember(headers, "pending");
    for (const query of ["", "?policy=refuse"])
      await expectValid(await browser.get(`${prefix}/forum/all${query}`));
    for (const query of ["?disclaimer=1", "?view=Disclaimer"])
      await expectValid(await member.get(`${prefix}/forum/all${query}`));
  });

  test("the questions of a lesson and of an exam are valid, with all that a choice may contain", async () => {
    await expectValid(await member.get(`${prefix}/trainingClass/lessons/10101`));
    const exam = await member.get(`${prefix}/trainingClass/exams/1`);
    const sheet = await member.submit(exam, { intent: "start" });
    expect(sheet.$("fieldset label").length).toBeGreaterThan(3);
    await expectValid(sheet);
  });

  test("a topic is valid for a visitor, a member and its author", async () => {
    const address = await someTopic(anyone, prefix);
    await expectValid(await anyone.get(address));
    await expectValid(await member.get(address));
    const own = await publishTopic(
      member,
      prefix,
      "# 题\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] 做完\n\n```ts\nlet a: number;\n```\n\n脚注[^1]\n\n[^1]: 注\n",
    );
    await expectValid(own);
    const previewed = await member.submit(own, { intent: "preview" }, { content: "看一看" });
    expect(previewed.$("main").text()).toContain("看一看");
    await expectValid(previewed);
    const replied = await member.submit(own, { intent: "reply" }, { content: "回一句" });
    await expectValid(replied);
    await expectValid(await member.get(linkOn(replied, /replyTo=/)));
    await expectValid(await member.get(linkOn(replied, /remove=/)));
    await expectValid(await member.get(linkOn(replied, /\/posting\?pid=/)));
    await expectValid(await member.get(linkOn(replied, /\/posting\/post\?pid=/)));
    await expectValid(await member.submit(replied, { intent: "reply" }, { content: "" }));
  });

  test("the editor is valid: empty, refused, with a preview, and for people who may not post", async () => {
    const editor = await member.get(`${prefix}/posting`);
    await expectValid(editor);
    await expectValid(await member.submit(editor, { intent: "publish" }));
    await expectValid(await member.submit(editor, { intent: "preview" }, { content: "# 预览" }));
    await expectValid(await (await signedIn("nophone", headers)).get(`${prefix}/posting`));
    await expectValid(await (await signedIn("muted", headers)).get(`${prefix}/posting`));
  });
});

describe("the sign-in portal's HTML is valid", () => {
  test.each([
    "/gateway/signin",
    "/gateway/signin?mode=code",
    "/gateway/register",
    "/gateway/register?by=email",
    "/gateway/reset",
    "/gateway/outbox",
  ])("%s, empty and refused", async (path) => {
    const browser = visitor();
    const page = await browser.get(path);
    await expectValid(page);
    if (page.$("form").length > 0) await expectValid(await browser.submit(page, { intent: "submit" }));
  });
});
