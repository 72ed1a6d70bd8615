import { eq } from "drizzle-orm";
import { moderators, posts, topics, uploads } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { type Member, startGateway } from "../support/gateway";
import { png, samplePdf, sampleZip } from "../support/upload-files";

const gateway = startGateway();
const upload = (as: Member, file: Buffer, filename: string) =>
  gateway().ok("uploadFile", { file, filename }, as);
const get = (
  address: string,
  as: Member | null = null,
  headers: Record<string, string> = {},
  method = "GET",
) => gateway().fetch(address, { method, headers: { ...headers, ...(as ? { cookie: as.cookie } : {}) } });
const downloads = async (id: number) =>
  (await gateway().database.select().from(uploads).where(eq(uploads.id, id)))[0]?.downloads;

/** A member's topic with an attachment. */
async function topicWithAttachment(file: Buffer = samplePdf(), name = "数据 手册.pdf") {
  const [author, reader] = [await gateway().member(), await gateway().member()];
  const section = await gateway().section();
  const attachment = await upload(author, file, name);
  const topic = await gateway().topic(author, section, { content: `看 [数据手册](${attachment.address})` });
  return { author, reader, section, attachment, topic };
}

describe("own pictures in a text", () => {
  it("have their size, at most 480 high, in posts and previews; other pictures stay as they are", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const [small, tall] = [
      await upload(author, await png(320, 200), "a.png"),
      await upload(author, await png(600, 1_200), "b.png"),
    ];
    const content = `![接线图](${small.address})\n\n![](${tall.address})\n\n![x](https://example.com/a.png)`;
    const { tid } = await gateway().topic(author, section, { content });
    const { floors } = await gateway().ok("topicDetail", { tid });
    const html = floors[0]?.html ?? "";
    expect(html).toContain(
      `<img src="${small.address}" alt="接线图" width="320" height="200" loading="lazy" decoding="async">`,
    );
    expect(html).toContain(`<img src="${tall.address}" alt="" width="240" height="480" loading`);
    expect(html).toContain('<img src="https://example.com/a.png" alt="x" loading');
    expect((await gateway().ok("renderContent", { content }, author)).html).toBe(html);
  });

  it("are at most 20, and attachments at most 5: the message is beside the content", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const { address } = await upload(author, await png(), "a.png");
    const many = (count: number) => `![](${address})\n\n`.repeat(count);
    const { tid, pid } = await gateway().topic(author, section, { content: many(20) });
    const request = {
      fid: section.fid,
      classId: null,
      title: "图片很多的帖子",
      tags: [],
      submissionId: "form-many",
    };
    const refusal = await gateway().refused(
      "submitTopic",
      { ...request, content: many(21) },
      "TOO_MANY_FILES",
      author,
    );
    expect(refusal.fields).toEqual({ content: ["一个帖子最多 20 张图片，现在有 21 张，请删减"] });
    await gateway().refused("editTopic", { ...request, tid, content: many(21) }, "TOO_MANY_FILES", author);
    const links = (count: number) =>
      Array.from({ length: count }, (_, index) => `[a](/gateway/attachments/${index + 1}/a.zip)`).join(" ");
    const reply = await gateway().reply(author, tid, { content: links(5) });
    const files = await gateway().refused(
      "editPost",
      { pid: reply.pid, content: links(6) },
      "TOO_MANY_FILES",
      author,
    );
    expect(files.fields).toEqual({ content: ["一个帖子最多 5 个附件，现在有 6 个，请删减"] });
    await gateway().refused(
      "submitPost",
      { tid, content: links(6), submissionId: "form-links" },
      "TOO_MANY_FILES",
      author,
    );
    expect(pid).toBeGreaterThan(0);
  });

  it.each([
    ["![接线](file:///C:/Users/li/wiring.png)", "wiring.png"],
    ["![](C:\\Users\\李\\图 1.png)", "图 1.png"],
    ["![a](file:///home/a/%E6%B3%A2%E5%BD%A2.png)", "波形.png"],
    ["列表\n\n- 项 ![](blob:https://example.com/1)", "粘贴的图片"],
    ["![](data:image/png;base64,AAAA)", "粘贴的图片"],
    ["![x][1]\n\n[1]: file:///tmp/b.png", "b.png"],
    ['从 Word 粘贴 <img src="file:///C:/a/clip_image001.png">', "clip_image001.png"],
  ])("that only their author's computer has are refused by name: %s", async (content, name) => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const request = {
      fid: section.fid,
      classId: null,
      title: "引用本机图片",
      tags: [],
      content,
      submissionId: "form-local",
    };
    const refusal = await gateway().refused("submitTopic", request, "LOCAL_IMAGE", author);
    expect(refusal.fields).toEqual({
      content: [`正文引用了本机图片 ${name}，别人看不到，请重新选择该文件上传`],
    });
  });

  it("are not counted in code, plain addresses and ordinary links", async () => {
    const [author, section] = [await gateway().member(), await gateway().section()];
    const content =
      "`![](file:///a.png)` 写法不对\n\n```md\n![](C:\\a.png)\n```\n\n打开 file:///etc/hosts，路径 C:\\SDK\\tools，data: 协议 [链接](https://a.cn/?u=file:///x)";
    const { tid } = await gateway().topic(author, section, { content });
    expect(tid).toBeGreaterThan(0);
  });
});

