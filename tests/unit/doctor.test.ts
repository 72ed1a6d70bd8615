import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFolderStore } from "gateway/files/stores/folder-store";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/postgres-cluster.mjs";
import { examineClock } from "../../server/doctor/clock";
import { examine } from "../../server/doctor/examine";
import type { Finding } from "../../server/doctor/finding";
import { createSelfReport, doctorHeader } from "../../server/doctor/self-report";
import { startSmtpServer } from "../support/smtp-server";

/** What the doctor says of each service, in the ways in which it can be wrong. */

const secret = "Vq3yZk8Lw1nR7tXb5cJd2fHg9mPs4uAe";
let folder: string;
let closing: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "doctor-"));
  closing = [];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address at which nobody listens. */
const nowhere = async () => `http://127.0.0.1:${await freePort()}`;

/** All findings on a data folder without a database, and with a secret that is all right. */
async function findings(variables: Record<string, string> = {}, to = {}): Promise<Finding[]> {
  const all = await examine(
    { DATA_DIR: join(folder, "data"), DEMO: "0", SESSION_SECRET: secret, ...variables },
    to,
  );
  // Whatever went wrong, nobody reads a secret in it.
  for (const value of [secret, "hidden-word"]) expect(JSON.stringify(all)).not.toContain(value);
  // Each problem says what to do.
  for (const { level, advice } of all) if (level !== "ok") expect(advice).toMatch(/\S/);
  return all;
}
const of = async (part: string, variables: Record<string, string> = {}, to = {}) =>
  (await findings(variables, to)).filter((finding) => finding.part === part);
const findingOf = (level: Finding["level"], message: RegExp, advice?: RegExp) =>
  expect.objectContaining({
    level,
    message: expect.stringMatching(message),
    ...(advice ? { advice: expect.stringMatching(advice) } : {}),
  });

describe("the doctor on settings", () => {
  it("names every wrong variable, and those that nobody reads", async () => {
    const all = await findings({ PORT: "many", SMTP_URL: "smtp://user:hidden-word@", DATABSE_URL: "x" });
    expect(all.filter(({ level }) => level === "error")).toEqual([
      findingOf("error", /^PORT 的值/),
      findingOf("error", /^SMTP_URL 的值不对（内容不显示）/),
    ]);
    expect(all).toContainEqual(findingOf("warn", /DATABSE_URL 没有被读取/, /DATABASE_URL/));
  });

  it("makes no data folder and no secret", async () => {
    expect(await of("密钥", { SESSION_SECRET: "" })).toEqual([findingOf("ok", /第一次启动会/)]);
    expect(await of("数据库")).toEqual([findingOf("ok", /还没有内嵌数据库/)]);
    expect(() => chmodSync(join(folder, "data"), 0o700)).toThrow(/ENOENT/);
  });
});

describe("the doctor on the folder of files", () => {
  const folderAt = (path: string) => of("文件的位置", { FILES: "folder", FILES_DIR: path });
  it("knows one that is there, one that a start makes, and one that cannot be used", async () => {
    mkdirSync(join(folder, "files"));
    expect(await folderAt(join(folder, "files"))).toEqual([findingOf("ok", /files$/)]);
    expect(await folderAt(join(folder, "none"))).toEqual([findingOf("warn", /还没有，启动时会建/, /挂载/)]);
    writeFileSync(join(folder, "file"), "");
    expect(await folderAt(join(folder, "file"))).toEqual([findingOf("error", /不能读写（ENOTDIR|EEXIST/)]);
  });

  it("leaves root's new files to the owner of the folder", async () => {
    if (process.getuid?.() !== 0) return;
    const place = join(folder, "files");
    mkdirSync(place);
    chownSync(place, 12_345, 12_345);
    const store = createFolderStore(place);
    await store.check();
    await store.setMark("mark");
    const content = async function* () {
      yield Buffer.from("content");
    };
    await store.write("files/ab/name-0123456789abcdef", content(), { type: "text/plain", bytes: 7 });
    const paths = readdirSync(place, { recursive: true, encoding: "utf8" });
    expect(paths.length).toBeGreaterThan(4);
    expect(paths.filter((name) => lstatSync(join(place, name)).uid !== 12_345)).toEqual([]);
  });
});

