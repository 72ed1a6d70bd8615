import { hashPassword } from "gateway/account/password";
import { exportJob } from "gateway/content/export/export-job";
import { loadContentPack } from "gateway/content/load/load-pack";
import { runJobs } from "gateway/server/jobs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyPack, smallCatalogue } from "../support/content";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { samplePdf } from "../support/upload-files";
import { shellsOf } from "./support";

const shells = shellsOf(import.meta.url);
const password = "a-Password-of-2026";
const remove: (() => Promise<void>)[] = [];
let portal: GatewayPortal;
beforeAll(async () => {
  portal = await startGatewayPortal({ registerConfig: 1 });
});
afterAll(async () => {
  await portal.stop();
  for (const one of remove) await one();
});
const work = () => runJobs(portal.gateway.services, [exportJob]);

describe.each(shells)(
  "a content pack of what stands in the $shell shell, without JavaScript",
  ({ prefix, headers }) => {
    const address = `${prefix}/moderator/content`;

    test("one press asks for it, the page waits for it, and then offers the ZIP", async () => {
      const admin = await portal.browserOf(await portal.gateway.member({ admin: true }), headers);
      // The other test, or the other shell's, may have asked for an export, and loaded a pack.
      await work();
      const bare = await admin.submit(await admin.get(address), { intent: "export" });
      if (bare.status === 409) expect(bare.text).toContain("还没有装载过内容包，没有可以导出的");
      await work();
      const folder = await copyPack(smallCatalogue(samplePdf()), (one) => remove.push(one));
      await loadContentPack(portal.gateway.services, folder, { demo: false });

      const asked = await admin.submit(await admin.get(address), { intent: "export" });
      expect([asked.status, asked.url.pathname]).toEqual([200, address]);
      expect(asked.$("[aria-labelledby=export-title] [role=status]").text()).toContain("等待开始");
      expect(asked.$('meta[http-equiv="refresh"]')).toHaveLength(1);
      expect(asked.$("button[value=export]")).toHaveLength(0);
      await work();
      const done = await admin.get(address);
      expect(done.$('meta[http-equiv="refresh"]')).toHaveLength(0);
      const part = done.$("[aria-labelledby=export-title]");
      expect(part.text()).toContain("底本是内容包 pack，没有内容是站内改过的");
      const href = part.find("a[download]").attr("href") ?? "";
      expect(href).toMatch(/^\/gateway\/media\/[0-9a-f]{32}\.zip\/pack-[\d-]+\.zip\?/);
      const zip = await fetch(portal.origin + href);
      expect([zip.status, zip.headers.get("content-type")]).toEqual([200, "application/zip"]);
      const log = await admin.get(`${prefix}/moderator/log?action=exportContent`);
      expect(log.text).toContain("底本是内容包「pack」");
    });

    test("a sign-in of long ago is confirmed first; then the button is pressed again", async () => {
      const folder = await copyPack(smallCatalogue(samplePdf()), (one) => remove.push(one));
      await loadContentPack(portal.gateway.services, folder, { demo: false });
      const passwordHash = await hashPassword(password);
      const admin = await portal.browserOf(
        await portal.gateway.member({ admin: true, passwordHash }),
        headers,
      );
      const page = await admin.get(address);
      portal.gateway.pass(10 * 60 + 1);
      const asked = await admin.submit(page, { intent: "export" });
      expect([asked.status, asked.$("main h1").text()]).toEqual([422, "请再次确认身份"]);
      const typed = { confirmPassword: password };
      const back = await admin.submit(asked, { intent: "confirm-identity" }, typed);
      expect([back.status, back.text]).toEqual([200, expect.stringContaining("身份已确认")]);
      const pressed = await admin.submit(back, { intent: "export" });
      expect([pressed.status, pressed.text.includes("正在导出")]).toEqual([200, true]);
      await work();
    });
  },
);
