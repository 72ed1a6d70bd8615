import { expect, test } from "./support/fixtures";

test("@scripted a block of a spreadsheet is pasted into the table of parameters, and the arrow keys move in it", async ({
  page,
  visit,
  signIn,
}) => {
  await signIn("admin");
  await visit("/moderator/content/products?table=");
  const cell = (row: number, column: number) =>
    page.locator("tbody tr").nth(row).locator("td input").nth(column);
  await cell(0, 1).focus();
  // The keys load with the table.
  await expect(async () => {
    await cell(0, 1).focus();
    await page.keyboard.press("ArrowDown");
    await expect(cell(1, 1)).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press("ArrowRight");
  await expect(cell(1, 2)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(cell(2, 2)).toBeFocused();
  await cell(0, 1).focus();
  const before = await cell(1, 2).inputValue();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "1 Mbit/s\t1~2 V\n2 Mbit/s\t2~3 V\n");
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  });
  await expect(cell(0, 1)).toHaveValue("1 Mbit/s");
  await expect(cell(1, 2)).toHaveValue("2~3 V");
  expect(before).not.toBe("2~3 V");
  // What of a block has no cell is said.
  const corner = page.locator("tbody tr").last().locator("td input").last();
  await corner.focus();
  await page.evaluate(
    (same) => {
      const data = new DataTransfer();
      data.setData("text/plain", `${same}\t5\n6\t\n`);
      const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
    },
    await corner.inputValue(),
  );
  await expect(page.getByText("粘贴的内容有 2 格在这一页的表外面，没有贴进去")).toBeVisible();
  await page.getByRole("button", { name: "看会改什么" }).click();
  await expect(page.getByRole("heading", { name: "会改 2 个产品的 4 个参数，现在还没有写入" })).toBeVisible();
  await page.getByRole("button", { name: "再改改" }).click();
  await expect(cell(1, 2)).toHaveValue("2~3 V");
});
