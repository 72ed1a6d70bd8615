import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OldDatabaseProblem } from "gateway/discuz/read/mysql-tables";
import { checkFolder, FileUnreadable, openUploadedFiles } from "gateway/discuz/read/uploaded-files";
import { afterAll, beforeAll, expect, it } from "vitest";

/** The files of a board behind an address that fails now and then, and in a folder. */
let server: Server;
let site: string;
let folder: string;
const asked = new Map<string, number>();
beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? "";
    const times = (asked.get(path) ?? 0) + 1;
    asked.set(path, times);
    const works = path === "/good" || (path === "/third" && times === 3);
    response.writeHead(path === "/absent" ? 404 : works ? 200 : 503, { "content-length": 7 }).end("content");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), "uploaded-files-"));
  await mkdir(join(folder, "forum"));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

it("asks again for a file that failed, and says with what status it stays behind", async () => {
  const { read } = openUploadedFiles(site, null);
  expect(String(await read("third"))).toBe("content");
  expect(await read("absent")).toBeNull();
  await expect(read("bad")).rejects.toThrow(FileUnreadable);
  await expect(read("bad")).rejects.toThrow("503");
});

it("says how large a file is without its content, and that one is missing", async () => {
  await writeFile(join(folder, "forum", "five"), "12345");
  for (const [place, path, size] of [
    [site, "good", 7],
    [site, "absent", null],
    [folder, "forum/five", 5],
    [folder, "forum/absent", null],
    [folder, "forum", null],
  ] as const)
    expect([path, await openUploadedFiles(place, null).size(path)]).toEqual([path, size]);
  await expect(openUploadedFiles(site, null).size("worse")).rejects.toThrow("503");
});

/** No file system has names of this length. */
const impossible = "x".repeat(5_000);

it("stops the import when the first files all fail", async () => {
  const { read } = openUploadedFiles(folder, null);
  for (let at = 1; at < 20; at += 1) await expect(read(impossible)).rejects.toThrow(FileUnreadable);
  await expect(read(impossible)).rejects.toThrow(OldDatabaseProblem);
});

it("goes on when some came", async () => {
  const { read } = openUploadedFiles(folder, null);
  await read("absent");
  for (let at = 1; at < 30; at += 1) await expect(read(impossible)).rejects.toThrow(FileUnreadable);
});

it("knows the board's folder by what it contains", async () => {
  await expect(checkFolder("--uploads", folder, "forum")).resolves.toBeUndefined();
  await expect(checkFolder("--uploads", join(folder, "forum"), "forum")).rejects.toThrow("forum/");
  await expect(checkFolder("--avatars", join(folder, "absent"))).rejects.toThrow("不存在");
});
