import {
  activityFilesPrefix,
  attachmentsPrefix,
  callsPath,
  complaintPath,
  downloadsPrefix,
  filesPrefix,
  gatewayPrefix,
  logoutPath,
  mediaPrefix,
  readyPath,
  signInPath,
  unsubscribePath,
} from "contract/base/wire";
import { exportsPrefix } from "contract/privacy/constants";
import type { Reply, Transport } from "./ask";
import { told } from "./checks";
import { CallNotes, type CallResult } from "./result";

type Get = NonNullable<Transport["get"]>;

/** How many files of a kind are fetched. */
const filesAsked = 5;

const isPage = ({ headers }: Reply) => /^text\/html/.test(headers.get("content-type") ?? "");
const isAbsent = ({ status }: Reply) => status === 404 || status === 405 || status === 501;

/** The addresses with a prefix that stand in answers, without their hosts and without repetitions. */
function addressesIn(texts: readonly string[], prefix: string): string[] {
  const pattern = new RegExp(`${prefix}[^\\s"'<>()\\\\]+`, "g");
  const found = texts.flatMap((text) => text.match(pattern) ?? []).map((one) => one.replaceAll("&amp;", "&"));
  return [...new Set(found)].slice(0, filesAsked);
}

/** One address of the table, by its checks. */
async function result(name: string, run: (notes: CallNotes) => Promise<void>): Promise<CallResult> {
  const notes = new CallNotes();
  await run(notes);
  return notes.result(name, "addresses");
}

/** Checks an answer, in words. */
const checker =
  (notes: CallNotes, request: string, reply: Reply) =>
  (passed: boolean, expected: string, got = told(reply)) =>
    notes.check(passed, () => ({ request, expected, got }));

/** A picture: its type, its safety, and its copy. */
async function examinePicture(notes: CallNotes, get: Get, path: string): Promise<void> {
  const reply = await get(path, {});
  const expect = checker(notes, `GET ${path}`, reply);
  notes.answered += 1;
  if (!expect(reply.status === 200, "200 和图片")) return;
  const type = reply.headers.get("content-type") ?? "";
  expect(type.startsWith("image/"), "content-type: image/…", `content-type: ${type}`);
  expect(
    reply.headers.get("x-content-type-options") === "nosniff",
    "x-content-type-options: nosniff",
    "没有",
  );
  if (/svg/.test(type))
    expect(
      /default-src 'none'|sandbox/.test(reply.headers.get("content-security-policy") ?? ""),
      "单独打开的 SVG 不许运行脚本",
      "没有 content-security-policy",
    );
  const tag = reply.headers.get("etag");
  if (!expect(tag !== null, "etag", "没有 etag")) return;
  const again = await get(path, { "if-none-match": tag ?? "" });
  checker(notes, `GET ${path}，if-none-match`, again)(again.status === 304, "304");
}

/** A file that is sent in ranges. The first byte is left out, because it counts as a download. */
async function examineRanges(notes: CallNotes, get: Get, path: string): Promise<void> {
  const reply = await get(path, { range: "bytes=1-9" });
  const expect = checker(notes, `GET ${path}，range: bytes=1-9`, reply);
  notes.answered += 1;
  // A file may be elsewhere, or want a session.
  if (reply.status === 302 || reply.status === 303) return;
  if (!expect(reply.status === 206, "206 和那一段")) return;
  const range = reply.headers.get("content-range") ?? "";
  expect(/^bytes 1-\d\/\d+$/.test(range), "content-range: bytes 1-9/…", `content-range: ${range}`);
  expect(reply.bytes <= 9, "9 字节", `${reply.bytes} 字节`);
  const beyond = await get(path, { range: "bytes=999999999999-" });
  checker(notes, `GET ${path}，超出的 range`, beyond)(beyond.status === 416, "416");
}

/** A signed address: refused when it has expired, and when its signature is another. */
async function examineSignature(notes: CallNotes, get: Get, path: string): Promise<void> {
  const address = new URL(path, "http://gateway.invalid");
  if (!address.searchParams.has("Expires")) return;
  const changed = async (name: string, value: string, expected: string, statuses: number[]) => {
    const other = new URL(address);
    other.searchParams.set(name, value);
    const reply = await get(other.pathname + other.search, { range: "bytes=1-9" });
    checker(notes, `GET ${path}，${name}=${value}`, reply)(statuses.includes(reply.status), expected);
  };
  await changed("Expires", "1", "410：地址已过期", [410]);
  await changed("Signature", "conformance", "404：签名不对", [404, 403]);
}

