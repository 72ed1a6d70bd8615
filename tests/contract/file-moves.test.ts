import { eq, isNull, like, type SQL } from "drizzle-orm";
import { activityFilePieces, exportPieces, filePieces, files, removedObjects } from "gateway/database/schema";
import { checkFiles, removeOrphans } from "gateway/files/moving/check-files";
import { moveFiles } from "gateway/files/moving/move-files";
import { removeObjectsJob } from "gateway/files/moving/removed-objects";
import { fileContents, openContent } from "gateway/files/storage/content";
import { addPieces, closeVideo, openVideo, storePieces } from "gateway/files/storage/store";
import { chunkOf } from "gateway/files/stores/file-stores";
import { describe, expect, it } from "vitest";
import { contents, expectAll as expectAllIn, type Filled, fill as fillIn } from "../support/file-contents";
import type { StoreName } from "../support/file-stores";
import { storesForEach } from "../support/stores-for-each";

const given = storesForEach();

const fast = 1e12;
const fill = (name: StoreName) => fillIn(given.open.database, given.stores, name);
const expectAll = (filled: Filled, name: StoreName) =>
  expectAllIn(given.open.database, given.stores, filled, name);
const move = (to: StoreName, stopped?: () => boolean) =>
  moveFiles(given.gatewayOn(to).services, fast, stopped);

const all = (name: StoreName) => Array<string>(5).fill(name);
const pieces = async () =>
  Promise.all(
    [filePieces, activityFilePieces, exportPieces].map((table) => given.open.database.$count(table)),
  );

describe("moving", () => {
  it("moves everything from the database to a folder, a bucket, and back, and leaves no copies", async () => {
    const filled = await fill("database");
    expect(await expectAll(filled, "database")).toEqual(all("database"));
    for (const to of ["folder", "s3"] as const) {
      expect(await move(to)).toBe(5);
      expect(await expectAll(filled, to)).toEqual(all(to));
      expect(await pieces()).toEqual([0, 0, 0]);
      expect(await move(to)).toBe(0);
    }
    expect(await move("database")).toBe(5);
    expect(await expectAll(filled, "database")).toEqual(all("database"));
    expect(await pieces()).toEqual([4, 2, 1]);
    // The old objects in folder and bucket are removed after an hour, and not before.
    const gateway = given.gatewayOn("database");
    expect(await given.open.database.$count(removedObjects)).toBe(10);
    await removeObjectsJob.run(gateway.services);
    expect(await given.open.database.$count(removedObjects)).toBe(10);
    gateway.pass(2 * 3_600);
    await removeObjectsJob.run(gateway.services);
    expect(await given.open.database.$count(removedObjects)).toBe(0);
    gateway.pass(48 * 3_600);
    expect(await checkFiles(gateway.services)).toMatchObject({ orphans: [], missing: [] });
  });

  it("continues where it was stopped; meanwhile all files are readable", async () => {
    const filled = await fill("database");
    let calls = 0;
    // Stops in the middle of the first file with several parts.
    expect(await move("s3", () => ++calls > 6)).toBeLessThan(5);
    expect(await expectAll(filled, "s3")).toHaveLength(5);
    expect(await given.open.database.$count(files, isNull(files.location))).toBeGreaterThan(0);
    await move("s3");
    expect(await expectAll(filled, "s3")).toEqual(all("s3"));
  });

  it("leaves no pieces of a file that is moved while it is stored again", async () => {
    await fill("database");
    const film = { content: Buffer.from(contents.video), type: "video/webm" as const };
    const name = await storePieces(
      { database: given.open.database, files: given.stores.target("database") },
      film,
    );
    await given.open.database
      .update(files)
      .set({ bytes: film.content.byteLength })
      .where(eq(files.name, name));
    // The move happens right before the pieces are counted.
    const database = new Proxy(given.open.database, {
      get: (of, property) =>
        property === "select"
          ? (fields: { pieces: SQL<number> }) => ({
              from: (table: typeof filePieces) => ({
                async where(condition: SQL) {
                  await move("folder");
                  return of.select(fields).from(table).where(condition);
                },
              }),
            })
          : Reflect.get(of, property),
    });
    expect(await storePieces({ database, files: given.stores.target("database") }, film)).toBe(name);
    expect(await pieces()).toEqual([0, 0, 0]);
    expect((await given.open.database.select().from(files).where(eq(files.name, name)))[0]?.location).toMatch(
      /^folder:/,
    );
  });

  it("does not interrupt a reader of a file in the database", async () => {
    const { video } = await fill("database");
    const reading = { database: given.open.database, files: given.stores.target("folder") };
    const last = contents.video.byteLength - 1;
    const body = await openContent(reading, fileContents, { id: video, location: null }, 0, last);
    const reader = body?.getReader();
    const parts = [(await reader?.read())?.value ?? new Uint8Array()];
    await move("folder");
    for (;;) {
      const { done = true, value } = (await reader?.read()) ?? {};
      if (done) break;
      parts.push(value ?? new Uint8Array());
    }
    expect(Buffer.concat(parts).equals(contents.video)).toBe(true);
  });

  it("waits until a recording is complete", async () => {
    const name = `${"9".repeat(32)}.webm`;
    await openVideo(given.open.database, name, "video/webm");
    await addPieces(given.open.database, name, 0, contents.attached);
    expect(await move("folder")).toBe(0);
    await closeVideo(given.open.database, name, contents.attached.byteLength);
    expect(await move("folder")).toBe(1);
  });
});

