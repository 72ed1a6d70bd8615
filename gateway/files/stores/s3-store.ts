import { setTimeout as pause } from "node:timers/promises";
import { parseXml, XmlElement, type XmlNode } from "@rgrove/parse-xml";
import { AwsClient } from "aws4fetch";
import {
  type FileStore,
  keyPattern,
  type ListedObject,
  markName,
  StoreAway,
  StoreProblem,
  streamOf,
} from "./file-store";

export interface S3Settings {
  /** The address for requests, such as `https://s3.example.com`. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is in the path, as MinIO expects, and not in the host. */
  pathStyle: boolean;
  /** The bucket's address for browsers. Without it, browsers are not sent to the store. */
  publicUrl?: string | undefined;
  /** The host that the store sees in these requests, if it differs from that of `publicUrl`. */
  signedHost?: string | undefined;
  /** The timeout in milliseconds for the beginning of an answer, and then between two parts of it. */
  patience?: number;
}

/** The size of an uploaded part. S3 requires 5 MB or more, except for the last. One part per file is in memory. */
const partBytes = 8 * 1024 * 1024;
const tries = 3;
const pauseMilliseconds = 150;
const patienceMilliseconds = 10_000;
/**
 * The timeout for sending a whole part is this many times longer, and shorter for fewer bytes: somebody waits for a
 * picture. A text is short, but what it asks for (joining the parts) may take as long.
 */
const bodyPatience = 8;

/** All elements with a name, at any depth. */
function* elements(nodes: readonly XmlNode[], name: string): Generator<XmlElement> {
  for (const node of nodes) {
    if (!(node instanceof XmlElement)) continue;
    if (node.name === name) yield node;
    yield* elements(node.children, name);
  }
}
const textIn = (root: XmlElement, name: string): string | undefined =>
  [...elements(root.children, name)][0]?.text;

const readXml = (text: string): XmlElement => {
  const { root } = parseXml(text);
  if (!root) throw new Error("an answer of the store is empty");
  return root;
};

/** Joins chunks to parts of equal size. The last one may be shorter. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer<ArrayBuffer>> {
  let part = Buffer.alloc(partBytes);
  let filled = 0;
  for await (const chunk of content)
    for (let at = 0; at < chunk.byteLength; ) {
      const piece = chunk.subarray(at, at + partBytes - filled);
      part.set(piece, filled);
      filled += piece.byteLength;
      at += piece.byteLength;
      if (filled < partBytes) continue;
      yield part;
      part = Buffer.alloc(partBytes);
      filled = 0;
    }
  yield part.subarray(0, filled);
}

class TooSlow extends Error {}

/** An answer whose status is not a success. */
class S3Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(`the store answered ${status} ${code}`);
  }
}

async function refusalIn(response: Response): Promise<S3Refusal> {
  const text = await response.text().catch(() => "");
  return new S3Refusal(response.status, /<Code>([\w.]{1,60})<\/Code>/.exec(text)?.[1] ?? "");
}

/** A time in the format of S3. */
const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, "");

