import { cookieOf } from "../bench/portal";
import { type SentAnswer, sendRaw } from "../tests/support/fuzz/send";
import { startPortal } from "../tests/support/running-portal";
import { residentMegabytes, watchMemory } from "./memory";
import type { Part, Report } from "./report";

const count = 60;
const megabyte = 1024 * 1024;

/** The editor's form with one file of 24 MB. */
function upload(token: string): { headers: Record<string, string>; body: Buffer } {
  const head = `--x\r\ncontent-disposition: form-data; name="csrf"\r\n\r\n${token}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(24 * megabyte, "a"),
    Buffer.from("\r\n--x--\r\n"),
  ]);
  return {
    headers: { "content-type": "multipart/form-data; boundary=x", "content-length": String(body.length) },
    body,
  };
}

async function sendAll(
  report: Report,
  name: string,
  pid: number,
  most: number,
  send: (at: number) => Promise<SentAnswer>,
): Promise<void> {
  const before = residentMegabytes(pid);
  const memory = watchMemory(pid);
  const answers = await Promise.all(Array.from({ length: count }, (_, at) => send(at)));
  const growth = memory.stop() - before;
  const statuses: Record<number, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  console.info(name, statuses);
  report.figure(`${name}：内存最多增长`, growth, "MB", { atMost: most });
  report.figure(`${name}：没有回答`, answers.filter(({ status }) => status === 0).length, "个", {
    exactly: 0,
  });
  report.figure(
    `${name}：出错（500 或没有 Retry-After 的 503）`,
    answers.filter(({ status, headers }) => status >= 500 && !(status === 503 && headers["retry-after"]))
      .length,
    "个",
    { exactly: 0 },
  );
}

/** The portal does not read uploads of visitors, and reads only a few uploads of a member at a time. */
export const part: Part = {
  about: `${count} 个 24 MB 的上传同时到来：没有登录的，和一位成员的`,
  async run(report) {
    const portal = await startPortal({ RATE_LIMIT_SCALE: "1" });
    try {
      const { browser, cookie } = await cookieOf(portal.origin, "member");
      const token = (await browser.get("/posting")).$('input[name="csrf"]').first().attr("value") ?? "";
      const { headers, body } = upload(token);
      const send = (more: Record<string, string>) => (at: number) =>
        sendRaw(portal.origin, {
          method: "POST",
          path: at % 2 ? "/editor/upload" : "/posting",
          headers: { ...headers, ...more },
          body,
        });
      await sendAll(report, "没有登录", portal.pid, 100, send({}));
      await sendAll(report, "编造的会话", portal.pid, 100, send({ cookie: "gateway_session=made-up" }));
      await sendAll(report, "一位成员", portal.pid, 300, send({ cookie }));
      const alive = await fetch(`${portal.origin}/healthz`).then((answer) => answer.status);
      report.figure("最后 /healthz", alive, "", { exactly: 200 });
    } finally {
      await portal.stop();
    }
  },
};
