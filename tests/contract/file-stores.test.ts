import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { eq } from "drizzle-orm";
import { filePieces, files, uploads } from "gateway/database/schema";
import { signedMedia } from "gateway/files/storage/signed";
import { storeVideo } from "gateway/files/storage/store";
import type { FileStores } from "gateway/files/stores/file-stores";
import { chunkOf, FileStores as Stores } from "gateway/files/stores/file-stores";
import { createFolderStore } from "gateway/files/stores/folder-store";
import { createS3Store } from "gateway/files/stores/s3-store";
import type { GatewaySettings } from "gateway/server/context";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectConsole } from "../support/console";
import {
  expectedSignature,
  type StoreName,
  startLossyWay,
  startMute,
  startStores,
  type TestStores,
} from "../support/file-stores";
import { startGateway, TestGateway } from "../support/gateway";
import { png, zip } from "../support/upload-files";

const started = startGateway();
let stores: TestStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.close());

const gatewayOn = (on: FileStores, settings: Partial<GatewaySettings> = {}) =>
  new TestGateway(started().database, settings, undefined, on);
const rowOf = async (name: string) =>
  (await started().database.select().from(files).where(eq(files.name, name)))[0];
const read = async (gateway: TestGateway, path: string, headers: Record<string, string> = {}) => {
  const response = await gateway.fetch(path, { headers });
  return { response, content: Buffer.from(await response.arrayBuffer()) };
};
const nameIn = (address: string) => address.slice(address.lastIndexOf("/") + 1);
let serial = 0;
/** An archive of three pieces and a little more, with random bytes. */
const archive = () => {
  serial += 1;
  return zip([{ name: `${serial}.bin`, content: randomBytes(3 * 1024 * 1024 + 1_234) }]);
};
const video = () => ({ content: randomBytes(1_500_000), type: "video/webm" as const });

describe.each<StoreName>(["database", "folder", "s3"])("files in %s", (name) => {
  const gateway = () => gatewayOn(stores.target(name));
  const begins = (location: string | null | undefined) =>
    name === "database" ? location === null : location?.startsWith(`${name}:files/`);

  it("a picture is stored once, served unchanged, and not sent again to a browser that has it", async () => {
    const member = await gateway().member();
    serial += 1;
    const file = await png(60 + serial, 20);
    const first = await gateway().ok("uploadFile", { file, filename: "图.png" }, member);
    expect(await gateway().ok("uploadFile", { file, filename: "图.png" }, member)).toEqual(first);
    const row = await rowOf(nameIn(first.address));
    expect(begins(row?.location)).toBe(true);
    expect(row?.content.byteLength).toBe(name === "database" ? first.bytes : 0);
    const { response, content } = await read(gateway(), first.address);
    expect([response.status, content.byteLength]).toEqual([200, first.bytes]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(first.bytes),
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    });
    const head = await gateway().fetch(first.address, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(first.bytes)]);
    const tag = response.headers.get("etag") ?? "";
    expect((await read(gateway(), first.address, { "if-none-match": tag })).response.status).toBe(304);
  });

  it("an attachment is served whole and in ranges to people with the right, and is counted", async () => {
    const member = await gateway().member();
    const file = archive();
    const { address, id } = await gateway().ok("uploadFile", { file, filename: "固件.zip" }, member);
    const [upload] = await started().database.select().from(uploads).where(eq(uploads.id, id));
    const row = await rowOf(upload?.fileName ?? "");
    expect(begins(row?.location)).toBe(true);
    const pieces = await started().database.$count(filePieces, eq(filePieces.fileName, row?.name ?? ""));
    expect(pieces).toBe(name === "database" ? 4 : 0);
    const as = { cookie: member.cookie };
    expect((await read(gateway(), address)).response.status).toBe(404);
    const whole = await read(gateway(), address, as);
    expect(whole.content.equals(file)).toBe(true);
    for (const [range, first, last] of [
      ["bytes=1048570-2097160", 1_048_570, 2_097_160],
      ["bytes=-10", file.byteLength - 10, file.byteLength - 1],
      ["bytes=0-0", 0, 0],
    ] as const) {
      const { response, content } = await read(gateway(), address, { ...as, range });
      expect(response.status).toBe(206);
      expect(response.headers.get("content-range")).toBe(`bytes ${first}-${last}/${file.byteLength}`);
      expect(content.equals(file.subarray(first, last + 1))).toBe(true);
    }
    const beyond = await read(gateway(), address, { ...as, range: `bytes=${file.byteLength}-` });
    expect(beyond.response.status).toBe(416);
    const [counted] = await started().database.select().from(uploads).where(eq(uploads.id, id));
    expect(counted?.downloads).toBe(2);
  });

  it("a video is served in ranges at a signed address until that expires", async () => {
    const own = gateway();
    const film = video();
    const stored = await storeVideo(own.services, film);
    const address = signedMedia(own.services.settings, stored, own.services.now());
    const { response, content } = await read(own, address, { range: "bytes=1000000-" });
    expect(response.status).toBe(206);
    expect(content.equals(film.content.subarray(1_000_000))).toBe(true);
    expect((await read(own, address.replace("Signature=", "Signature=x"))).response.status).toBe(404);
    own.pass(13 * 3_600);
    expect((await read(own, address)).response.status).toBe(410);
  });

  it("two concurrent uploads of the same bytes leave one object", async () => {
    const film = video();
    const on = stores.target(name);
    const [one, other] = await Promise.all(
      [1, 2].map(() => storeVideo({ database: started().database, files: on }, film)),
    );
    expect(one).toBe(other);
    const { content } = await read(
      gatewayOn(on),
      signedMedia(started().services.settings, one ?? "", new Date()),
    );
    expect(content.equals(film.content)).toBe(true);
  });
});

