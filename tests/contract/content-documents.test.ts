import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { files, uploads } from "gateway/database/schema";
import { purgeUnusedFiles, unusedFilesJob } from "gateway/files/needs/purge-unused";
import { runJobs } from "gateway/server/jobs";
import { beforeAll, describe, expect, it } from "vitest";
import { copyPack, smallCatalogue } from "../support/content";
import { type Member, next, startGateway, TestGateway } from "../support/gateway";
import { png, samplePdf, zip } from "../support/upload-files";

const gateway = startGateway();
let admin: Member;
let other: Member;

beforeAll(async () => {
  admin = await gateway().member({ admin: true, nickname: "编辑甲" });
  other = await gateway().member({ admin: true, nickname: "编辑乙" });
  const remove: (() => Promise<void>)[] = [];
  const folder = await copyPack(smallCatalogue(samplePdf()), (one) => remove.push(one));
  await loadContentPack(gateway().services, folder, { demo: false });
  return async () => {
    for (const one of remove) await one();
  };
});

/** A PDF that no other test has. */
const pdf = () => Buffer.concat([samplePdf(), Buffer.from(`% ${next()}\n%%EOF\n`)]);
const upload = (file: Buffer, filename = "通知.pdf", as = admin) =>
  gateway().ok("uploadContentFile", { file, filename }, as);
const notice = { title: "变更", kind: "pcn", date: "2025-04-01", products: [100], content: "说明" };
const product = {
  title: "A900",
  summary: "一句话",
  class: 11,
  kind: "chip",
  state: "production",
  since: "2026-01-01",
};
const key = () => `PCN-2025-${100_000 + next()}`;
const saved = (body: object, name: { kind: "notices"; key: string }, as = admin) =>
  gateway().call("saveContent", { ...name, base: 0, fresh: true, body }, as);
const fetched = (url: string) => gateway().fetch(url);
const isStored = async (name: string) => (await gateway().database.$count(files, eq(files.name, name))) === 1;

