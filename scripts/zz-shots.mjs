import { chromium } from "playwright";
import { execSync } from "node:child_process";
const exe = process.env.EXE;
const b = await chromium.launch({ executablePath: exe, args:["--no-sandbox"] });
for (const [name, path, w, scheme, h] of JSON.parse(process.argv[2])) {
  const c = await b.newContext({ viewport: { width: w, height: h ?? 900 }, colorScheme: scheme ?? "light", ...(w<768?{userAgent:"Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"}:{}) });
  const p = await c.newPage();
  await p.goto("http://127.0.0.1:3911"+path, { waitUntil: "load" });
  await p.waitForTimeout(800);
  const hash = path.split("#")[1];
  if (hash) await p.locator("#"+hash).scrollIntoViewIfNeeded();
  await p.screenshot({ path: `/tmp/e/${name}.png`, fullPage: h === undefined ? false : false });
  await c.close();
}
await b.close();