describe("the doctor on secrets", () => {
  it("knows those that anybody guesses, that are too many, and that others may read", async () => {
    expect(await of("密钥")).toEqual([findingOf("ok", /1 个，长度 32/)]);
    expect(await of("密钥", { SESSION_SECRET: "ab".repeat(20) })).toEqual([
      findingOf("warn", /第 1 个只有很少/),
    ]);
    const many = [secret, `${secret}2`, `${secret}3`].join(",");
    expect(await of("密钥", { SESSION_SECRET: many })).toEqual([findingOf("warn", /有 3 个/)]);
    const file = join(folder, "secret");
    writeFileSync(file, secret, { mode: 0o644 });
    chmodSync(file, 0o644);
    const fromFile = { SESSION_SECRET: "", SESSION_SECRET_FILE: file };
    expect(await of("密钥", fromFile)).toEqual([findingOf("warn", /SESSION_SECRET_FILE .*644/, /chmod 600/)]);
    chmodSync(file, 0o600);
    expect(await of("密钥", fromFile)).toEqual([findingOf("ok", /别人读不到/)]);
  });

  it("knows a data folder that is open, and a demo that is public", async () => {
    const data = join(folder, "data");
    mkdirSync(data);
    writeFileSync(join(data, "session-secret"), secret);
    for (const path of [data, join(data, "session-secret")]) chmodSync(path, 0o755);
    expect(
      await of("密钥", {
        DEMO: "1",
        CONTENT_PACK: folder,
        SITE_URL: await serve((_, response) => response.end()),
      }),
    ).toEqual([
      findingOf("error", /session-secret 别人也能读/, /chmod 600/),
      findingOf("error", /演示账号的密码人人知道/, /DEMO=0/),
    ]);
  });
});