describe("an attachment of a post", () => {
  it("is shown with the post, and saved under its own name by everyone who may read it", async () => {
    const { attachment, topic } = await topicWithAttachment();
    const detail = await gateway().ok("topicDetail", { tid: topic.tid });
    const { id, name, address, bytes } = attachment;
    expect(detail.attachments).toEqual({ [topic.pid]: [{ id, name, address, bytes, downloads: 0 }] });
    expect(detail.floors[0]?.html).toMatch(
      /<a href="\/gateway\/attachments\/\d+\/\S+" class="attachment">数据手册<\/a>/,
    );
    const response = await get(address);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="attachment.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
      "content-length": String(samplePdf().length),
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "private, no-cache",
      "accept-ranges": "bytes",
    });
    expect(Buffer.from(await response.arrayBuffer())).toEqual(samplePdf());
    expect(
      (await gateway().ok("topicDetail", { tid: topic.tid })).attachments[topic.pid]?.[0]?.downloads,
    ).toBe(1);
  });

  it("counts a download once: not HEAD, not a resumed part, not a cached copy", async () => {
    const { attachment } = await topicWithAttachment(Buffer.from("0123456789"), "a.txt");
    const { address, id } = attachment;
    const head = await get(address, null, {}, "HEAD");
    expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
    const tag = head.headers.get("etag") ?? "";
    expect((await get(address, null, { "if-none-match": tag })).status).toBe(304);
    const part = await get(address, null, { range: "bytes=4-6" });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
      206,
      "bytes 4-6/10",
      "456",
    ]);
    expect(await (await get(address, null, { range: "bytes=-3" })).text()).toBe("789");
    expect(await (await get(address, null, { range: "bytes=8-99" })).text()).toBe("89");
    for (const range of ["bytes=10-", "bytes=-0"]) {
      const beyond = await get(address, null, { range });
      expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10"]);
    }
    expect(await downloads(id)).toBe(0);
    expect((await get(address, null, { range: "bytes=0-3" })).status).toBe(206);
    for (const range of ["bytes=5-2", "bytes=a-b", "bytes=-", "items=0-1", "bytes=0-1,3-4"])
      expect(await (await get(address, null, { range })).text()).toBe("0123456789");
    expect(await (await get(address, null, { range: "bytes=2-", "if-range": '"other"' })).text()).toBe(
      "0123456789",
    );
    expect(await downloads(id)).toBe(7);
  });

  it("counts every one of 200 downloads at once", async () => {
    const { attachment } = await topicWithAttachment(sampleZip(), "工程.zip");
    const answers = await Promise.all(Array.from({ length: 200 }, () => get(attachment.address)));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await downloads(attachment.id)).toBe(200);
  });

  it("is its uploader's alone until a post shows it, and again when none does", async () => {
    const { author, reader, attachment, topic, section } = await topicWithAttachment();
    const loose = await upload(author, sampleZip(), "b.zip");
    expect((await get(loose.address, author)).status).toBe(200);
    for (const other of [null, reader]) expect((await get(loose.address, other)).status).toBe(404);

    const { database } = gateway();
    await database.update(posts).set({ hiddenAt: new Date() }).where(eq(posts.id, topic.pid));
    const moderator = await gateway().member();
    await database.insert(moderators).values({ sectionId: section.fid, accountId: moderator.id });
    for (const other of [null, reader]) expect((await get(attachment.address, other)).status).toBe(404);
    for (const allowed of [author, moderator])
      expect((await get(attachment.address, allowed)).status).toBe(200);
    expect((await get(attachment.address, await gateway().member({ admin: true }))).status).toBe(200);
    await database.update(posts).set({ hiddenAt: null }).where(eq(posts.id, topic.pid));
    await database.update(topics).set({ hiddenAt: new Date() }).where(eq(topics.id, topic.tid));
    expect((await get(attachment.address, reader)).status).toBe(404);
    await database.update(topics).set({ hiddenAt: null }).where(eq(topics.id, topic.tid));
    expect((await get(attachment.address, reader)).status).toBe(200);
    const fields = { fid: section.fid, classId: null, title: "附件撤下来了", tags: [] };
    await gateway().ok("editTopic", { tid: topic.tid, ...fields, content: "附件已撤下" }, author);
    expect((await get(attachment.address, reader)).status).toBe(404);
    expect((await gateway().ok("topicDetail", { tid: topic.tid })).attachments).toEqual({});
  });

  it("is published by its uploader only: another's link to it opens nothing; a published one may be quoted", async () => {
    const { author, reader, attachment, topic } = await topicWithAttachment();
    const loose = await upload(author, sampleZip(), "b.zip");
    await gateway().reply(reader, topic.tid, { content: `[偷看](${loose.address})` });
    expect((await get(loose.address, reader)).status).toBe(404);
    const quoted = await gateway().reply(reader, topic.tid, { content: `[引用](${attachment.address})` });
    const beneath = await gateway().reply(author, topic.tid, {
      parent: quoted.pid,
      content: `[补充](${loose.address})`,
    });
    const { attachments } = await gateway().ok("topicDetail", { tid: topic.tid });
    expect(Object.keys(attachments).map(Number)).toEqual([topic.pid, quoted.pid, beneath.pid]);
    expect((await get(loose.address, reader)).status).toBe(200);
  });

  it("opens under its own name only, and pictures and other addresses are none", async () => {
    const { attachment, author } = await topicWithAttachment();
    const picture = await upload(author, await png(), "a.png");
    const stem = attachment.address.slice(0, attachment.address.lastIndexOf("/"));
    for (const address of [
      stem,
      `${stem}/`,
      `${stem}/other.pdf`,
      `${stem}/%E0%A4%A`,
      "/gateway/attachments/9999999999/a",
      "/gateway/attachments/",
      `/gateway/attachments/${picture.id}/a.png`,
    ]) {
      const response = await get(address, author);
      expect([response.status, await response.text()]).toEqual([404, "没有这个附件，它可能已被删除。"]);
    }
    const [{ fileName } = { fileName: "" }] = await gateway()
      .database.select()
      .from(uploads)
      .where(eq(uploads.id, attachment.id));
    expect((await get(`/gateway/files/${fileName}`, author)).status).toBe(404);
  });
});
