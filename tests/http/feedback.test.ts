import { describe, expect, test } from "vitest";
import { smallPng } from "../support/calls/feedback";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { linkOn, newMember, publishTopic, shellsOf, signedIn, someTopic, tidOf, visitor } from "./support";

const shells = shellsOf(import.meta.url);

/** A member who has accepted the disclaimer. */
async function signer(headers: Record<string, string> = {}, prefix = "") {
  const { browser } = await newMember(headers);
  const signed = await browser.submit(await browser.get(`${prefix}/suggestion`), { intent: "sign" });
  expect(signed.text).toContain("签署成功");
  return browser;
}

const picture = (name = "截图.png") => new File([smallPng], name, { type: "image/png" });
const dialogOf = (page: Page) => page.$("dialog[open]").text();

describe.each(shells)("suggestions in the $shell shell", ({ prefix, headers }) => {
  test("ask visitors to sign in on the same page", async () => {
    const page = await visitor(headers).get(`${prefix}/suggestion`);
    expect(page.status).toBe(401);
    expect(dialogOf(page)).toContain("请先登录");
    for (const path of ["/suggestion/mine", "/suggestion/mine/YJ20260101-ABCDEF", "/complaint"])
      expect((await visitor(headers).get(prefix + path)).status).toBe(401);
  });

  test("need the disclaimer, and keep what was typed", async () => {
    const { browser } = await newMember(headers);
    const empty = await browser.get(`${prefix}/suggestion`);
    expect(dialogOf(empty)).toContain("免责声明");
    const typed = { type: "problem", text: "搜索结果太多，想按芯片筛选", contact: "a@example.com" };
    const refused = await browser.submit(empty, { intent: "suggest" }, typed);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("请先阅读并同意免责声明");
    expect(dialogOf(refused)).toContain("免责声明");
    const signed = await browser.submit(refused, { intent: "sign" });
    expect(signed.text).toContain("签署成功");
    expect(signed.$("dialog[open]").length).toBe(0);
    expect(signed.$('textarea[name="text"]').text()).toBe(typed.text);
    const done = await browser.submit(signed, { intent: "suggest" });
    expect(done.text).toContain("已收到你的建议，编号 YJ");
    expect(done.text).toContain(typed.text);
  });

  test("ask an engineer about a product, who is promised to answer in time", async () => {
    const browser = await signer(headers, prefix);
    const product = await browser.get(`${prefix}/products/details/110101`);
    const form = await browser.get(linkOn(product, /\/suggestion\?product=110101$/));
    expect(form.$("h1").text()).toBe("问 FAE：WS63V100");
    const bad = await browser.submit(form, { intent: "suggest" }, { text: "短" });
    expect([bad.status, bad.$("h1").text()]).toEqual([400, "问 FAE：WS63V100"]);
    const done = await browser.submit(bad, { intent: "suggest" }, { text: "深睡时 GPIO2 有 20 µA 漏电" });
    expect(done.text).toMatch(/已收到你的问题，\d{4}-\d\d-\d\d 18:00 前答复，编号 YJ/);
    expect(done.text).toContain("答复期限");
    expect(done.$("h1").text()).toMatch(/^问题 YJ/);
    expect(done.$(`a[href="${prefix}/products/details/110101"]`).last().text()).toBe("WS63V100");
    const unknown = await browser.get(`${prefix}/suggestion?product=999999`);
    expect([unknown.status, unknown.$("h1").text()]).toEqual([200, "意见建议"]);
  });

  test("are checked field by field, then get a number, a page of their own and a row in the list", async () => {
    const browser = await signer(headers, prefix);
    const empty = await browser.get(`${prefix}/suggestion`);
    const bad = await browser.submit(empty, { intent: "suggest" }, { text: "短", contact: "123" });
    expect(bad.status).toBe(400);
    for (const message of ["请选择建议类型", "请写得具体一些，至少 5 个字", "请填写正确的手机号或邮箱"])
      expect(bad.text).toContain(message);
    expect(bad.$('textarea[name="text"]').text()).toBe("短");
    expect((await browser.submit(empty, { intent: "suggest" }, {})).text).toContain("请填写内容");

    const attached = await browser.submit(bad, { intent: "attach" }, { files: [picture()] });
    expect(attached.status).toBe(200);
    expect(attached.$('input[name="images"]:checked').length).toBe(1);
    expect(attached.$('textarea[name="text"]').text()).toBe("短");
    const notOne = await browser.submit(
      attached,
      { intent: "attach" },
      { files: [new File(["x"], "说明.txt")] },
    );
    expect(notOne.status).toBe(422);
    expect(notOne.text).toContain("说明.txt：只能上传 PNG、JPEG、GIF 或 WebP 图片");
    expect(notOne.$('input[name="images"]:checked').length).toBe(1);

    const typed = { type: "feature", text: "希望能 <b>收藏</b> 楼层", contact: "13900000000" };
    const done = await browser.submit(notOne, { intent: "suggest" }, typed);
    expect(done.url.pathname).toMatch(new RegExp(`^${prefix}/suggestion/mine/YJ\\d{8}-`));
    for (const text of ["已收到", "功能建议", typed.text, "13900000000"]) expect(done.text).toContain(text);
    const image = done.$('main img[alt="第 1 张图片"]').attr("src") ?? "";
    expect((await fetch(new URL(image, browser.origin))).headers.get("content-type")).toBe("image/png");
    // The same form posted again is the same suggestion.
    const again = await browser.submit(notOne, { intent: "suggest" }, typed);
    expect(again.url.pathname).toBe(done.url.pathname);
    const mine = await browser.get(`${prefix}/suggestion/mine`);
    expect(mine.$(`main a[href="${done.url.pathname}"]`).length).toBe(1);
    // Another member does not see it.
    const other = await (await signer(headers, prefix)).get(done.url);
    expect(other.status).toBe(404);
    expect(other.text).toContain("没有这条记录，或者它不是你提交的");
  });
});