describe("a document that an editor uploads", () => {
  it("is stored whole, with its size, its hash and the directory of an archive", async () => {
    const source = Buffer.from(`int main${next()};`);
    const content = zip([{ name: "sdk/main.c", content: source }]);
    const stored = await upload(content, "../开发包 v1.zip");
    expect(stored).toMatchObject({ originalName: "开发包 v1.zip", bytes: content.byteLength });
    const [row] = await gateway().database.select().from(files).where(eq(files.name, stored.fileName));
    expect(row).toMatchObject({
      type: "application/zip",
      bytes: content.byteLength,
      sha256: createHash("sha256").update(content).digest("hex"),
      entries: [{ name: "sdk/main.c", bytes: source.byteLength }],
    });
  });

  it("is judged by its content, its size and its ending", async () => {
    const bomb = zip([{ name: "a.bin", content: Buffer.alloc(2_000_000), says: 10 }]);
    const huge = zip([{ name: "a.bin", content: randomBytes(1_000_000), says: 600 * 1024 * 1024 }]);
    const wrong: [Buffer, string, string, string][] = [
      [Buffer.alloc(0), "a.pdf", "FILE_EMPTY", "空的"],
      [Buffer.from("text"), "a.txt", "FILE_TYPE_REFUSED", "PDF 或 ZIP"],
      [Buffer.from("text"), "a.pdf", "FILE_TYPE_REFUSED", "不是 PDF"],
      [await png(), "a.pdf", "FILE_TYPE_REFUSED", "不是 PDF"],
      [samplePdf().subarray(0, 20), "a.pdf", "FILE_BROKEN", "PDF 不完整"],
      [zip([]), "a.zip", "FILE_BROKEN", "损坏"],
      [bomb, "a.zip", "FILE_BROKEN", "ZIP 炸弹"],
      [huge, "a.zip", "FILE_BROKEN", "不能超过 512 MB"],
      [Buffer.alloc(20 * 1024 * 1024 + 1), "a.pdf", "FILE_TOO_LARGE", "20 MB"],
    ];
    for (const [file, filename, code, message] of wrong) {
      const { body } = await gateway().call("uploadContentFile", { file, filename }, admin);
      expect([filename, body]).toEqual([
        filename,
        expect.objectContaining({ errorCode: code, fields: { file: [expect.stringContaining(message)] } }),
      ]);
    }
  });

  it("has an address for readers once the notice that names it is published, and for whoever previews it", async () => {
    const content = pdf();
    const file = await upload(content);
    const name = { kind: "notices", key: key() } as const;
    expect((await saved({ ...notice, file }, name)).status).toBe(200);
    // No address without a signature, and the page is not there yet.
    expect((await fetched(`/gateway/media/${file.fileName}`)).status).toBe(404);
    expect((await fetched(`/gateway/files/${file.fileName}`)).status).toBe(404);
    await gateway().refused("productNotice", { number: name.key }, "NOTICE_NOT_FOUND");
    const { preview } = await gateway().ok("contentPiece", name, admin);
    const draft = await gateway().ok("productNotice", { number: name.key, preview });
    expect(draft.file).toMatchObject({ name: "通知.pdf", bytes: content.byteLength });
    await gateway().ok("publishContent", { ...name, version: 1 }, admin);
    const { file: shown } = await gateway().ok("productNotice", { number: name.key });
    const answer = await fetched(shown?.url ?? "");
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(content)]).toEqual([200, true]);
  });

  it("is named as a product's certificate, whose address works", async () => {
    const content = pdf();
    const { fileName } = await upload(content, "SRRC.pdf");
    const body = { ...product, certifications: [{ name: "SRRC", file: fileName }] };
    const request = { kind: "products", base: 0, fresh: true, body } as const;
    const { key: id } = await gateway().ok("saveContent", request, admin);
    await gateway().ok("publishContent", { kind: "products", key: id, version: 1 }, admin);
    const { certifications } = await gateway().ok("productInfo", { id: Number(id) });
    const answer = await fetched(certifications[0]?.url ?? "");
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(content)]).toEqual([200, true]);
  });

  it("is named by its editor alone, as it was uploaded, until a version has it", async () => {
    const file = await upload(pdf());
    const refused = async (body: object, as = admin) => {
      const { status, body: answer } = await saved(body, { kind: "notices", key: key() }, as);
      expect([status, (answer as { fields: object }).fields]).toEqual([
        400,
        { file: ["没有这个文件，请再上传一次"] },
      ]);
    };
    await refused({ ...notice, file }, other);
    await refused({ ...notice, file: { ...file, originalName: "别的.pdf" } });
    await refused({ ...notice, file: { ...file, bytes: 1 } });
    await refused({ ...notice, file: { ...file, fileName: `${"0".repeat(32)}.pdf` } });
    // An attachment of a post has no size of its own, and no address here.
    const attached = { file: pdf(), filename: "附件.pdf" };
    await gateway().ok("uploadFile", attached, admin);
    const [row] = await gateway().database.select().from(uploads).where(eq(uploads.originalName, "附件.pdf"));
    const { fileName = "", originalName = "", bytes = 0 } = row ?? {};
    await refused({ ...notice, file: { fileName, originalName, bytes } });
    const name = { kind: "notices", key: key() } as const;
    await saved({ ...notice, file }, name);
    const again = { ...name, base: 1, body: { ...notice, title: "变更二", file } };
    expect((await gateway().ok("saveContent", again, other)).version).toBe(2);
  });

  it("is cleared when nothing names it, and kept for a draft and for a version that may be restored", async () => {
    const [unused, drafted, replaced] = [await upload(pdf()), await upload(pdf()), await upload(pdf())];
    await saved({ ...notice, file: drafted }, { kind: "notices", key: key() });
    const name = { kind: "notices", key: key() } as const;
    await saved({ ...notice, file: replaced }, name);
    await gateway().ok("saveContent", { ...name, base: 1, body: notice }, admin);
    await gateway().ok("publishContent", { ...name, version: 2 }, admin);
    // Two days later, by another clock on the same database.
    const later = new TestGateway(gateway().database);
    later.pass(49 * 3_600);
    await unusedFilesJob.run(later.services);
    await runJobs(later.services, [purgeUnusedFiles]);
    const there = await Promise.all([unused, drafted, replaced].map(({ fileName }) => isStored(fileName)));
    expect(there).toEqual([false, true, true]);
    const { version } = await gateway().ok("restoreContent", { ...name, version: 1 }, admin);
    await gateway().ok("publishContent", { ...name, version }, admin);
    const { file } = await gateway().ok("productNotice", { number: name.key });
    expect((await fetched(file?.url ?? "")).status).toBe(200);
  });
});