describe("the doctor on mail and SMS", () => {
  it("signs in, sends one on request, and says what a server refuses", async () => {
    expect(await of("邮件")).toEqual([findingOf("ok", /留在发件箱/)]);
    const site = { SITE_URL: "https://forum.invalid" };
    expect(await of("邮件", site)).toEqual([findingOf("warn", /没有 SMTP_URL：不能用邮箱注册/)]);
    expect(await of("短信", site)).toEqual([findingOf("warn", /没有 SMS_HOOK_URL：不能用手机号注册/)]);
    const server = await startSmtpServer();
    closing.push(() => server.close());
    const mail = { SMTP_URL: server.url, MAIL_FROM: "a@example.com" };
    expect(await of("邮件", mail)).toEqual([findingOf("ok", /接受登录/)]);
    expect(server.received).toEqual([]);
    expect(await of("邮件", mail, { mail: "operator@example.com" })).toEqual([
      findingOf("ok", /接受了测试邮件/),
    ]);
    expect(server.received.map(({ recipients }) => recipients)).toEqual([["operator@example.com"]]);
    server.refuse();
    expect(await of("邮件", mail, { mail: "operator@example.com" })).toEqual([
      findingOf("error", /发不出去/, /MAIL_FROM/),
    ]);
    const nowhere = { ...mail, SMTP_URL: "smtp://user:hidden-word@127.0.0.1:1" };
    expect(await of("邮件", nowhere)).toEqual([findingOf("error", /ECONNREFUSED/, /端口/)]);
  });

  it("sends a code as providers take it, and reads their refusals", async () => {
    const received: unknown[] = [];
    let answer: unknown = { Code: "OK", RequestId: "1" };
    let status = 200;
    const url = await serve(async (request: IncomingMessage, response) => {
      let text = "";
      for await (const chunk of request) text += chunk;
      if (request.method === "POST")
        received.push({ authorization: request.headers.authorization, ...JSON.parse(text) });
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
    const hook = { SMS_HOOK_URL: url, SMS_HOOK_TOKEN: "hidden-word" };
    const sent = () => of("短信", hook, { sms: "13800138000" });
    expect(await of("短信", hook)).toEqual([findingOf("ok", /有回答/)]);
    expect(await sent()).toEqual([findingOf("ok", /接受了/)]);
    expect(received).toEqual([
      {
        authorization: "Bearer hidden-word",
        phoneNumber: "13800138000",
        callCountryCode: "+86",
        text: expect.stringContaining("000000"),
        template: { name: "code", parameters: { code: "000000", minutes: "10" } },
      },
    ]);
    answer = { Code: "isv.SMS_TEMPLATE_ILLEGAL", Message: "模板不合法", RequestId: "2" };
    expect(await sent()).toEqual([findingOf("error", /isv\.SMS_TEMPLATE_ILLEGAL/, /TemplateCode/)]);
    answer = { Code: "isv.TEMPLATE_MISSING_PARAMETERS", RequestId: "3" };
    expect(await sent()).toEqual([findingOf("error", /MISSING_PARAMETERS/, /TemplateParam/)]);
    const each = [{ Code: "FailedOperation.SignatureIncorrectOrUnapproved", Message: "签名" }];
    answer = { Response: { SendStatusSet: each, RequestId: "4" } };
    expect(await sent()).toEqual([findingOf("error", /SignatureIncorrect/, /SignName/)]);
    answer = { Response: { SendStatusSet: [{ Code: "Ok" }], RequestId: "5" } };
    expect(await sent()).toEqual([findingOf("ok", /接受了/)]);
    status = 401;
    expect(await sent()).toEqual([findingOf("error", /401/, /SMS_HOOK_TOKEN/)]);
  });
});

describe("the doctor on the site's address", () => {
  type Change = (headers: Record<string, string>, from: IncomingMessage) => void;

  /** A portal that answers for itself, behind a proxy that does with the headers what it is told. */
  async function behind(trustProxy: boolean, change: Change, secrets = [secret]): Promise<string> {
    const report = createSelfReport(secrets, trustProxy);
    const portal = await serve((request, response) => {
      if (!report(request, response)) response.end("ok");
    });
    return serve((request, response) => {
      const headers: Record<string, string> = { via: "1.1 proxy" };
      for (const [name, value] of Object.entries(request.headers)) headers[name] = String(value);
      change(headers, request);
      const onward = ask(`${portal}${request.url}`, { headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
    });
  }
  const well: Change = (headers, from) => {
    headers["x-forwarded-for"] = from.socket.remoteAddress ?? "";
    headers["x-forwarded-proto"] = "http";
  };
  const look = async (url: string, trust: boolean, more: Record<string, string> = {}) => {
    const all = await findings({ SITE_URL: url, TRUST_PROXY: trust ? "1" : "0", ...more });
    return all.filter(({ part }) => part === "站点地址" || part === "转发头");
  };

  it("finds the portal there, and headers that are right", async () => {
    const all = await look(await behind(true, well), true);
    expect(all).toEqual([findingOf("ok", /由本站的门户回答/), findingOf("ok", /本机的地址是 127\.0\.0\.1/)]);
  });

  it("examines every address of the site", async () => {
    const [well1, away] = [await behind(true, well), await nowhere()];
    const all = await look(`${well1},${away}`, true);
    expect(all).toContainEqual(findingOf("ok", new RegExp(`^${well1}/.*由本站的门户回答`)));
    expect(all).toContainEqual(findingOf("error", new RegExp(`^打不开 ${away}/.*ECONNREFUSED`)));
  });

  it("knows a proxy that hands on what visitors say of themselves", async () => {
    const through: Change = (headers) => {
      headers["x-forwarded-proto"] = "http";
    };
    expect(await look(await behind(true, through), true)).toContainEqual(
      findingOf("error", /X-Forwarded-For/),
    );
  });

  it("knows a proxy that is not trusted, a wrong protocol and a wrong host", async () => {
    expect(await look(await behind(false, well), false)).toContainEqual(findingOf("error", /TRUST_PROXY=0/));
    const https: Change = (headers, from) => {
      well(headers, from);
      headers["x-forwarded-proto"] = "https";
    };
    expect(await look(await behind(true, https), true)).toContainEqual(findingOf("error", /协议是 https/));
    const other: Change = (headers, from) => {
      well(headers, from);
      headers.host = "backend.internal";
    };
    expect(await look(await behind(true, other), true)).toContainEqual(
      findingOf("error", /backend\.internal/),
    );
    const open = await look(await behind(true, well), true, { HOST: "0.0.0.0" });
    expect(open).toContainEqual(findingOf("warn", /所有网卡/));
  });

  it("knows what is not this site: another secret, a redirect, nothing", async () => {
    const foreign = await behind(true, well, [`${secret}other`]);
    expect(await look(foreign, true)).toEqual([
      findingOf("error", /不是使用本机 SESSION_SECRET/, /另一个门户/),
    ]);
    const moved = await serve((_, response) =>
      response.writeHead(301, { location: "https://www.example.com/" }).end(),
    );
    expect(await look(moved, true)).toEqual([findingOf("error", /重定向到 https:\/\/www\.example\.com/)]);
    expect(await look(await nowhere(), true)).toEqual([findingOf("error", /ECONNREFUSED/, /是否启动/)]);
    const late = await serve((_, response) => response.writeHead(502).end());
    expect(await look(late, true)).toEqual([findingOf("error", /回答 502/, /readyz/)]);
  });

  it("gets its report by the secret alone", async () => {
    const report = createSelfReport([secret], false);
    const portal = await serve((request, response) => {
      if (!report(request, response)) response.end("ok");
    });
    const answer = await fetch(`${portal}/healthz`, { headers: { [doctorHeader]: "nonce.made-up" } });
    expect(await answer.text()).toBe("ok");
  });
});

describe("the doctor on clocks, upstreams, Redis and packs", () => {
  it("says how far a clock is off", () => {
    const now = Date.now();
    const read = (by: number) => [
      { whose: "数据库", at: now + by, sentAt: now - 40, answeredAt: now, step: 1 },
    ];
    expect(examineClock(read(-20))).toEqual([findingOf("ok", /与数据库一致/)]);
    expect(examineClock(read(5_000))).toEqual([findingOf("warn", /数据库比本机快 5 秒/, /NTP/)]);
    expect(examineClock(read(-86_400_000))).toEqual([findingOf("error", /数据库比本机慢 86400 秒/)]);
  });

  it("asks every gateway, and looks for none of what is theirs", async () => {
    const ready = await serve((_, response) => response.end('{"ready":true}'));
    const full = await serve((_, response) =>
      response.writeHead(503).end('{"ready":false,"database":"ok","disk":"full"}'),
    );
    const all = await findings({ GATEWAY_URL: `${ready},${full},${await nowhere()}` });
    expect(all.filter(({ part }) => part === "上游网关")).toEqual([
      findingOf("ok", /可以服务/),
      findingOf("error", /磁盘 full/),
      findingOf("error", /ECONNREFUSED/),
    ]);
    expect(all.filter(({ part }) => part === "数据库" || part === "邮件")).toEqual([]);
  });

  it("knows a Redis that is not there", async () => {
    const url = "redis://:hidden-word@127.0.0.1:1";
    expect(await of("Redis", { REDIS_URL: url })).toEqual([findingOf("error", /连接不上/, /是否在运行/)]);
  });

  it("knows a content pack that cannot be loaded", async () => {
    writeFileSync(join(folder, "site.yaml"), "nothing: [");
    expect(await of("内容包", { CONTENT_PACK: folder })).toEqual([
      findingOf("error", /\d+ 处问题/, /content:check/),
    ]);
  });
});