test("may have at most four pictures; a removed picture stays removed", async () => {
  const browser = await signer();
  const page = await browser.get("/suggestion");
  const distinct = await Promise.all(
    [1, 2, 3, 4, 5].map(async (side) => new File([await pngOf(side)], `${side}.png`)),
  );
  const full = await browser.submit(page, { intent: "attach" }, { files: distinct });
  expect(full.status).toBe(422);
  expect(full.text).toContain("最多 4 张图片，多出来的没有上传");
  const images = full
    .$('input[name="images"]')
    .toArray()
    .map((box) => full.$(box).attr("value") ?? "");
  expect(images.length).toBe(4);
  const done = await browser.submit(
    full,
    { intent: "suggest" },
    { type: "design", text: "四张里只要一张", images: images.slice(0, 1) },
  );
  expect(done.$('main img[alt^="第"]').length).toBe(1);
});

async function pngOf(side: number): Promise<Uint8Array<ArrayBuffer>> {
  const { png } = await import("../support/upload-files");
  return new Uint8Array(await png(side, side));
}

test("the operator's answer is on the suggestion's page, and the list shows the status", async () => {
  const browser = await signer();
  const done = await browser.submit(
    await browser.get("/suggestion"),
    { intent: "suggest" },
    { type: "other", text: "给我一个答复吧" },
  );
  const number = done.url.pathname.split("/").at(-1) ?? "";
  const admin = await signedIn("admin");
  for (const step of [
    { status: "working", answer: "" },
    { status: "adopted", answer: "采纳了，<i>下版</i>见" },
  ])
    await decide(admin, "decide", { number, ...step });
  const page = await browser.get(done.url);
  for (const text of ["已收到", "处理中", "已采纳", "采纳了，<i>下版</i>见"])
    expect(page.text).toContain(text);
  await decide(admin, "decide", { number, status: "answered", answer: "已上线" });
  expect((await browser.get("/suggestion/mine")).text).toContain("已回复");
});

/** Makes a call of the operator, as another program does. */
async function decide(admin: PlainBrowser, call: string, body: object): Promise<void> {
  const workspace = await admin.get("/gateway/rest/workspace/current");
  const headers = {
    "content-type": "application/json",
    "x-csrf-token": workspace.headers.get("x-csrf-token") ?? "",
  };
  const answer = await admin.post(`/gateway/rest/suggestion/${call}`, JSON.stringify(body), { headers });
  expect(answer.status, answer.html).toBe(200);
}

