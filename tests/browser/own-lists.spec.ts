import { expect, test } from "./support/fixtures";

// What is typed into one form of a list's page stays while another is posted, which a page without scripts cannot do.
test("the forms of a list keep what is typed into the others @scripted", async ({ page, visit, join }) => {
  await join("accepted");
  await visit("/lists/add?kind=product&ids=110101");
  await page.getByLabel("新清单的名称").fill("网关板");
  await page.getByRole("button", { name: "加入清单" }).click();
  await expect(page.getByRole("heading", { name: "网关板", level: 1 })).toBeVisible();
  const items = page.getByRole("region", { name: "型号" });
  const [quantity, note] = [items.getByLabel(/^数量/).first(), items.getByLabel(/^备注/).first()];
  const lines = page.getByLabel("每行一个型号或订货型号，后面写数量");
  await page.getByText("粘贴型号", { exact: true }).click();
  await note.fill("主控");
  await lines.fill("WS63V100 5\nHi3861V100");
  await lines.locator("xpath=ancestor::form").getByRole("button", { name: "加入清单" }).click();
  // The form that was accepted is empty, the note is not lost, and the quantity is the new one.
  await expect(quantity).toHaveValue("6");
  await expect(lines).toHaveValue("");
  await expect(note).toHaveValue("主控");
  if (!(await lines.isVisible())) await page.getByText("粘贴型号", { exact: true }).click();
  await lines.fill("WS63V100 7");
  await items.getByRole("button", { name: /^移除/ }).first().click();
  const question = page.getByRole("alert").filter({ hasText: "移出清单？" });
  await expect(question).toContainText("数量 6，备注“主控”会一起移除");
  await expect(question).toBeInViewport();
  await expect(lines).toHaveValue("WS63V100 7");
  await question.getByRole("link", { name: "不了，返回" }).click();
  await expect(question).toBeHidden();
  await expect(lines).toHaveValue("WS63V100 7");
});
