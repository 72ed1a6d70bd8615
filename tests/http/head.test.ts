import { beforeAll, describe, expect, inject, test } from "vitest";
import type { Page } from "../support/plain-browser";
import { structuredDataProblems, thingsOn } from "../support/structured-data";
import { linkOn, newMember, publishTopic, shells, signedIn, someTopic, tidOf, visitor } from "./support";

const origin = () => inject("portalOrigin");
const linkTo = ({ $ }: Page, selector: string) => $(`link${selector}`).attr("href");

/**
 * A requested address and the canonical address that its page names. N is the number of a demo topic, and N:page one of
 * its pages.
 */
const addresses: [asked: string, canonical: string][] = [
  ["/forum/all", "/forum/all"],
  ["/forum/all/", "/forum/all"],
  ["/forum/all?page=1", "/forum/all"],
  ["/forum/all?page=2", "/forum/all?page=2"],
  ["/forum/all?page=2&order=new", "/forum/all"],
  ["/forum/all?order=views", "/forum/all"],
  ["/forum/all?utm_source=mail", "/forum/all"],
  ["/forum/digest", "/forum/digest"],
  ["/forum/101", "/forum/101"],
  ["/forum/101?only=solved", "/forum/101"],
  ["/forum/101?classId=1&page=2", "/forum/101"],
  ["/hsforum/thread-N-1-1.html", "/hsforum/thread-N-1-1.html"],
  ["/hsforum/thread-N", "/hsforum/thread-N-1-1.html"],
  ["/hsforum/thread-N-999-7.html", "/hsforum/thread-N-1-1.html"],
  ["/hsforum/thread-N-1-1.html?expand=1", "/hsforum/thread-N-1-1.html"],
  ["/hsforum/thread-N-1-1.html?pid=P", "/hsforum/thread-N-1-1.html"],
  ["/hsforum/thread-N-1-1.html?order=new", "/hsforum/thread-N-1-1.html"],
  ["/hsforum/thread-N-1-1.html?only=author", "/hsforum/thread-N-1-1.html"],
  ["/forum/hot", "/forum/hot"],
  ["/userhomepage?uid=2", "/userhomepage?uid=2"],
  ["/userhomepage?uid=2&tab=replies", "/userhomepage?uid=2"],
  ["/tags", "/tags"],
  ["/tags/1", "/tags/1"],
  ["/tags/1?order=new&page=2", "/tags/1"],
  ["/postDetail?tid=N", "/hsforum/thread-N-1-1.html"],
  ["/postDetail?tid=N&page=1", "/hsforum/thread-N-1-1.html"],
];

describe.each(shells)("the canonical address of a page, $shell", ({ shell, prefix, headers }) => {
  let tid = "";
  let pid = "";
  beforeAll(async () => {
    const topic = await visitor().get(await someTopic(visitor()));
    tid = String(tidOf(topic));
    pid = /post-(\d+)/.exec(topic.$('[id^="post-"]').last().attr("id") ?? "")?.[1] ?? "";
  });

  test.each(addresses)("%s has the canonical address %s", async (requestAddress, canonical) => {
    const fill = (address: string) => address.replace("N", tid).replace("P", pid);
    const page = await visitor(headers).get(prefix + fill(requestAddress), { follow: false });
    expect(page.status).toBe(200);
    expect(linkTo(page, "[rel=canonical]")).toBe(origin() + fill(canonical));
    // Each page names one, and desktop pages name their mobile twin.
    expect(page.$("link[rel=canonical]").length).toBe(1);
    expect(linkTo(page, "[rel=alternate][media]")).toBe(
      shell === "desktop" ? `${origin()}/h5${fill(canonical)}` : undefined,
    );
    expect(page.$('meta[property="og:url"]').attr("content")).toBe(origin() + fill(canonical));
  });

  test("a policy page names its desktop address, and pages that search engines must skip say noindex", async () => {
    const policy = await visitor(headers).get(
      prefix === "" ? "/legalNotices/legalNotices" : "/h5/protocol?cid=legal-policy",
    );
    expect(linkTo(policy, "[rel=canonical]")).toBe(`${origin()}/legalNotices/legalNotices`);
    for (const path of ["/search?q=x", "/no/such/page", "/activity/activityRegister?id=4"]) {
      const page = await visitor(headers).get(prefix + path);
      expect([
        path,
        page.$('meta[name="robots"]').attr("content"),
        page.$('meta[property^="og:"]').length,
      ]).toEqual([path, "noindex", 0]);
    }
  });
});