describe("FILES_URL", () => {
  const film = video();
  it("redirects browsers to the bucket; all get the same address, which expires with ours", async () => {
    const publicUrl = `${stores.s3.endpoint}/${stores.s3.bucket}`;
    const own = gatewayOn(stores.target("s3", { publicUrl }), { filesUrl: publicUrl });
    const stored = await storeVideo(own.services, film);
    const address = signedMedia(own.services.settings, stored, own.services.now(), "课程.webm");
    const { response } = await read(own, address);
    expect(response.status).toBe(302);
    const to = response.headers.get("location") ?? "";
    expect(to.startsWith(`${publicUrl}/files/`)).toBe(true);
    expect((await read(own, address)).response.headers.get("location")).toBe(to);
    const fetched = await fetch(to, { headers: { range: "bytes=10-19" } });
    expect(Buffer.from(await fetched.arrayBuffer()).equals(film.content.subarray(10, 20))).toBe(true);
    expect(fetched.headers.get("content-type")).toBe("video/webm");
    expect(fetched.headers.get("content-disposition")).toContain(encodeURIComponent("课程.webm"));
    const begun = Date.parse(
      (new URL(to).searchParams.get("X-Amz-Date") ?? "").replace(
        /^(....)(..)(..)T(..)(..)(..)Z$/,
        "$1-$2-$3T$4:$5:$6Z",
      ),
    );
    const until = begun / 1_000 + Number(new URL(to).searchParams.get("X-Amz-Expires"));
    expect(until).toBe(Number(new URL(address, "http://x").searchParams.get("Expires")));
    const { host, searchParams } = new URL(to);
    expect(searchParams.get("X-Amz-Signature")).toBe(expectedSignature(to, host, "S3RVER"));
    // An expired address is refused.
    const old = signedMedia(own.services.settings, stored, new Date(Date.now() - 13 * 3_600_000));
    expect((await read(own, old)).response.status).toBe(410);
    const head = await own.fetch(address, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, String(film.content.byteLength)]);
  });

  it("signs for the store's host if a content network is in front with another host", async () => {
    const { host } = new URL(stores.s3.endpoint);
    const on = stores.target("s3", {
      publicUrl: `https://cdn.example/${stores.s3.bucket}`,
      signedHost: host,
    });
    const own = gatewayOn(on, { filesUrl: `https://cdn.example/${stores.s3.bucket}` });
    const stored = await storeVideo(own.services, film);
    const { response } = await read(own, signedMedia(own.services.settings, stored, own.services.now()));
    const to = new URL(response.headers.get("location") ?? "");
    expect(to.origin).toBe("https://cdn.example");
    expect(to.searchParams.get("X-Amz-Signature")).toBe(expectedSignature(to.href, host, "S3RVER"));
    const bucketResponse = await fetch(`${stores.s3.endpoint}${to.pathname}${to.search}`);
    expect((await bucketResponse.arrayBuffer()).byteLength).toBe(film.content.byteLength);
  });

  it("can be a content network before this site, for files in a folder or the database", async () => {
    const own = gatewayOn(stores.target("folder"), { filesUrl: "https://cdn.example" });
    const stored = await storeVideo(own.services, video());
    const address = signedMedia(own.services.settings, stored, own.services.now());
    const { response } = await read(own, address);
    const to = response.headers.get("location") ?? "";
    expect(to).toBe(`https://cdn.example${address}&direct=1`);
    const answer = await read(own, to.slice("https://cdn.example".length));
    expect([answer.response.status, answer.content.byteLength]).toEqual([200, 1_500_000]);
  });

  it("is not used for attachments, which need a check of the person's rights", async () => {
    const own = gatewayOn(stores.target("folder"), { filesUrl: "https://cdn.example" });
    const member = await own.member();
    const { address } = await own.ok("uploadFile", { file: archive(), filename: "a.zip" }, member);
    expect((await read(own, address, { cookie: member.cookie })).response.status).toBe(200);
  });
});

