import { eq } from "drizzle-orm";
import { certificates } from "gateway/database/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type GatewayPortal, startGatewayPortal } from "../support/gateway-portal";
import { PlainBrowser } from "../support/plain-browser";
import type { Member } from "../support/test-gateway";
import { sceneTraining } from "../support/training";
import { shellsOf } from "./support";

const shells = shellsOf(import.meta.url);

/** A certificate with forms and links alone: its name, its files, and the check of its number. */

let portal: GatewayPortal;
beforeAll(async () => {
  portal = await startGatewayPortal({ registerConfig: 1 });
});
afterAll(() => portal?.stop());

async function holder(): Promise<{ me: Member; publicId: string }> {
  const me = await portal.gateway.member();
  const { certificate } = await sceneTraining(portal.gateway, me);
  return { me, publicId: certificate };
}

test.each(shells)(
  "its holder chooses the name once, $shell, and others see that much",
  async ({ prefix, headers }) => {
    const { me, publicId } = await holder();
    const address = `${prefix}/trainingClass/certificates/${publicId}`;
    const browser = await portal.browserOf(me, headers);
    const anyone = new PlainBrowser(portal.origin, headers);
    const first = await browser.get(address);
    expect(first.$("main article").text()).toContain(me.nickname);
    expect(first.$("details[open] summary").text()).toBe("证书上写什么名字？");
    expect((await anyone.get(address)).$("[name=realName]").length).toBe(0);

    // Nothing is chosen by default, and what was typed stays.
    expect(first.$("[name=nameShown][checked]").length).toBe(0);
    const undecided = await browser.submit(first, { intent: "name" }, { realName: "林小默" });
    expect([undecided.status, undecided.text]).toEqual([
      400,
      expect.stringContaining("请选择证书上写什么名字"),
    ]);
    expect(undecided.$("[name=realName]").attr("value")).toBe("林小默");
    const wrong = await browser.submit(
      undecided,
      { intent: "name" },
      { nameShown: "masked", realName: "林<小>默" },
    );
    expect([wrong.status, wrong.$("[name=realName]").attr("value")]).toEqual([400, "林<小>默"]);
    expect(wrong.text).toContain("姓名至少 2 个字，只能有文字、空格、“·”和“-”");

    const saved = await browser.submit(
      wrong,
      { intent: "name" },
      { nameShown: "masked", realName: "林小默" },
    );
    expect(saved.text).toContain("证书上的名字已保存");
    expect(saved.$("main article").text()).toContain("林小默");
    expect(saved.$("details[open]").length).toBe(0);
    const seen = await anyone.get(address);
    expect(seen.$("main article").text()).toContain("林**");
    expect(seen.html).not.toContain("林小默");
    expect(seen.html).not.toContain(me.nickname);
    expect(seen.text).toContain("已核对：这张证书由");
    expect(seen.text).toContain("姓名由持有人自行填写");

    // Another name is refused beside its field, and what was typed stays.
    const another = await browser.submit(saved, { intent: "name" }, { nameShown: "full", realName: "高原" });
    expect([another.status, another.$("[name=realName]").attr("value")]).toEqual([400, "高原"]);
    expect(another.text).toContain("证书上的姓名填过以后不能换成别的");
  },
);

test("links to it have a picture, though search engines do not list it", async () => {
  const { publicId } = await holder();
  const page = await new PlainBrowser(portal.origin).get(`/trainingClass/certificates/${publicId}`);
  const meta = (name: string) => page.$(`meta[property="${name}"], meta[name="${name}"]`).attr("content");
  expect(meta("robots")).toBe("noindex");
  expect(new URL(meta("og:image") ?? "").pathname).toBe(`/share/certificate/${publicId}.card.png`);
});

test.each(shells)("a typed number is checked, $shell", async ({ prefix, headers }) => {
  const { me, publicId } = await holder();
  const anyone = new PlainBrowser(portal.origin, headers);
  const check = (number: string) =>
    anyone.get(`${prefix}/trainingClass/certificates?number=${encodeURIComponent(number)}`);
  const empty = await anyone.get(`${prefix}/trainingClass/certificates`);
  expect([empty.status, empty.$("h1").text(), empty.$("[aria-invalid]").length]).toEqual([
    200,
    "核验证书",
    0,
  ]);

  const found = await check(` ${publicId} `);
  expect(found.status).toBe(200);
  expect(found.$("#found").parent().text()).toContain(me.nickname);
  expect(found.$("main [role=status]").text()).toBe("有效");
  expect(found.$("#found").parent().text()).toContain("姓名由持有人自行填写");
  expect(found.$(`a[href$="/trainingClass/certificates/${publicId}"]`).length).toBe(1);

  for (const [number, status, message] of [
    ["", 400, "请填写证书上的编号"],
    ["7F3K-9M2P", 400, "编号不完整或有误"],
    ["长".repeat(80), 400, "证书编号最多 60 个字"],
    ["7F3K-9M2P-4TQX-8WJR-0000", 404, "没有这个编号的证书"],
  ] as const) {
    const page = await check(number);
    expect([number, page.status]).toEqual([number, status]);
    expect(page.$("#number-problem").text()).toContain(message);
    expect(page.$("#number").attr("value")).toBe(number);
  }
});

