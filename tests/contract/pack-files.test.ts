import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { policies, products, resources, resourceVersions } from "gateway/database/schema";
import { signedDownload, signedMedia, signedPicture } from "gateway/files/storage/signed";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyPack, replacing, smallCatalogue } from "../support/content";
import { startGateway } from "../support/gateway";
import { texts } from "../support/texts";

const gateway = startGateway();
/** Three pieces and a part of a fourth, of bytes that do not repeat. */
const pdf = Buffer.concat([
  Buffer.from("%PDF-1.4\n"),
  randomBytes(3 * 1024 * 1024 + 12_345),
  Buffer.from("\n%%EOF\n"),
]);
const sha256 = (content: Buffer) => createHash("sha256").update(content).digest("hex");
let version: typeof resourceVersions.$inferSelect;
const settings = () => gateway().services.settings;
const address = () => signedDownload(settings(), version, gateway().services.now());
const bytesOf = async (path: string, headers: Record<string, string> = {}) => {
  const response = await gateway().fetch(path, { headers });
  return { response, content: Buffer.from(await response.arrayBuffer()) };
};
const downloads = async () =>
  (await gateway().database.select().from(resources).where(eq(resources.id, 500)))[0]?.downloads;

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});
beforeAll(async () => {
  const { database, now } = gateway().services;
  const folder = await copyPack(smallCatalogue(pdf), (remove) => ends.push(remove));
  await loadContentPack({ database, texts, now }, folder, { demo: false });
  const [row] = await database.select().from(resourceVersions).where(eq(resourceVersions.version, "1.1"));
  if (!row) throw new Error("the version was not loaded");
  version = row;
});