describe.each(shells)("complaints in the $shell shell", ({ prefix, headers }) => {
  test("about a reply, from its report dialog: form, number, status, link back", async () => {
    const browser = await signer(headers, prefix);
    const address = await someTopic(browser, prefix);
    const topic = await browser.get(address);
    const report = linkOn(topic, /[?&]report=\d+/);
    const dialog = await browser.get(report);
    const complain = await browser.get(linkOn(dialog, /[?&]complain=\d+/));
    expect(complain.$("dialog[open] h2").text()).toMatch(/^投诉/);
    const pid = /complain=(\d+)/.exec(complain.url.search)?.[1] ?? "";
    const bad = await browser.submit(complain, { intent: "complain" }, { text: "", contact: "x" });
    expect(bad.status).toBe(400);
    expect(bad.url.pathname + bad.url.search).toBe(
      `${prefix}/complaint?tid=${/thread-(\d+)/.exec(address)?.[1]}&pid=${pid}`,
    );
    for (const message of ["请选择投诉原因", "请说明投诉的内容", "请填写正确的手机号或邮箱"])
      expect(bad.text).toContain(message);
    const done = await browser.submit(
      bad,
      { intent: "complain" },
      { reason: "infringement", text: "抄了我的文章", contact: "" },
    );
    expect(done.url.pathname).toMatch(new RegExp(`^${prefix}/suggestion/mine/TS\\d{8}-`));
    expect(done.text).toContain("已收到你的投诉，编号 TS");
    expect(done.text).toContain("侵犯知识产权");
    expect(linkOn(done, new RegExp(`thread-.*pid=${pid}`))).toContain(prefix);
    expect((await browser.get(`${prefix}/suggestion/mine?kind=complaint`)).text).toContain("抄了我的文章");
  });

  test("about anything, from the footer, once the disclaimer is accepted", async () => {
    const { browser } = await newMember(headers);
    const page = await browser.get(linkOn(await browser.get(`${prefix}/forum/all`), /\/complaint$/));
    expect(dialogOf(page)).toContain("免责声明");
    const typed = { reason: "moderation", text: "帖子被无故删除", address: "https://elsewhere.example/x" };
    const refused = await browser.submit(page, { intent: "complain" }, typed);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("请先阅读并同意免责声明");
    const signed = await browser.submit(refused, { intent: "sign" });
    expect(signed.$('textarea[name="text"]').text()).toBe(typed.text);
    const done = await browser.submit(signed, { intent: "complain" });
    // Another site's address is shown as text, not as a link.
    expect(done.text).toContain(typed.address);
    expect(done.$('main a[href*="elsewhere"]').length).toBe(0);
  });
});

test("about a person, and about content that was deleted meanwhile", async () => {
  const browser = await signer();
  const person = await browser.get("/complaint?uid=3");
  expect(person.text).toContain("用户 阿岚");
  expect((await browser.get("/complaint?uid=2000000000")).status).toBe(404);
  const { browser: author } = await newMember();
  const tid = tidOf(await publishTopic(author));
  const page = await browser.get(`/complaint?tid=${tid}`);
  const removal = await author.get(
    linkOn(await author.get(`/hsforum/thread-${tid}-1-1.html`), /[?&]remove=\d+/),
  );
  await author.submit(removal, { intent: "delete" });
  const done = await browser.submit(page, { intent: "complain" }, { reason: "fraud", text: "先骗人再删帖" });
  expect(done.text).toContain("已收到你的投诉，编号 TS");
  expect(done.text).toContain(`tid=${tid}`);
});

describe("the stand-in complaint page", () => {
  const context = {
    appId: "a",
    sceneId: "b",
    subSceneId: "c",
    deviceId: "d",
    businessKey: "e",
    additionalContext: { contentTitle: "<b>题</b>", postId: "1", postURL: "https://evil.example/" },
  };

  test("can be framed by the portal alone, and runs only its own script", async () => {
    const page = await (await signer()).get("/gateway/complaint");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/default-src 'none'.*script-src 'nonce-[^']+'.*frame-ancestors 'self'$/);
    expect(page.$("form").attr("hidden")).toBeDefined();
    expect((await visitor().get("/gateway/complaint")).status).toBe(403);
    expect((await visitor().post("/gateway/complaint", new URLSearchParams())).status).toBe(403);
  });

  test("accepts valid input, shows what is wrong, and shows the number", async () => {
    const browser = await signer();
    const page = await browser.get("/gateway/complaint");
    const post = (from: Page, values: Record<string, string>) =>
      browser.submit(from, { button: "提交投诉" }, values);
    const untold = await post(page, { reason: "fraud", text: "这是一个骗局" });
    expect([untold.status, untold.text]).toEqual([400, expect.stringContaining("没有收到被投诉内容的信息")]);
    const bad = await post(page, { context: JSON.stringify(context), text: "短", contact: "x" });
    expect(bad.status).toBe(400);
    for (const message of ["请选择投诉原因", "请写得具体一些，至少 5 个字", "请填写正确的手机号或邮箱"])
      expect(bad.text).toContain(message);
    expect(bad.$("#about").text()).toContain("<b>题</b>");
    const forged = await post(bad, { token: "no", reason: "fraud", text: "这是一个骗局", contact: "" });
    expect([forged.status, forged.text]).toEqual([
      403,
      expect.stringContaining("登录状态已变化，请重新登录"),
    ]);
    const done = await post(forged, {});
    const number = /TS\d{8}-[2-9A-Z]{6}/.exec(done.text)?.[0];
    expect(number).toBeDefined();
    const status = await browser.get(`/suggestion/mine/${number}`);
    expect(status.text).toContain("<b>题</b>");
    expect(status.$('main a[href*="evil"]').length).toBe(0);
    const unsigned = (await newMember()).browser;
    const refused = await unsigned.submit(
      await unsigned.get("/gateway/complaint"),
      { button: "提交投诉" },
      {
        context: JSON.stringify(context),
        reason: "fraud",
        text: "这是一个骗局",
      },
    );
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("请先阅读并同意免责声明")]);
  });
});