/** Creates a store on a bucket of any S3-compatible service. */
export function createS3Store(settings: S3Settings): FileStore {
  const { accessKeyId, secretAccessKey, region, patience = patienceMilliseconds } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });
  const base = new URL(settings.endpoint);
  if (settings.pathStyle) base.pathname = `${base.pathname.replace(/\/$/, "")}/${settings.bucket}`;
  else base.host = `${settings.bucket}.${base.host}`;
  const bucketUrl = base.href.replace(/\/$/, "");
  const addressOf = (key: string, query: Record<string, string> = {}) => {
    if (key !== "" && key !== markName && !keyPattern.test(key))
      throw new Error(`no key of a stored file: ${key}`);
    const search = new URLSearchParams(query).toString();
    return `${bucketUrl}/${key}${search === "" ? "" : `?${search}`}`;
  };

  /** Sends one request. The patience also limits the pauses while its body is read. */
  async function once(address: string, init: RequestInit): Promise<Response> {
    const stopping = new AbortController();
    const share = init.body instanceof Uint8Array ? init.body.byteLength / partBytes : Number(!!init.body);
    const most = patience * (1 + (bodyPatience - 1) * share);
    const timer = setTimeout(() => stopping.abort(new TooSlow("the store takes too long")), most);
    try {
      const signed = await client.sign(address, init);
      return await fetch(signed, { signal: stopping.signal, redirect: "error" });
    } finally {
      clearTimeout(timer);
    }
  }
  /**
   * Sends a request, and repeats it if it fails soon. An object's key and bytes are always the same, so a request may
   * arrive twice. Only the first and the last request of an upload in parts do more then: see `writeInParts`.
   * @param repeats called before each repetition
   */
  async function ask(
    operation: StoreAway["operation"],
    address: string,
    init: RequestInit = {},
    repeats: () => void = () => undefined,
  ) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await once(address, init);
        if (response.status < 500 && response.status !== 429) return response;
        throw await refusalIn(response);
      } catch (error) {
        // The caller has waited long enough.
        if (attempt === tries || error instanceof TooSlow) throw new StoreAway("s3", operation, error);
        await pause(pauseMilliseconds * 2 ** (attempt - 1));
        repeats();
      }
    }
  }
  /** Like `ask`, but also throws StoreAway for every status but success: it is never the caller's fault. */
  async function expect(...request: Parameters<typeof ask>) {
    const [operation] = request;
    const response = await ask(...request);
    if (!response.ok) throw new StoreAway("s3", operation, await refusalIn(response));
    return response;
  }
  const readText = (operation: StoreAway["operation"], response: Response) =>
    response.text().catch((error: unknown) => {
      throw new StoreAway("s3", operation, error);
    });

  /** Yields the bytes as they arrive, at most `most`: some stores send more than the requested range. */
  async function* bytesOf(body: ReadableStream<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
    const reader = body.getReader();
    let ended = false;
    try {
      for (let remaining = most; remaining > 0; ) {
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<never>((_, reject) => {
          timer = setTimeout(reject, patience, new Error("the store takes too long"));
        });
        const { done, value } = await Promise.race([reader.read(), late]).finally(() => clearTimeout(timer));
        ended = done;
        if (done) return;
        yield value.subarray(0, remaining);
        remaining -= value.byteLength;
      }
    } catch (error) {
      throw new StoreAway("s3", "read", error);
    } finally {
      if (!ended) reader.cancel().catch(() => undefined);
    }
  }

  const size: FileStore["size"] = async (key) => {
    const response = await ask("read", addressOf(key), { method: "HEAD" });
    if (response.status === 404) return null;
    if (!response.ok) throw new StoreAway("s3", "read", new S3Refusal(response.status, ""));
    return Number(response.headers.get("content-length"));
  };

  const abort = (key: string, uploadId: string) =>
    ask("remove", addressOf(key, { uploadId }), { method: "DELETE" }).then(
      (response) => response.body?.cancel(),
      () => undefined,
    );
  /** Aborts what is left of a key's uploads in parts. Nobody knows their ids, because an answer was lost. */
  async function abortLost(key: string): Promise<void> {
    const listed = await ask("list", addressOf("", { uploads: "", prefix: key }));
    if (!listed.ok) return void (await listed.body?.cancel());
    for (const upload of elements(readXml(await readText("list", listed)).children, "Upload"))
      if (textIn(upload, "Key") === key) await abort(key, textIn(upload, "UploadId") ?? "");
  }

  /**
   * Writes an object in parts. A lost answer to the last request does not make it fail: the repeated request is refused
   * because the upload is over, but the object is there. A lost answer to the first one leaves a second upload, which is
   * aborted at the end. The bucket's own rule removes what a killed process leaves.
   */
  async function writeInParts(
    key: string,
    { type, bytes }: { type: string; bytes: number },
    first: Buffer<ArrayBuffer>,
    rest: AsyncIterator<Buffer<ArrayBuffer>>,
  ) {
    let beginnings = 1;
    try {
      const address = addressOf(key, { uploads: "" });
      const init = { method: "POST", headers: { "content-type": type } };
      const begun = await expect("write", address, init, () => {
        beginnings += 1;
      });
      const uploadId = textIn(readXml(await readText("write", begun)), "UploadId") ?? "";
      await writeParts(key, { uploadId, bytes }, first, rest);
    } finally {
      if (beginnings > 1) await abortLost(key).catch(() => undefined);
    }
  }

  async function writeParts(
    key: string,
    { uploadId, bytes }: { uploadId: string; bytes: number },
    first: Buffer<ArrayBuffer>,
    rest: AsyncIterator<Buffer<ArrayBuffer>>,
  ) {
    let areSent = false;
    try {
      const tags: string[] = [];
      for (let part = first; part.byteLength > 0; ) {
        const query = { partNumber: String(tags.length + 1), uploadId };
        const response = await expect("write", addressOf(key, query), { method: "PUT", body: part });
        await response.body?.cancel();
        tags.push(response.headers.get("etag") ?? "");
        const next = await rest.next();
        if (next.done) break;
        part = next.value;
      }
      const list = tags.map(
        (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      areSent = true;
      const ended = await expect("write", addressOf(key, { uploadId }), {
        method: "POST",
        body: `<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`,
      });
      // Some stores report a failure in the body of an answer with a success status.
      const body = await readText("write", ended);
      if (/<Error>/.test(body)) throw new StoreAway("s3", "write", new Error(body.slice(0, 200)));
    } catch (error) {
      if (areSent && (await size(key).catch(() => null)) === bytes) return;
      await abort(key, uploadId);
      throw error;
    }
  }

  const title = `S3 存储桶 ${settings.bucket}（${settings.endpoint}）`;
  return {
    name: "s3",
    title,
    async mark() {
      const response = await ask("read", addressOf(markName));
      if (response.ok) return (await readText("read", response)).trim();
      const refusal = await refusalIn(response);
      if (refusal.status === 404) return null;
      throw new StoreAway("s3", "read", refusal);
    },
    async setMark(id) {
      const answer = await expect("write", addressOf(markName), { method: "PUT", body: `${id}\n` });
      await answer.body?.cancel();
    },
    async write(key, content, about) {
      const parts = partsOf(content);
      const first = (await parts.next()).value ?? Buffer.alloc(0);
      if (first.byteLength === partBytes) return writeInParts(key, about, first, parts);
      const response = await expect("write", addressOf(key), {
        method: "PUT",
        body: first,
        headers: { "content-type": about.type },
      });
      await response.body?.cancel();
    },
    async read(key, range) {
      const headers: HeadersInit = range ? { range: `bytes=${range.first}-${range.last}` } : {};
      const response = await ask("read", addressOf(key), { headers });
      if (response.status === 404) {
        await response.body?.cancel();
        return null;
      }
      if (!response.ok || !response.body || (range && response.status !== 206))
        throw new StoreAway("s3", "read", await refusalIn(response));
      const most = range ? range.last - range.first + 1 : Number.POSITIVE_INFINITY;
      const whole = /\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1];
      const bytes = Number(whole ?? response.headers.get("content-length"));
      return { bytes, body: streamOf(bytesOf(response.body, most)) };
    },
    size,
    async remove(key) {
      const response = await ask("remove", addressOf(key), { method: "DELETE" });
      if (!response.ok && response.status !== 404)
        throw new StoreAway("s3", "remove", await refusalIn(response));
      await response.body?.cancel();
    },
    async *list(): AsyncGenerator<ListedObject> {
      for (let token: string | undefined = ""; token !== undefined; ) {
        const query = { "list-type": "2", ...(token === "" ? {} : { "continuation-token": token }) };
        const root = readXml(await readText("list", await expect("list", addressOf("", query))));
        for (const found of elements(root.children, "Contents")) {
          const key = textIn(found, "Key") ?? "";
          if (keyPattern.test(key)) yield { key, writtenAt: new Date(textIn(found, "LastModified") ?? 0) };
        }
        token = textIn(root, "IsTruncated") === "true" ? textIn(root, "NextContinuationToken") : undefined;
      }
    },
    async check() {
      const probe = `probe/00/0-${"0".repeat(16)}`;
      try {
        await expect("write", addressOf(probe), { method: "PUT", body: "probe" });
        await expect("remove", addressOf(probe), { method: "DELETE" });
      } catch (error) {
        const cause = error instanceof StoreAway ? error.cause : error;
        if (!(cause instanceof S3Refusal)) {
          const { message, cause: why } = cause as Error & { cause?: { code?: string; message?: string } };
          throw new StoreProblem(
            `${title}没有应答（${why?.code ?? why?.message ?? message}）：请检查 S3_ENDPOINT、S3_PATH_STYLE 和网络`,
          );
        }
        const { status, code } = cause;
        if (status === 404)
          throw new StoreProblem(`${title}不存在：请检查 S3_BUCKET、S3_ENDPOINT 和 S3_PATH_STYLE`);
        throw new StoreProblem(
          `${title}不让写入（${status} ${code}）：请检查 S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY、S3_REGION 和它们的权限`,
        );
      }
    },
    hasRoom: () => Promise.resolve(true),
    async directAddress(key, { type, disposition, cacheControl, from, seconds }) {
      if (settings.publicUrl === undefined) return null;
      const address = new URL(`${settings.publicUrl}/${key}`);
      const { origin } = address;
      if (settings.signedHost !== undefined) {
        address.port = "";
        address.host = settings.signedHost;
      }
      const query = {
        "X-Amz-Expires": String(seconds),
        "response-content-type": type,
        "response-content-disposition": disposition,
        "response-cache-control": cacheControl,
      };
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
      const signed = await client.sign(address.href, { aws: { signQuery: true, datetime: stamp(from) } });
      const { pathname, search } = new URL(signed.url);
      // Some stores do not read a plus as the space that it was signed as.
      return origin + pathname + search.replaceAll("+", "%20");
    },
  };
}