test("a page whose address phones keep names no mobile address", async () => {
  const page = await visitor().get("/home");
  expect(linkTo(page, "[rel=alternate][media]")).toBeUndefined();
});

describe("a topic's preview data for other sites", () => {
  test("has the title, first words, picture and time", async () => {
    const { browser } = await newMember();
    const topic = await publishTopic(browser, "", "**第一句**说明问题。\n\n```c\nint main;\n```\n");
    const page = await visitor().get(topic.url);
    const property = (name: string) => page.$(`meta[property="${name}"]`).attr("content");
    expect(property("og:title")).toBe(page.$("h1").text());
    expect(property("og:description")).toBe("第一句说明问题。 int main;");
    expect(page.$('meta[name="description"]').attr("content")).toBe(property("og:description"));
    expect([property("og:type"), property("og:locale"), property("og:site_name")]).toEqual([
      "article",
      "zh_CN",
      "青芯开发者社区",
    ]);
    expect(Date.parse(property("article:published_time") ?? "")).toBeGreaterThan(Date.now() - 600_000);
    expect((await fetch(property("og:image") ?? "")).headers.get("content-type")).toBe("image/png");
    // Members' pages leave the preview data out: no other site reads them.
    expect((await browser.get(topic.url)).$('meta[property^="og:"]').length).toBe(0);
  });
});

