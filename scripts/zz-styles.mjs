import { chromium } from "@playwright/test";
import { findChromium } from "./find-chromium.mjs";
const b = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
const c = await b.newContext();
const p = await c.newPage();
await p.goto("http://127.0.0.1:3911/gateway/signin");
await p.fill("input[name=account]", process.argv[2]);
await p.fill("input[name=password]", process.argv[3]);
await p.press("input[name=password]", "Enter");
await p.waitForLoadState();
const list = "/home /forum/all /hsforum/thread-9-1-1.html /posting /personalCenter/info /personalCenter/info?tab=2 /personalCenter/setting /personalCenter/msg /suggestion /complaint /moderator/audit /moderator/traffic /moderator/theme /activity/activityRegister?id=1 /activity/activityRegister?id=2 /activity/manage /trainingClass/exams/1 /personalCenter/study /legalNotices/userPolicy".split(" ");
for (const path of list) {
  const html = await (await c.request.get("http://127.0.0.1:3911" + path)).text();
  const found = [...html.matchAll(/<(\w+)[^>]* style="([^"]*)"/g)].map(([, t, s]) => `${t}: ${s}`);
  console.log(path, [...new Set(found)].slice(0, 8), (html.match(/<style/g) ?? []).length);
}
await b.close();