/** A page to which the portal leads browsers. */
async function examinePages(get: Get): Promise<CallResult[]> {
  const redirect = encodeURIComponent("https://elsewhere.invalid/");
  return [
    await result(`GET ${signInPath}`, async (notes) => {
      const path = `${signInPath}?redirect=${encodeURIComponent("/home")}`;
      const reply = await get(path, {});
      if (isAbsent(reply)) {
        notes.isMissing = true;
        return;
      }
      notes.answered += 1;
      const leads = reply.status >= 300 && reply.status < 400 && reply.headers.has("location");
      checker(
        notes,
        `GET ${path}`,
        reply,
      )((reply.status === 200 && isPage(reply)) || leads, "登录页，或者转到登录页");
    }),
    await result(`GET ${logoutPath}`, async (notes) => {
      const path = `${logoutPath}?redirect=${redirect}`;
      const reply = await get(path, { "sec-fetch-dest": "document", "sec-fetch-site": "same-origin" });
      if (isAbsent(reply)) {
        notes.isMissing = true;
        return;
      }
      notes.answered += 1;
      const location = reply.headers.get("location") ?? "";
      const expect = checker(notes, `GET ${path}`, reply);
      expect([302, 303].includes(reply.status), "303 回到站内");
      expect(!/elsewhere\.invalid/.test(location), "不转到别的站点", `location: ${location}`);
      const foreign = await get(path, { "sec-fetch-dest": "image", "sec-fetch-site": "cross-site" });
      checker(
        notes,
        `GET ${path}，别站的图片`,
        foreign,
      )(foreign.status < 300 || foreign.status >= 400, "别的站点不能让人退出");
    }),
    await result(`GET ${complaintPath}`, async (notes) => {
      const reply = await get(complaintPath, {});
      if (isAbsent(reply)) {
        notes.isMissing = true;
        return;
      }
      notes.answered += 1;
      const expect = checker(notes, `GET ${complaintPath}（游客）`, reply);
      expect(isPage(reply), "一个页面", `content-type: ${reply.headers.get("content-type")}`);
      expect(reply.headers.get("x-frame-options") === null, "门户可以嵌入", "x-frame-options");
    }),
    await result(`GET ${unsubscribePath}`, async (notes) => {
      const reply = await get(`${unsubscribePath}?token=conformance`, {});
      notes.answered += 1;
      const expect = checker(notes, `GET ${unsubscribePath}?token=conformance`, reply);
      expect(isAbsent(reply), "404：没有这样的链接");
    }),
    await result(`GET ${exportsPrefix}{key}`, async (notes) => {
      const reply = await get(`${exportsPrefix}conformance`, {});
      notes.answered += 1;
      checker(
        notes,
        `GET ${exportsPrefix}conformance（游客）`,
        reply,
      )([401, 403, 404].includes(reply.status), "403 或 404：别人的数据");
    }),
  ];
}

/** What load balancers ask. */
async function examineHealth(get: Get): Promise<CallResult[]> {
  const of = (path: string, key: string) =>
    result(`GET ${path}`, async (notes) => {
      const reply = await get(path, {});
      if (isAbsent(reply)) {
        notes.isMissing = true;
        return;
      }
      notes.answered += 1;
      const value = (reply.body as Record<string, unknown> | undefined)?.[key];
      checker(
        notes,
        `GET ${path}`,
        reply,
      )(
        typeof value === "boolean" && (reply.status === 200) === value,
        `${key} 和状态一致：200 为 true，503 为 false`,
      );
    });
  const calls = await result(`GET ${callsPath}`, async (notes) => {
    const reply = await get(callsPath, {});
    // A gateway may say by CALL_NOT_FOUND instead which calls it lacks.
    if (isAbsent(reply)) {
      notes.reasons.add("网关没有这个地址，可以没有");
      return;
    }
    notes.answered += 1;
    const names = (reply.body as { calls?: unknown } | undefined)?.calls;
    checker(
      notes,
      `GET ${callsPath}`,
      reply,
    )(
      reply.status === 200 && Array.isArray(names) && names.every((name) => typeof name === "string"),
      "calls 是调用的名字",
    );
  });
  return [await of(`${gatewayPrefix}/healthz`, "ok"), await of(readyPath, "ready"), calls];
}

/** Everything that is no call: pages, health, and the files that answers have named. */
export async function examineAddresses(get: Get, texts: readonly string[]): Promise<CallResult[]> {
  const ofFiles = (prefix: string, each: (notes: CallNotes, path: string) => Promise<void>) =>
    result(`GET ${prefix}…`, async (notes) => {
      const paths = addressesIn(texts, prefix);
      if (paths.length === 0) notes.reasons.add("答复里没有这样的地址");
      for (const path of paths) await each(notes, path);
    });
  const inRanges = async (notes: CallNotes, path: string) => {
    await examineRanges(notes, get, path);
    await examineSignature(notes, get, path);
  };
  const closed = async (notes: CallNotes, path: string) => {
    const reply = await get(path, {});
    notes.answered += 1;
    const isRefused = [401, 403, 404].includes(reply.status);
    checker(notes, `GET ${path}（游客）`, reply)(isRefused, "404：没有这份文件，或者不给这个人");
  };
  return [
    ...(await examinePages(get)),
    ...(await examineHealth(get)),
    await ofFiles(filesPrefix, async (notes, path) => {
      await examinePicture(notes, get, path);
      await examineSignature(notes, get, path);
    }),
    await ofFiles(attachmentsPrefix, inRanges),
    await ofFiles(mediaPrefix, inRanges),
    await ofFiles(downloadsPrefix, inRanges),
    await ofFiles(activityFilesPrefix, closed),
  ];
}