describe("objects and rows", () => {
  it("the object of a deleted row is removed after an hour", async () => {
    const gateway = given.gatewayOn("folder");
    const { video } = await fill("folder");
    const [row] = await given.open.database.select().from(files).where(eq(files.name, video));
    await given.open.database.delete(files).where(eq(files.name, video));
    const { store, key } = gateway.services.files.at(row?.location ?? "");
    await removeObjectsJob.run(gateway.services);
    expect(await store.size(key)).toBe(contents.video.byteLength);
    gateway.pass(2 * 3_600);
    const letGo = gateway.services.files.hold();
    await removeObjectsJob.run(gateway.services);
    expect(await store.size(key)).toBe(contents.video.byteLength);
    letGo();
    await removeObjectsJob.run(gateway.services);
    expect(await store.size(key)).toBeNull();
  });

  it.each(["folder", "s3"] as const)(
    "orphans and rows without their object are found in %s",
    async (name) => {
      const gateway = given.gatewayOn(name);
      const { picture } = await fill(name);
      const { files: on } = gateway.services;
      const orphan = await on.write("files", "0.bin", chunkOf(Buffer.from("left")), { type: "", bytes: 4 });
      const [row] = await given.open.database.select().from(files).where(eq(files.name, picture));
      const { store, key } = on.at(row?.location ?? "");
      await store.remove(key);
      const found = await checkFiles(gateway.services);
      // A young object may belong to a running upload.
      expect(found.orphans).not.toContain(orphan);
      expect(found.missing).toEqual([row?.location]);
      expect(found.places).toMatchObject({ [name]: 3, database: 2 });
      gateway.pass(25 * 3_600);
      const later = await checkFiles(gateway.services);
      expect(later.orphans).toContain(orphan);
      expect(await removeOrphans(gateway.services)).toBe(later.orphans.length);
      expect((await checkFiles(gateway.services)).orphans).toEqual([]);
      expect(await given.open.database.$count(files, like(files.location, `${name}:%`))).toBe(3);
      const [video] = await given.open.database.select().from(files).where(eq(files.type, "video/mp4"));
      const place = on.at(video?.location ?? "");
      expect(await place.store.size(place.key)).toBe(contents.video.byteLength);
    },
  );
});
