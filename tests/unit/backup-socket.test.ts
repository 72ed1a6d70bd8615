import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { askForBackup, askForExport } from "../../server/backup/backup-socket";

let folder: string;
/** A process of an earlier release: it knows backups, and no exports. */
const earlier = createServer((incoming, response) => {
  response.writeHead(incoming.url === "/backup" ? 200 : 404).end("{}");
});
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "socket-"));
  await once(earlier.listen(join(folder, "backup.sock")), "listening");
});
afterAll(async () => {
  earlier.close();
  await rm(folder, { recursive: true, force: true });
});

it("says that a running process of an earlier release does not know a command, or that nobody answers", async () => {
  await expect(askForExport(folder, false)).rejects.toThrow(/是较早的版本，还不会做这件事：请停止它/);
  const parts: Uint8Array[] = [];
  for await (const part of await askForBackup(folder)) parts.push(part);
  expect(Buffer.concat(parts).toString()).toBe("{}");
  await expect(askForExport(join(folder, "none"), false)).rejects.toThrow(/没有回应/);
});
