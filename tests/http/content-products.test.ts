import { describe, expect, test } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { png, samplePdf } from "../support/upload-files";
import { oneShellOf, phoneAgent, signedIn, visitor } from "./support";

const shells = oneShellOf(import.meta.url, [
  ["desktop", "", "甲", {}],
  ["h5", "/h5", "乙", { "user-agent": phoneAgent }],
] as const);

type Values = Parameters<PlainBrowser["submit"]>[2];

describe.each(shells)("a product edited in the browser, %s", (_shell, prefix, mark, headers) => {
  const list = `${prefix}/moderator/content/products`;
  const press = (browser: PlainBrowser, page: Page, intent: string, values: Values = {}) =>
    browser.submit(page, { intent }, values);
  const number = `QX${mark === "甲" ? "A" : "B"}${Date.now() % 100_000_000}`;

  test("a product manager makes one without JavaScript: parameters, parts, pictures, pins, replacements", async () => {
    const admin = await signedIn("admin", headers);
    const other = visitor(headers);
    const empty = await admin.get(`${list}/new`);
    // The parameters of the class that is chosen, and what was typed before.
    const chosen = await press(admin, empty, "params", {
      title: `新芯片${mark}`,
      summary: "一句话",
      class: "1101",
      kind: "chip",
      state: "production",
      since: "2026-03-01",
    });
    expect([chosen.status, chosen.$("[name=title]").attr("value")]).toEqual([200, `新芯片${mark}`]);
    expect(chosen.$("[name=params_txCurrent]").length).toBe(1);
    expect(chosen.$("[name=params_npu]").length).toBe(0);
    // Rows are added, moved and removed as posts.
    // An example that people would write.
    expect(chosen.text).toContain("例如 500 mA");
    let page = await press(admin, chosen, "add:parts", { params_txCurrent: "230 mA" });
    expect(page.$("[name=params_txCurrent]").attr("value")).toBe("230 mA");
    page = await press(admin, page, "add:parts", { parts_0_number: `${number}-T`, parts_0_package: "QFN40" });
    page = await press(admin, page, "add:parts", { parts_1_number: `${number}-R`, parts_1_package: "QFN48" });
    // The next row comes into sight: the button goes to where it will stand.
    expect(page.$("#parts_2").length).toBe(1);
    expect(page.$('[value="add:parts"]').attr("formaction")).toMatch(/#parts_3$/);
    page = await press(admin, page, "up:parts:1");
    expect([0, 1].map((at) => page.$(`[name=parts_${at}_number]`).attr("value"))).toEqual([
      `${number}-R`,
      `${number}-T`,
    ]);
    page = await press(admin, page, "remove:parts:2");
    expect(page.$("[name=parts]").attr("value")).toBe("2");
    // Those of several that stay empty are left out when the product is saved.
    page = await press(admin, page, "addSeveral:parts");
    expect([page.$("[name=parts]").attr("value"), page.$("#parts_6").length]).toEqual(["7", 1]);
    // A picture is posted with the form; anything else is refused beside the control.
    const document = new File([samplePdf()], "a.pdf", { type: "application/pdf" });
    const refused = await press(admin, page, "picture:gallery", { gallery_file: document });
    expect([refused.status, refused.text.includes("这里只能放图片")]).toEqual([422, true]);
    expect((await press(admin, refused, "picture:gallery")).text).toContain("请先选择图片");
    const photo = new File([new Uint8Array(await png())], "外形图.png", { type: "image/png" });
    page = await press(admin, refused, "picture:gallery", { gallery_file: photo });
    expect(page.$("[name=gallery_0_name]").attr("value")).toMatch(/^[0-9a-f]{32}\.png$/);
    expect(page.$("[name=gallery_0_alt]").attr("value")).toBe("外形图");
    page = await press(admin, page, "add:replacedBy");
    // What is wrong is said at its control, also when empty rows stood before it.
    page = await press(admin, page, "add:certifications");
    page = await press(admin, page, "add:certifications");
    const wrong = await press(admin, page, "save", {
      params_txCurrent: "230 kg",
      parts_0_buy: "商城 http://shop.example.com",
      pins: "1\tVDD\t电源\n\tGND",
      replacedBy_0_product: "999999999",
      replacedBy_0_kind: "similar",
      certifications_1_number: "2023-1",
    });
    expect(wrong.status).toBe(400);
    for (const field of ["params_txCurrent", "parts_0_buy", "pins", "replacedBy_0_product"])
      expect([field, wrong.$(`[name=${field}]`).attr("aria-invalid")]).toEqual([field, "true"]);
    expect(wrong.text).toContain("第 2 行引脚：请填写这一项");
    expect(wrong.$("[name=certifications_0_name]").attr("aria-invalid")).toBe("true");
    expect(wrong.$("[name=certifications_0_number]").attr("value")).toBe("2023-1");
    const draft = await press(admin, wrong, "save", {
      params_txCurrent: "230 mA",
      params_supply: "1.8~3.6 V",
      params_band: ["2.4 GHz", "5 GHz"],
      params_sle: "true",
      parts_0_buy: "商城 https://shop.example.com/qx",
      pins: "1\tVDD\t电源\n2 | GND | 地 | 参考地",
      supplyUntil: "2036-12-31",
      packages: "QFN40\t5 × 5 mm\t40",
      ratings: "最高结温\t125 °C\t连续",
      revisions: "V1.1\t2026-03-01\tERR-2026-001 ERR-9999-001",
      parts_0_moq: "3000",
      parts_0_sample: "https://shop.example.com/sample",
      replacedBy_0_product: "110101",
      certifications_0_name: "SRRC",
      content: "## 特点\n\n**低功耗**。",
    });
    expect(draft.text).toContain("已保存为第 1 版");
    expect(draft.$("#replacedBy").text()).toContain("WS63V100");
    const key = draft.url.pathname.slice(draft.url.pathname.lastIndexOf("/") + 1);
    const path = `${prefix}/products/details/${key}`;
    expect((await other.get(path)).status).toBe(404);
    const preview = await press(admin, draft, "preview");
    expect(preview.url.pathname).toBe(path);
    expect(preview.text).toContain("预览：这是最新保存的一版");
    expect(preview.$("#parameters").text()).toContain("230 mA");
    expect(preview.$('meta[name="robots"]').attr("content")).toBe("noindex");
    expect((await other.get(preview.url.pathname + preview.url.search)).status).toBe(200);

    const published = await press(admin, await admin.get(`${list}/${key}`), "publish");
    expect(published.text).toContain("已发布第 1 版");
    const read = await other.get(path);
    for (const [section, words] of [
      ["#overview", "低功耗"],
      ["#parameters", "1.8~3.6 V"],
      ["#parameters", "2.4 GHz、5 GHz"],
      ["#order", `${number}-R`],
      ["#order", "3000 个"],
      ["#order", "申请样片"],
      ["#lifecycle", "2036-12-31"],
      ["#packages", "5 × 5 mm"],
      ["#ratings", "125 °C"],
      ["#notices", "ERR-9999-001"],
      ["#pinout", "参考地"],
      ["#certifications", "SRRC"],
      ["#replacements", "WS63V100"],
    ] as const)
      expect([section, read.$(section).text()]).toEqual([section, expect.stringContaining(words)]);
    expect(read.$('a[href="https://shop.example.com/qx"]').text()).toContain("商城");
    expect((await other.get(`${prefix}/products/index?id=1101`)).text).toContain(`新芯片${mark}`);
    expect((await other.get(`${prefix}/search?q=${number}-R`)).text).toContain(`新芯片${mark}`);

    await press(admin, published, "withdraw");
    expect((await other.get(path)).text).toContain("这个产品已下架");
    expect((await other.get(`${prefix}/products/index?id=1101&page=1`)).text).not.toContain(`新芯片${mark}`);
    const history = await admin.get(`${list}/${key}/versions`);
    expect(history.text).toContain(`${number}-R`);
  });

  test("a product of the pack can be saved as it stands, and then says nothing new", async () => {
    const admin = await signedIn("admin", headers);
    for (const id of mark === "甲" ? [110102, 110103] : [110104, 110105]) {
      const piece = await admin.get(`${list}/${id}`);
      expect([id, piece.status]).toEqual([id, 200]);
      const saved = await press(admin, piece, "save");
      expect([id, saved.text.includes("已保存为第 1 版")]).toEqual([id, true]);
    }
  });

  test("what was typed for another class, in a wide table or in a large form comes back", async () => {
    const admin = await signedIn("admin", headers);
    const empty = await admin.get(`${list}/new`);
    let page = await press(admin, empty, "params", { title: "大表", class: "1101" });
    page = await press(admin, page, "params", {
      params_txCurrent: "230 mA",
      params_band: ["5 GHz"],
      class: "12",
    });
    expect(page.$("[name=params_txCurrent]").attr("type")).toBe("hidden");
    page = await press(admin, page, "params", { class: "1101" });
    expect(page.$("[name=params_txCurrent]").attr("value")).toBe("230 mA");
    const fields: [string, string][] = Array.from({ length: 60 }, (_, at) =>
      ["number", "package", "temperature", "packing", "buy"].map((column): [string, string] => [
        `parts_${at}_${column}`,
        column === "number" ? `X ${at}` : "",
      ]),
    ).flat();
    const rows = Array.from({ length: 30 }, (_, at) =>
      ["name", "number", "file"].map((column): [string, string] => [`certifications_${at}_${column}`, ""]),
    ).flat();
    const options = Array.from({ length: 300 }, (_, at): [string, string] => ["params_band", `选项${at}`]);
    const posted = new URLSearchParams([
      ...["csrf", "base", "standing", "submissionId"].map((name): [string, string] => [
        name,
        page.$(`[name=${name}]`).attr("value") ?? "",
      ]),
      ["intent", "save"],
      ["title", "大表"],
      ["parts", "60"],
      ["certifications", "30"],
      ["pins", "1 | VDD | 电源 | SDA | 复用 SCL\n\n2\tGND\t地\t参考地\t多一列\n\n3"],
      ...fields,
      ...rows,
      ...options,
    ]);
    const wrong = await admin.post(page.url, posted);
    expect([wrong.status, wrong.$("[name=parts_59_number]").attr("value")]).toEqual([400, "X 59"]);
    expect(wrong.text).toContain("第 3 行名称");
    const made = await press(admin, empty, "save", {
      title: "表",
      pins: String(posted.get("pins")).slice(0, -3),
    });
    expect(made.$("[name=pins]").text().trim()).toBe(
      "1\tVDD\t电源\tSDA | 复用 SCL\n2\tGND\t地\t参考地 | 多一列",
    );
  });

  test("buttons of lists that the form does not have change nothing", async () => {
    const admin = await signedIn("admin", headers);
    const page = await admin.get(`${list}/new`);
    const fields = new URLSearchParams({ title: "留下", parts: "1", parts_0_number: "X1" });
    for (const intent of [
      "add:summary",
      "up:parts:0",
      "down:parts:9",
      "remove:parts:x",
      "add",
      "picture:parts",
    ]) {
      const back = await admin.post(page.url, new URLSearchParams([...fields, ["intent", intent]]));
      expect([intent, back.$("[name=title]").attr("value")]).toEqual([intent, "留下"]);
      expect([intent, back.$("[name=parts_0_number]").attr("value")]).toEqual([intent, "X1"]);
    }
  });
});
