import { createHash, createHmac } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileStore } from "gateway/files/stores/file-store";
import { FileStores } from "gateway/files/stores/file-stores";
import { createFolderStore } from "gateway/files/stores/folder-store";
import { createS3Store, type S3Settings } from "gateway/files/stores/s3-store";
import S3rver from "s3rver";

export type StoreName = "database" | FileStore["name"];
export const bucket = "files";

export interface TestStores {
  folder: string;
  s3: S3Settings;
  /** All stores, with this one as the target for new files. */
  target(name: StoreName, settings?: Partial<S3Settings>): FileStores;
  close(): Promise<void>;
}

/** Starts a folder store, and an S3 server with a bucket. */
export async function startStores(): Promise<TestStores> {
  const folder = await mkdtemp(join(tmpdir(), "files-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: join(folder, "s3"),
    configureBuckets: [{ name: bucket }],
  });
  await mkdir(join(folder, "folder"));
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const keys = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
  const s3 = { endpoint, region: "us-east-1", bucket, pathStyle: true, ...keys };
  return {
    folder: join(folder, "folder"),
    s3,
    target: (name, settings = {}) =>
      new FileStores(
        [createFolderStore(join(folder, "folder")), createS3Store({ ...s3, ...settings })],
        name,
      ),
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server that accepts connections and never completes an answer: it sends nothing, or only this beginning. */
export async function startMute(answer?: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_, response) => {
    // Like a store that begins an answer and does not end it.
    if (answer !== undefined) response.writeHead(200, { "content-length": "1000000" }).write(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The right signature of a presigned address (AWS Signature Version 4) for the host that S3 sees. It is computed here,
 * because s3rver checks only the time of such an address, and not its signature.
 */
export function expectedSignature(address: string, host: string, secret: string): string {
  const { pathname, searchParams } = new URL(address);
  const [, date = "", region = "", service = ""] = (searchParams.get("X-Amz-Credential") ?? "").split("/");
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const query = [...searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const request = ["GET", pathname, query, `host:${host}\n`, "host", "UNSIGNED-PAYLOAD"].join("\n");
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
  const scope = [date, region, service, "aws4_request"];
  const key = scope.reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secret}`);
  const digest = createHash("sha256").update(request).digest("hex");
  const signed = ["AWS4-HMAC-SHA256", searchParams.get("X-Amz-Date"), scope.join("/"), digest];
  return hmac(key, signed.join("\n")).toString("hex");
}