describe("structured data", () => {
  const read = async (page: Page) => {
    const things = thingsOn(page);
    expect(await structuredDataProblems(things)).toEqual([]);
    return Object.fromEntries(things.map((thing) => [thing["@type"], thing]));
  };

  test("the validator finds errors in invalid data", async () => {
    const wrong = [
      { "@type": "DiscussionForumPosting", headlin: "x" },
      { "@type": "QAPag" },
      { "@type": "BreadcrumbList", itemListElement: [{ "@type": "ListItem", name: "x" }] },
    ];
    const problems = await structuredDataProblems(wrong);
    expect(problems.join("\n")).toMatch(/"headlin"[\s\S]*"QAPag"/);
    expect(problems.length).toBeGreaterThanOrEqual(3);
  });

  test.each(shells)(
    "the forum describes its search, a section its breadcrumb, $shell",
    async ({ prefix, headers }) => {
      const { WebSite } = await read(await visitor(headers).get(`${prefix}/forum/all`));
      expect(WebSite).toMatchObject({
        name: "青芯开发者社区",
        url: `${origin()}/`,
        potentialAction: { "@type": "SearchAction" },
      });
      const { BreadcrumbList } = await read(await visitor(headers).get(`${prefix}/forum/101`));
      expect(BreadcrumbList).toMatchObject({
        itemListElement: [{ position: 1, item: `${origin()}/forum/all` }, { position: 2 }],
      });
    },
  );

  test.each(shells)("a member's page describes the member, $shell", async ({ prefix, headers }) => {
    const page = await visitor(headers).get(`${prefix}/userhomepage?uid=2`);
    const { ProfilePage } = await read(page);
    expect(ProfilePage).toMatchObject({
      mainEntity: {
        "@type": "Person",
        name: page.$('meta[property="og:title"]').attr("content"),
        url: `${origin()}/userhomepage?uid=2`,
        identifier: "2",
      },
    });
    const { BreadcrumbList } = await read(await visitor(headers).get(`${prefix}/tags/1`));
    expect(BreadcrumbList).toMatchObject({
      itemListElement: [{}, { item: `${origin()}/tags` }, { item: `${origin()}/tags/1` }],
    });
  });

  test("a topic is a DiscussionForumPosting with its comments", async () => {
    const { browser, nickname } = await newMember();
    const topic = await publishTopic(browser, "", "正文。");
    const other = await signedIn("member");
    const replied = await other.submit(
      await other.get(topic.url),
      { intent: "reply" },
      { content: "**评论**内容" },
    );
    const { DiscussionForumPosting: posting, BreadcrumbList: trail } = await read(
      await visitor().get(replied.url),
    );
    const address = `${origin()}/hsforum/thread-${tidOf(topic)}-1-1.html`;
    expect(posting).toMatchObject({
      headline: topic.$("h1").text(),
      text: "正文。",
      url: address,
      author: { "@type": "Person", name: nickname, url: expect.stringContaining("/userhomepage?uid=") },
      comment: [{ "@type": "Comment", text: "评论内容", url: expect.stringContaining("#post-") }],
    });
    expect(trail).toMatchObject({ itemListElement: [{}, {}, { item: address }] });
  });

  test("a question with answers is a QAPage, with the accepted answer separate", async () => {
    const { browser } = await newMember();
    const editor = await browser.get("/posting?fid=101");
    const option = editor
      .$("select option")
      .toArray()
      .find((element) => editor.$(element).text().includes("求助"));
    const classId = editor.$(option ?? "nothing").attr("value") ?? "";
    const title = `怎么测功耗 ${process.pid}`;
    const topic = await browser.submit(
      editor,
      { intent: "publish" },
      { fid: "101", classId, title, content: "求教。", tags: "测试" },
    );
    const other = await signedIn("member");
    const before = await read(await visitor().get(topic.url));
    expect(Object.keys(before)).toContain("DiscussionForumPosting");
    await other.submit(await other.get(topic.url), { intent: "reply" }, { content: "用电流探头。" });
    const { QAPage } = await read(await visitor().get(topic.url));
    expect(QAPage).toMatchObject({
      mainEntity: {
        "@type": "Question",
        name: title,
        text: "求教。",
        answerCount: 1,
        suggestedAnswer: [{ "@type": "Answer", text: "用电流探头。" }],
      },
    });
    expect((QAPage as unknown as { mainEntity: object }).mainEntity).not.toHaveProperty("acceptedAnswer");
    const asks = await browser.get(linkOn(await browser.get(topic.url), /accept=/));
    await browser.submit(asks, { intent: "accept" });
    const solved = await read(await visitor().get(topic.url));
    expect(solved.QAPage).toMatchObject({
      mainEntity: { acceptedAnswer: { "@type": "Answer", text: "用电流探头。" } },
    });
    expect((solved.QAPage as unknown as { mainEntity: object }).mainEntity).not.toHaveProperty(
      "suggestedAnswer",
    );
  });

  test("no text of a person ends the script or becomes markup", async () => {
    const { browser } = await newMember();
    const title = '</script><script>alert(1)</script>"]]>&amp;😀\u2028';
    const topic = await publishTopic(browser, "", "</script><!-- <script> \u2029 ]]>", title);
    const page = await visitor().get(topic.url);
    const { DiscussionForumPosting } = await read(page);
    expect(DiscussionForumPosting).toMatchObject({
      headline: topic.$("h1").text(),
      text: expect.stringContaining("</script><!-- <script>"),
    });
    expect(
      page
        .$("script")
        .toArray()
        .filter(
          (script) =>
            page.$(script).text().includes("alert(1)") &&
            !page.$(script).attr("src") &&
            page.$(script).attr("type") === undefined &&
            /^alert/.test(page.$(script).text()),
        ),
    ).toEqual([]);
    expect(page.$('link[rel="canonical"]').length).toBe(1);
  });
});

test("the data is in the document only, not in client navigations", async () => {
  const topic = await someTopic(visitor());
  const data = await visitor().get(`${topic.replace(/\?.*/, "")}.data`);
  expect(data.html).not.toContain("DiscussionForumPosting");
  expect(linkOn(await visitor().get("/forum/all"), /thread-/)).toBeTruthy();
});
