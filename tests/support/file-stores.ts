import { createHash, createHmac } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer, request as send } from "node:http";
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
export const otherBucket = "other-files";

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
    configureBuckets: [{ name: bucket }, { name: otherBucket }],
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
 * A way to an S3 server on which the first answers to the beginning and to the end of an upload in parts are lost. Like
 * S3, and unlike s3rver, it knows the uploads that are open, and refuses the end of one that is over.
 */
export async function startLossyWay(endpoint: string) {
  const open = new Set<string>();
  const lost = new Set<string>();
  const server = createServer((received, response) => {
    const url = new URL(received.url ?? "", endpoint);
    const uploadId = url.searchParams.get("uploadId");
    const key = url.pathname.slice(`/${bucket}/`.length);
    if (received.method === "GET" && url.searchParams.has("uploads")) {
      const about = url.searchParams.get("prefix");
      const uploads = [...open].map((id) => `<Upload><Key>${about}</Key><UploadId>${id}</UploadId></Upload>`);
      return void response.end(
        `<ListMultipartUploadsResult>${uploads.join("")}</ListMultipartUploadsResult>`,
      );
    }
    if (received.method === "DELETE" && uploadId) {
      open.delete(uploadId);
      return void response.writeHead(204).end();
    }
    if (received.method === "POST" && uploadId && !open.has(uploadId))
      return void response.writeHead(404).end("<Error><Code>NoSuchUpload</Code></Error>");
    const { method, headers } = received;
    const passed = send(new URL(received.url ?? "", endpoint), { method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const begun = /<UploadId>([^<]+)</.exec(String(body))?.[1];
      if (begun) open.add(begun);
      if (method === "POST" && uploadId) open.delete(uploadId);
      const what = `${method} ${begun ? "begin" : "end"} ${key}`;
      if (method === "POST" && !lost.has(what)) {
        lost.add(what);
        response.destroy();
      } else response.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
    });
    received.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    open,
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
