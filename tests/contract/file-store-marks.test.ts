import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { documents, files, removedObjects } from "gateway/database/schema";
import { forgetMarks, recogniseStores } from "gateway/files/moving/recognise-stores";
import { removeObjectsJob } from "gateway/files/moving/removed-objects";
import { signedMedia } from "gateway/files/storage/signed";
import { storeVideo } from "gateway/files/storage/store";
import { markName } from "gateway/files/stores/file-store";
import { FileStores } from "gateway/files/stores/file-stores";
import { createFolderStore } from "gateway/files/stores/folder-store";
import { describe, expect, it } from "vitest";
import { expectConsole } from "../support/console";
import { otherBucket } from "../support/file-stores";
import { storesForEach } from "../support/stores-for-each";
import { png } from "../support/upload-files";

const given = storesForEach();

/** The stores of a process that starts now. */
async function start(name: "folder" | "s3", settings = {}): Promise<FileStores> {
  const target = given.stores.target(name, settings);
  await recogniseStores(given.open.database, target);
  return target;
}
const film = { content: Buffer.alloc(1_000, "film"), type: "video/webm" as const };
const markOf = (folder: string) => readFile(join(folder, markName), "utf8");

/** As if the folder's disk was not mounted: an empty folder in its place. Returns a function that mounts it. */
async function unmount(): Promise<() => Promise<void>> {
  const away = `${given.stores.folder}-disk`;
  await rename(given.stores.folder, away);
  await mkdir(given.stores.folder);
  return async () => {
    await rm(given.stores.folder, { recursive: true });
    await rename(away, given.stores.folder);
  };
}

describe("a folder that is not mounted", () => {
  it("makes a start end with a sentence, and is used again when it is back", async () => {
    await start("folder");
    const mark = await markOf(given.stores.folder);
    const mount = await unmount();
    await expect(start("folder")).rejects.toThrow(/文件夹 .*没有标记 \.portal-store.*没有挂载/);
    await mount();
    await start("folder");
    expect(await markOf(given.stores.folder)).toBe(mark);
  });

  it("counts as away for a running process: no file is lost, stored or forgotten", async () => {
    const gateway = given.gatewayOn(await start("folder"));
    const member = await gateway.member();
    const name = await storeVideo(gateway.services, film);
    const read = () => gateway.fetch(signedMedia(gateway.services.settings, name, gateway.services.now()));
    expect((await read()).status).toBe(200);
    const gone = await storeVideo(gateway.services, { ...film, content: Buffer.alloc(1_000, "gone") });
    const [row] = await given.open.database.delete(files).where(eq(files.name, gone)).returning();
    const key = row?.location?.slice("folder:".length) ?? "";
    gateway.pass(2 * 3_600);

    const mount = await unmount();
    expectConsole("warn", /folder/);
    expect((await read()).status).toBe(503);
    const file = await png(40, 40);
    // Also if it is no folder at all.
    const empty = `${given.stores.folder}-empty`;
    await rename(given.stores.folder, empty);
    await writeFile(given.stores.folder, "no folder");
    await gateway.refused("uploadFile", { file, filename: "图.png" }, "FILES_AWAY", member);
    await rm(given.stores.folder);
    await rename(empty, given.stores.folder);
    await gateway.refused("uploadFile", { file, filename: "图.png" }, "FILES_AWAY", member);
    await removeObjectsJob.run(gateway.services);
    expect(await given.open.database.$count(removedObjects)).toBe(1);
    expect(await (await gateway.fetch("/gateway/readyz")).json()).toMatchObject({ files: "unavailable" });

    await mount();
    expect((await read()).status).toBe(200);
    await gateway.ok("uploadFile", { file, filename: "图.png" }, member);
    await removeObjectsJob.run(gateway.services);
    expect(await given.open.database.$count(removedObjects)).toBe(0);
    await expect(readFile(join(given.stores.folder, key))).rejects.toThrow("ENOENT");
  });

  it("gets no mark at the first start of a release that marks, if the database has files in it", async () => {
    await storeVideo({ database: given.open.database, files: given.stores.target("folder") }, film);
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
  await rm(join(given.stores.folder, markName));
  const [row] = await given.open.database
    .select()
    .from(documents)
    .where(eq(documents.key, "file-store:folder"));
  await expect(start("folder")).rejects.toThrow(String(row?.value));
  await writeFile(join(given.stores.folder, markName), String(row?.value));
  await start("folder");
});

it("two processes that start at once with a new folder agree on its mark", async () => {
  // Without S3: s3rver, unlike S3, fails to read an object that is being written.
  const starts = () =>
    recogniseStores(given.open.database, new FileStores([createFolderStore(given.stores.folder)], "folder"));
  await Promise.all([starts(), starts(), starts()]);
  await starts();
});

it("a restored backup forgets the marks of the place that it came from", async () => {
  await start("folder");
  await unmount();
  await expect(start("folder")).rejects.toThrow("没有标记");
  await forgetMarks(given.open.database);
  await start("folder");
});