describe("a version's file", () => {
  it("is served whole, by an address that is the same for everybody for some time", async () => {
    expect(address()).toMatch(
      /^\/gateway\/downloads\/\d+\/a100\.pdf\?Expires=\d+&Signature=[\w-]{43}&File=[0-9a-f]{12}$/,
    );
    expect(address()).toBe(address());
    // Another file in its place has another address: caches keep what they got.
    expect(
      signedDownload(settings(), { ...version, fileName: "0".repeat(32) }, gateway().services.now()),
    ).not.toBe(address());
    const { response, content } = await bytesOf(address());
    expect(sha256(content)).toBe(version.sha256);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-length": String(pdf.byteLength),
      "content-type": "application/pdf",
      "accept-ranges": "bytes",
      "content-disposition": "attachment; filename=\"a100.pdf\"; filename*=UTF-8''a100.pdf",
      "cache-control": expect.stringMatching(/^public, max-age=\d+, immutable$/),
      etag: `"${version.fileName}"`,
      "x-content-type-options": "nosniff",
    });
  });

  it("cut at twenty places and resumed there, has the shown SHA-256", async () => {
    const cuts = Array.from({ length: 20 }, () => Math.floor(Math.random() * pdf.byteLength));
    const path = address();
    const etag = `"${version.fileName}"`;
    for (const cut of [0, 1024 * 1024, ...cuts]) {
      const { response, content } = await bytesOf(path, { range: `bytes=${cut}-`, "if-range": etag });
      expect([cut, response.status, response.headers.get("content-range")]).toEqual([
        cut,
        206,
        `bytes ${cut}-${pdf.byteLength - 1}/${pdf.byteLength}`,
      ]);
      expect([cut, sha256(Buffer.concat([pdf.subarray(0, cut), content]))]).toEqual([cut, version.sha256]);
    }
  });

  it("is served whole if If-Range names another file, and its ranges are announced", async () => {
    const { response, content } = await bytesOf(address(), { range: "bytes=5-9", "if-range": '"other"' });
    expect([response.status, content.byteLength]).toEqual([200, pdf.byteLength]);
    expect((await bytesOf(address(), { range: "bytes=5-9" })).content).toEqual(pdf.subarray(5, 10));
    const beyond = await gateway().fetch(address(), { headers: { range: `bytes=${pdf.byteLength}-` } });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, `bytes */${pdf.byteLength}`]);
    const same = await gateway().fetch(address(), { headers: { "if-none-match": `"${version.fileName}"` } });
    expect(same.status).toBe(304);
  });

  it("is counted at its first byte alone", async () => {
    const before = (await downloads()) ?? 0;
    await bytesOf(address(), { range: "bytes=100-" });
    await gateway().fetch(address(), { method: "HEAD" });
    expect(await downloads()).toBe(before);
    await bytesOf(address());
    await bytesOf(address(), { range: "bytes=0-99" });
    expect(await downloads()).toBe(before + 2);
    const [row] = await gateway().database.select().from(resources).where(eq(resources.id, 500));
    expect(row?.heat).toBeGreaterThan(0);
  });

  it("is refused at a changed address, and an expired one leads back", async () => {
    const path = address();
    const other = path.replace(/\/downloads\/\d+\//, `/downloads/${version.id + 1}/`);
    for (const wrong of [
      path.replace(/.$/, "#"),
      path.split("?")[0] ?? "",
      other,
      path.replace("a100.pdf", "b.pdf"),
    ])
      expect((await gateway().fetch(wrong)).status).toBe(404);
    const media = signedMedia(settings(), version.fileName ?? "", gateway().services.now(), "手册.pdf");
    expect((await bytesOf(media)).response.headers.get("content-disposition")).toBe(
      `inline; filename="attachment.pdf"; filename*=UTF-8''${encodeURIComponent("手册.pdf")}`,
    );
    const [product] = await gateway().database.select().from(products).where(eq(products.id, 100));
    const picture = /\/gateway\/files\/([0-9a-f]{32}\.svg)/.exec(product?.html ?? "")?.[1] ?? "";
    const signed = signedPicture(settings(), picture, gateway().services.now());
    expect((await gateway().fetch(signed)).status).toBe(200);
    gateway().pass(13 * 3_600);
    const page = await gateway().fetch(path);
    expect(page.status).toBe(410);
    expect(await page.text()).toContain(
      '<a class="button primary" href="/resources/details/500">回到“A100 数据手册”</a>',
    );
    expect([(await gateway().fetch(media)).status, (await gateway().fetch(signed)).status]).toEqual([
      410, 410,
    ]);
    expect((await gateway().fetch(address())).status).toBe(200);
  });

  /** Runs `look` with this front matter, which no other test has. */
  const whileIt = async (frontMatter: string, look: () => Promise<void>) => {
    await reload(frontMatter);
    try {
      await look();
    } finally {
      await reload("level: 51");
    }
  };
  const reload = async (frontMatter: string) => {
    const { database, now } = gateway().services;
    const pack = smallCatalogue(pdf);
    pack["resources/a100.md"] = replacing("level: 51", frontMatter)(String(pack["resources/a100.md"]));
    await loadContentPack({ database, texts, now }, await copyPack(pack), { demo: false });
  };
  const statusFor = async (cookie?: string) => {
    const headers: Record<string, string> = cookie ? { cookie } : {};
    const { status, headers: answered } = await gateway().fetch(address(), { headers, redirect: "manual" });
    return [status, answered.get("location")];
  };
  const back = [303, "/resources/details/500"];

  it("that is for members needs a sign-in", async () => {
    await whileIt("level: 51\naccess: login", async () => {
      expect(await statusFor()).toEqual(back);
      expect(await statusFor((await gateway().member()).cookie)).toEqual([200, null]);
    });
  });

  it("that needs the disclaimer needs it from everybody who uses the address", async () => {
    await whileIt("level: 51\naccess: disclaimer", async () => {
      expect(await statusFor()).toEqual(back);
      const policy = { title: "免责声明", version: "1.0", source: "", html: "<p>免责</p>" };
      await gateway()
        .database.insert(policies)
        .values({ id: "Disclaimer", ...policy });
      expect(await statusFor((await gateway().member()).cookie)).toEqual(back);
      const { cookie } = await gateway().member({ signedPolicies: { Disclaimer: "1.0" } });
      expect(await statusFor(cookie)).toEqual([200, null]);
    });
  });

  it("that was withdrawn is not served, even by an address that is still valid", async () => {
    const state = (value: typeof version.state) =>
      gateway()
        .database.update(resourceVersions)
        .set({ state: value })
        .where(eq(resourceVersions.id, version.id));
    await state("withdrawn");
    const seen = await statusFor();
    await state(version.state);
    expect(seen).toEqual([404, null]);
  });
});
