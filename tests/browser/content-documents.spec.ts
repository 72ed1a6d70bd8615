import { writeFile } from "node:fs/promises";
import { expect, test } from "./support/fixtures";

test("@scripted a document that would make the form too large is not chosen, and what was typed stays", async ({
  page,
  visit,
  signIn,
}, testInfo) => {
  await signIn("admin");
  await visit("/moderator/content/notices/new");
  const title = page.locator('input[name="title"]');
  await title.fill("很大的文件");
  const control = page.locator('input[name="file_file"]');
  const choose = async (bytes: number) => {
    // A path, as a buffer of this size takes long to reach the browser.
    const file = testInfo.outputPath("a.pdf");
    await writeFile(file, Buffer.alloc(bytes));
    await control.setInputFiles(file);
  };
  const chosen = () => control.evaluate((input) => (input as HTMLInputElement).files?.length);
  await choose(20 * 1024 * 1024 + 1);
  const problem = page.getByText("文件不能超过 20 MB，没有选上");
  await expect(problem).toBeVisible();
  expect(await chosen()).toBe(0);
  await expect(control).toHaveAttribute("aria-invalid", "true");
  await choose(1_000);
  await expect(problem).toBeHidden();
  expect(await chosen()).toBe(1);
  await expect(title).toHaveValue("很大的文件");
});