describe("an upload in parts", () => {
  it("succeeds if its first and last answers are lost, and leaves no open upload", async () => {
    const way = await startLossyWay(stores.s3.endpoint);
    const store = createS3Store({ ...stores.s3, endpoint: way.url });
    const content = randomBytes(9 * 1024 * 1024);
    const about = { type: "video/webm", bytes: content.byteLength };
    const key = "files/ab/1-0123456789abcdef";
    await store.write(key, chunkOf(content), about);
    expect([way.lost.size, way.open.size]).toEqual([2, 0]);
    const object = await store.read(key);
    expect(Buffer.from(await new Response(object?.body).arrayBuffer()).equals(content)).toBe(true);
    await way.close();
  });
});

describe("a store that is away", () => {
  const noted = () => expectConsole("warn", /存放文件的地方暂时没有回答：/);
  const ask = async (on: FileStores) => {
    const own = gatewayOn(on);
    const member = await own.member();
    serial += 1;
    const file = await png(60 + serial, 21);
    const refusal = await own.refused("uploadFile", { file, filename: "图.png" }, "FILES_AWAY", member);
    expect(refusal.fields).toEqual({ file: ["文件现在存不下来，请过几分钟再上传一次"] });
    return own;
  };
  /** Stores a video, and sets the location in its row. */
  const lost = async (location: string) => {
    const stored = await storeVideo({ ...started(), files: stores.target("folder") }, video());
    await started().database.update(files).set({ location }).where(eq(files.name, stored));
    return signedMedia(started().services.settings, stored, new Date());
  };
  const key = "files/00/0-0123456789abcdef";

  it("refuses uploads with a message at the file, and shows a page in place of files", async () => {
    const gone = await startMute();
    await gone.close();
    noted();
    const own = await ask(new Stores([createS3Store({ ...stores.s3, endpoint: gone.url })], "s3"));
    const { response, content } = await read(own, await lost(`s3:${key}`));
    expect(response.status).toBe(503);
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(String(content)).toContain("文件暂时取不到，请过几分钟再试");
  });

  it("is not waited for when it takes too long", async () => {
    noted();
    const slow = await startMute();
    const impatient = { ...stores.s3, endpoint: slow.url, patience: 60 };
    const own = await ask(new Stores([createS3Store(impatient)], "s3"));
    expect((await read(own, await lost(`s3:${key}`))).response.status).toBe(503);
    await slow.close();
    const halting = await startMute("x");
    // Long enough for the first byte on a busy machine: what is waited for in vain is the rest.
    const store = createS3Store({ ...stores.s3, endpoint: halting.url, patience: 2_000 });
    const object = await store.read(key);
    await expect(new Response(object?.body).arrayBuffer()).rejects.toThrow();
    await halting.close();
  });

  it("is not waited for longer with a small file than with none", async () => {
    const mute = await startMute();
    const store = createS3Store({ ...stores.s3, endpoint: mute.url, patience: 400 });
    const began = performance.now();
    const small = Readable.from([Buffer.from("a small picture")]);
    await expect(store.write(key, small, { type: "image/png", bytes: 15 })).rejects.toThrow(
      "could not write",
    );
    // A whole part would get eight times as long.
    expect(performance.now() - began).toBeLessThan(2_000);
    await mute.close();
  });

  it("does not make files count as missing; only a working store does", async () => {
    noted();
    expectConsole("error", /存放的文件不见了：folder:files/);
    const own = gatewayOn(stores.target("folder"));
    const address = await lost(`folder:${key}`);
    expect((await read(own, address)).response.status).toBe(404);
    const unmounted = new Stores([createFolderStore(`${stores.folder}-unmounted`)], "folder");
    const video = await lost(`folder:${key}`);
    expect((await read(gatewayOn(unmounted), video)).response.status).toBe(503);
  });

  it("is reported by readiness, but the site stays ready", async () => {
    const ready = async (on: FileStores) => (await gatewayOn(on).fetch("/gateway/readyz")).json();
    const away = new Stores([createFolderStore("/dev/null/files")], "folder");
    expect(await ready(stores.target("s3"))).toMatchObject({ ready: true, files: "ok" });
    expect(await ready(away)).toMatchObject({ ready: true, files: "unavailable" });
    expect(await ready(new Stores())).toMatchObject({ ready: true, files: "unused" });
  });
});

describe("a start", () => {
  it("reports the problem of a folder or a bucket", async () => {
    const mute = await startMute();
    await mute.close();
    for (const [store, message] of [
      [createFolderStore("/dev/null/files"), /文件夹 \/dev\/null\/files 不能读写（ENOTDIR）.*FILES_DIR/],
      [createS3Store({ ...stores.s3, bucket: "no-such-bucket" }), /no-such-bucket.*不存在：请检查 S3_BUCKET/],
      [
        createS3Store({ ...stores.s3, accessKeyId: "nobody" }),
        /不让写入（403 InvalidAccessKeyId）.*S3_ACCESS_KEY_ID/,
      ],
      [createS3Store({ ...stores.s3, endpoint: mute.url }), /没有应答（ECONNREFUSED）：请检查 S3_ENDPOINT/],
    ] as const)
      await expect(store.check()).rejects.toThrow(message);
  });
});
