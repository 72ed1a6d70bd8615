import type { Page } from "@playwright/test";
import { writePdf } from "../support/pdf-files";
import { expectAccessible } from "./support/accessibility";
import { expect, test } from "./support/fixtures";

const pages = 6;
const pdf = Buffer.from(
  writePdf(
    Array.from({ length: pages }, (_, at) => [`第 ${at + 1} 页的寄存器说明`, "补充订货型号"]),
    { links: ["https://example.com/errata", 4, "javascript:alert(1)"] },
  ),
);

/** Opens the document of a search hit in the viewer; its file has several pages here. */
async function openFound(page: Page, visit: (path: string) => Promise<unknown>): Promise<void> {
  await page.route("**/gateway/media/*.pdf/**", (route) =>
    route.fulfill({ body: pdf, contentType: "application/pdf" }),
  );
  await visit(`/search?${new URLSearchParams({ q: "补充订货型号", type: "documents" })}`);
  await page
    .getByRole("link", { name: /^第 \d+ 页$/ })
    .first()
    .click();
}

test("a document opens at a page; buttons, keys, typing and scrolling move the address", async ({
  page,
  visit,
}) => {
  await openFound(page, visit);
  const number = page.getByRole("textbox", { name: "页码" });
  const at = (expected: number) => expect(page).toHaveURL(new RegExp(`[?&]at=${expected}(?:&|$)`));
  await expect(page.getByRole("toolbar", { name: "文档工具" })).toContainText(`/ ${pages}`);
  const sheet = page.getByRole("region", { name: /，第 \d+ 页$/ });
  await expect(sheet.getByText("第 1 页的寄存器说明")).toBeAttached();
  await expectAccessible(page);

  await page.getByRole("button", { name: "下一页" }).click();
  await expect(number).toHaveValue("2");
  await at(2);
  await number.fill(String(pages));
  await number.press("Enter");
  await at(pages);
  await expect(number).toHaveValue(String(pages));
  await expect(sheet.getByText(`第 ${pages} 页的寄存器说明`)).toBeAttached();
  await page.goBack();
  await at(2);
  await expect(number).toHaveValue("2");

  await sheet.focus();
  await page.keyboard.press("End");
  await at(pages);
  await page.keyboard.press("Home");
  await at(1);
  await sheet.evaluate((list) => list.scrollTo({ top: list.scrollHeight / 2 }));
  await expect(number).not.toHaveValue("1");
  await expect(page).not.toHaveURL(/[?&]at=1(?:&|$)/);
  await page.getByRole("button", { name: "放大" }).click();
  await expect(page.getByRole("button", { name: "适合宽度" })).toHaveAttribute("aria-pressed", "false");
});

test("a document that is broken says so, and its file is one press away", async ({ page, visit }) => {
  await page.route("**/gateway/media/*.pdf/**", (route) =>
    route.fulfill({ body: "no document", contentType: "application/pdf" }),
  );
  await visit(`/search?${new URLSearchParams({ q: "补充订货型号", type: "documents" })}`);
  await page
    .getByRole("link", { name: /^第 \d+ 页$/ })
    .first()
    .click();
  await expect(page.getByRole("alert")).toContainText("已损坏");
  await expect(page.getByRole("link", { name: "打开文件" })).toHaveAttribute("href", /#page=\d+$/);
});

test("links of a document work, found words are marked, and a page is quoted", async ({ page, visit }) => {
  await openFound(page, visit);
  const number = page.getByRole("textbox", { name: "页码" });
  await number.fill("1");
  await number.press("Enter");
  const sheet = page.getByRole("region", { name: /，第 \d+ 页$/ });
  await expect(sheet.locator('[data-page="1"] mark').first()).toBeAttached();
  expect((await sheet.locator('[data-page="1"] mark').allTextContents()).join("")).toBe("补充订货型号");
  const out = sheet.getByRole("link", { name: "打开 https://example.com/errata" });
  await expect(out).toHaveAttribute("rel", "noopener noreferrer");
  await expect(out).toHaveAttribute("target", "_blank");
  // What is no address of the web or of mail leads nowhere.
  await expect(sheet.locator('[data-page="1"] a')).toHaveCount(2);
  await expectAccessible(page);
  await sheet.getByRole("link", { name: "到第 4 页" }).click();
  await expect(number).toHaveValue("4");
  await expect(page).toHaveURL(/[?&]at=4(?:&|$)/);
  await expect(page.getByRole("link", { name: "引用本页" })).toHaveAttribute("href", /[?&]at=4(?:&|$)/);
});
