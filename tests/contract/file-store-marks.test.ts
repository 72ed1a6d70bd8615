import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { OpenDatabase } from "gateway/database/open";
import { documents, files, removedObjects } from "gateway/database/schema";
import { forgetMarks, recogniseStores } from "gateway/files/moving/recognise-stores";
import { removeObjectsJob } from "gateway/files/moving/removed-objects";
import { signedMedia } from "gateway/files/storage/signed";
import { storeVideo } from "gateway/files/storage/store";
import { markName } from "gateway/files/stores/file-store";
import type { FileStores } from "gateway/files/stores/file-stores";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { expectConsole } from "../support/console";
import { cloneDatabase } from "../support/database";
import { otherBucket, startStores, type TestStores } from "../support/file-stores";
import { TestGateway } from "../support/gateway";
import { png } from "../support/upload-files";

let stores: TestStores;
let open: OpenDatabase;
beforeEach(async () => {
  stores = await startStores();
  open = await cloneDatabase();
});
afterEach(async () => {
  await open.close();
  await stores.close();
});

/** The stores of a process that starts now. */
async function start(name: "folder" | "s3", settings = {}): Promise<FileStores> {
  const target = stores.target(name, settings);
  await recogniseStores(open.database, target);
  return target;
}
const gatewayOn = (target: FileStores) => new TestGateway(open.database, {}, undefined, target);
const film = { content: Buffer.alloc(1_000, "film"), type: "video/webm" as const };
const markOf = (folder: string) => readFile(join(folder, markName), "utf8");

/** As if the folder's disk was not mounted: an empty folder in its place. Returns a function that mounts it. */
async function unmount(): Promise<() => Promise<void>> {
  const away = `${stores.folder}-disk`;
  await rename(stores.folder, away);
  await mkdir(stores.folder);
  return async () => {
    await rm(stores.folder, { recursive: true });
    await rename(away, stores.folder);
  };
}

describe("a folder that is not mounted", () => {
  it("makes a start end with a sentence, and is used again when it is back", async () => {
    await start("folder");
    const mark = await markOf(stores.folder);
    const mount = await unmount();
    await expect(start("folder")).rejects.toThrow(/文件夹 .*没有标记 \.portal-store.*没有挂载/);
    await mount();
    await start("folder");
    expect(await markOf(stores.folder)).toBe(mark);
  });

  it("counts as away for a running process: no file is lost, stored or forgotten", async () => {
    const gateway = gatewayOn(await start("folder"));
    const member = await gateway.member();
    const name = await storeVideo(gateway.services, film);
    const read = () => gateway.fetch(signedMedia(gateway.services.settings, name, gateway.services.now()));
    expect((await read()).status).toBe(200);
    const gone = await storeVideo(gateway.services, { ...film, content: Buffer.alloc(1_000, "gone") });
    const [row] = await open.database.delete(files).where(eq(files.name, gone)).returning();
    const key = row?.location?.slice("folder:".length) ?? "";
    gateway.pass(2 * 3_600);

    const mount = await unmount();
    expectConsole("warn", /folder/);
    expect((await read()).status).toBe(503);
    const file = await png(40, 40);
    // Also if it is no folder at all.
    const empty = `${stores.folder}-empty`;
    await rename(stores.folder, empty);
    await writeFile(stores.folder, "no folder");
    await gateway.refused("uploadFile", { file, filename: "图.png" }, "FILES_AWAY", member);
    await rm(stores.folder);
    await rename(empty, stores.folder);
    await gateway.refused("uploadFile", { file, filename: "图.png" }, "FILES_AWAY", member);
    await removeObjectsJob.run(gateway.services);
    expect(await open.database.$count(removedObjects)).toBe(1);
    expect(await (await gateway.fetch("/gateway/readyz")).json()).toMatchObject({ files: "unavailable" });

    await mount();
    expect((await read()).status).toBe(200);
    await gateway.ok("uploadFile", { file, filename: "图.png" }, member);
    await removeObjectsJob.run(gateway.services);
    expect(await open.database.$count(removedObjects)).toBe(0);
    await expect(readFile(join(stores.folder, key))).rejects.toThrow("ENOENT");
  });

  it("gets no mark at the first start of a release that marks, if the database has files in it", async () => {
    await storeVideo({ database: open.database, files: stores.target("folder") }, film);
    const mount = await unmount();
    await expect(start("folder")).rejects.toThrow(/没有本站的文件.*没有挂载/);
    await mount();
    await start("folder");
  });
});

it("another bucket is refused, and so is another folder until somebody marks it", async () => {
  await start("s3");
  await expect(start("s3", { bucket: otherBucket })).rejects.toThrow(
    new RegExp(`S3 存储桶 ${otherBucket}.*没有标记`),
  );
  await rm(join(stores.folder, markName));
  const [row] = await open.database.select().from(documents).where(eq(documents.key, "file-store:folder"));
  await expect(start("folder")).rejects.toThrow(String(row?.value));
  await writeFile(join(stores.folder, markName), String(row?.value));
  await start("folder");
});

it("two processes that start at once with a new folder agree on its mark", async () => {
  await Promise.all([start("folder"), start("folder"), start("folder")]);
  await start("folder");
});

it("a restored backup forgets the marks of the place that it came from", async () => {
  await start("folder");
  await unmount();
  await expect(start("folder")).rejects.toThrow("没有标记");
  await forgetMarks(open.database);
  await start("folder");
});