test.each(shells)("an administrator corrects the name on it, $shell", async ({ prefix, headers }) => {
  const { me, publicId } = await holder();
  await portal.gateway.ok("nameCertificates", { nameShown: "full", realName: "林小默" }, me);
  const address = `${prefix}/trainingClass/certificates/${publicId}`;
  const browser = await portal.browserOf(await portal.gateway.member({ admin: true }), headers);
  const wrong = await browser.submit(await browser.get(address), { intent: "correct" }, { realName: "林<" });
  expect([wrong.status, wrong.$("[name=realName]").attr("value")]).toEqual([400, "林<"]);
  const corrected = await browser.submit(wrong, { intent: "correct" }, { realName: "林晓默" });
  expect(corrected.text).toContain("证书上的姓名已更正");
  expect(corrected.$("main article").text()).toContain("林晓默");
  expect((await (await portal.browserOf(me, headers)).get(address)).$("[value=correct]").length).toBe(0);
});

test("a number typed in letters of both cases without dashes is found, of either kind", async () => {
  const anyone = new PlainBrowser(portal.origin);
  for (const [number, typed] of [
    ["7F3K-9M2P-4TQX-8WJR-3HDN", "7f3k9m2p4tqx8wJR3HDN"],
    ["aB3xK9m2P4tqX8wJr3hD", "aB3xK9m2P4tqX8wJr3hD"],
  ] as const) {
    const { publicId } = await holder();
    await portal.gateway.database
      .update(certificates)
      .set({ publicId: number })
      .where(eq(certificates.publicId, publicId));
    const page = await anyone.get(`/trainingClass/certificates?number=${typed}`);
    expect([typed, page.status]).toEqual([typed, 200]);
    expect(page.$("#found").parent().text()).toContain(number);
  }
});

test("its files exist while it is valid, with the whole name for its holder alone", async () => {
  const { me, publicId } = await holder();
  await portal.gateway.ok("nameCertificates", { nameShown: "masked", realName: "林小默" }, me);
  const file = (name: string) => fetch(`${portal.origin}/share/certificate/${name}`);
  const pdf = await file(`${publicId}.pdf`);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  // No cache keeps one reader's file for another.
  expect(pdf.headers.get("cache-control")).toBe("private, no-store");
  expect(pdf.headers.get("content-disposition")).toContain("attachment");
  const others = Buffer.from(await pdf.arrayBuffer());
  expect(others.subarray(0, 5).toString()).toBe("%PDF-");
  // The title is in the document's properties, as UTF-16.
  const titled = (name: string) => Buffer.from(name, "utf16le").swap16().toString("hex");
  expect(others.includes(titled("林**"))).toBe(true);
  expect(others.includes(titled("林小默"))).toBe(false);

  const browser = await portal.browserOf(me);
  const own = await browser.fetchPage(`/share/certificate/${publicId}.pdf`);
  expect(own.headers.get("cache-control")).toBe("private, no-store");
  expect(own.html).toContain(titled("林小默"));

  for (const ending of ["png", "card.png"]) {
    const picture = await file(`${publicId}.${ending}`);
    expect([ending, picture.status, picture.headers.get("content-type")]).toEqual([ending, 200, "image/png"]);
    expect([ending, picture.headers.get("cache-control")]).toEqual([
      ending,
      ending === "png" ? "private, no-store" : "no-cache",
    ]);
  }
  for (const missing of [`${publicId}.exe`, "short.pdf", `${publicId}`, "7F3K-9M2P-4TQX-8WJR-0000.pdf"])
    expect([missing, (await file(missing)).status]).toEqual([missing, 404]);

  const revoked = await holder();
  await portal.gateway.database
    .update(certificates)
    .set({ revokedAt: new Date(), revokedReason: "代考" })
    .where(eq(certificates.publicId, revoked.publicId));
  const gone = await file(`${revoked.publicId}.pdf`);
  expect([gone.status, (await gone.text()).trim()]).toEqual([410, "这张证书已失效，不再提供下载"]);
});
