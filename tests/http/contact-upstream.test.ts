import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoAccounts } from "../support/accounts";
import { copyDemoData } from "../support/demo-data";
import { answering, goBetween } from "../support/go-between";
import { type Page, PlainBrowser } from "../support/plain-browser";
import { type RunningProcess, startProcess } from "../support/processes";
import { codeFor } from "../support/register";
import { signInWithPassword } from "../support/sign-in";
import { png } from "../support/upload-files";
import { startUpstream, type Upstream } from "../support/upstream";

/** The contact change behind a gateway with the default limits. A test can replace the gateway's answers. */
const started = /已启动：(http:\/\/\S+)/;
let dataDir: string;
let gateway: RunningProcess;
let between: Upstream;
let portal: RunningProcess;
const { healthy, breaking } = goBetween(() => gateway.found[1] ?? "");

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "contact-"));
  await copyDemoData(dataDir);
  gateway = await startProcess(
    ["scripts/run.mjs", "gateway"],
    { PORT: "0", DATA_DIR: dataDir, TRUST_PROXY: "1", REGISTER_CONFIG: "1" },
    started,
  );
  between = await startUpstream();
  const settings = {
    PORT: "0",
    DATA_DIR: dataDir,
    GATEWAY_URL: between.origin,
    SESSION_SECRET: "a-secret-of-at-least-32-characters!",
  };
  portal = await startProcess(["build/main.js"], settings, started);
});
afterAll(async () => {
  await portal?.stop();
  await between?.close();
  await gateway?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const address = "/personalCenter/info?tab=2&change=phone";
const problemBy = (page: Page, field: string) => page.$(`#${field}-problem`).text().trim();
/** Reads the outbox at the gateway itself, because the portal does not show it. */
const codeTo = (recipient: string) => codeFor(new PlainBrowser(gateway.found[1] ?? ""), recipient);
const cut = (response: ServerResponse) => void response.destroy();

test("sending and changing show the messages of spec 8, whatever call fails", async () => {
  between.behave(healthy);
  const browser = new PlainBrowser(portal.found[1] ?? "");
  await signInWithPassword(browser, demoAccounts.member);
  const first = await browser.get(address);

  between.behave(breaking(/phone-code/, cut));
  const unsent = await browser.submit(first, { intent: "identity-send" });
  expect([unsent.status, problemBy(unsent, "captchaCode")]).toEqual([503, "发送验证码失败"]);
  between.behave(breaking(/phone-code/, answering(422, '{"errorCode":"SMS_PROVIDER_BUSY"}')));
  expect(problemBy(await browser.submit(first, { intent: "identity-send" }), "captchaCode")).toBe(
    "发送验证码失败",
  );
  between.behave(
    breaking(
      /phone-code/,
      answering(422, '{"errorCode":"SMS_PROVIDER_BUSY","message":"短信通道繁忙，请稍后"}'),
    ),
  );
  expect(problemBy(await browser.submit(first, { intent: "identity-send" }), "captchaCode")).toBe(
    "短信通道繁忙，请稍后",
  );

  between.behave(healthy);
  const sent = await browser.submit(first, { intent: "identity-send" });
  expect(sent.text).toContain("获取验证码成功");
  expect(sent.$("dialog button[value=identity-send]").text()).toBe("重新发送");
  const tooSoon = await browser.submit(sent, { intent: "identity-send" });
  expect(tooSoon.status).toBe(429);
  expect(problemBy(tooSoon, "captchaCode")).toMatch(/^剩余\d+秒，之后可重新发送$/);
  const second = await browser.submit(
    tooSoon,
    { intent: "identity-verify" },
    { captchaCode: await codeTo("13800000003") },
  );

  const phone = `17${String(randomInt(0, 1e9)).padStart(9, "0")}`;
  const ready = await browser.submit(second, { intent: "new-send" }, { phone: phone });
  between.behave(breaking(/identity-user/, cut));
  const lost = await browser.submit(ready, { intent: "new-change" }, { captchaCode: await codeTo(phone) });
  expect([lost.status, lost.$("dialog [role=alert]").text()]).toEqual([503, "修改失败, 请重试"]);
  expect(lost.$("[name=phone]").attr("value")).toBe(phone);
  for (const [message, field, text] of [
    [
      "Please check whether the account、 phone number are duplicated",
      "phone",
      "该手机号已经绑定账号，请换一个",
    ],
    ["The email address has been bound to another account.", "phone", "该邮箱已经绑定账号，请换一个"],
    ["The operator is under maintenance until 8 pm.", "", "The operator is under maintenance until 8 pm."],
    ["系统升级中", "", "系统升级中"],
  ] as const) {
    between.behave(breaking(/identity-user/, answering(422, JSON.stringify({ errorCode: "ANY", message }))));
    const refused = await browser.submit(lost, { intent: "new-change" });
    expect([
      refused.status,
      field ? problemBy(refused, field) : refused.$("dialog [role=alert]").text(),
    ]).toEqual([422, text]);
  }
  // The first try used up the code, but the portal stored its proof, so the same form now succeeds. The demo's data is
  // deleted afterwards.
  between.behave(healthy);
  const done = await browser.submit(lost, { intent: "new-change" });
  expect(done.text).toContain("修改成功");
});

test("an avatar that the server refuses shows the errorMsg unchanged by its field (spec 8)", async () => {
  between.behave(healthy);
  const browser = new PlainBrowser(portal.found[1] ?? "");
  await signInWithPassword(browser, demoAccounts.member);
  const page = await browser.get("/personalCenter/info?tab=0");
  const avatar = new File([new Uint8Array(await png(64, 64))], "me.png");
  for (const [status, body] of [
    [422, { errorMsg: "The picture shows a trade mark." }],
    [200, { errcode: "9999", errorMsg: "The picture shows a trade mark." }],
  ] as const) {
    between.behave(breaking(/file-upload/, answering(status, JSON.stringify(body))));
    const refused = await browser.submit(page, { intent: "avatar" }, { avatar, username: "还没保存的昵称" });
    expect(refused.text).toContain("The picture shows a trade mark.");
    expect(refused.$("[name=username]").attr("value")).toBe("还没保存的昵称");
  }
  between.behave(healthy);
});
