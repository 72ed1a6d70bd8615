import type { Page } from "@playwright/test";
import { canvas } from "../support/upload-files";
import { expect, test } from "./support/fixtures";

// What JavaScript adds to uploading; tests/http/uploads.test.ts tests the form without it.
const picture = async (name: string, background: string) => ({
  name,
  mimeType: "image/png",
  buffer: await canvas(120, 80, background).png().toBuffer(),
});
const content = (page: Page) => page.getByRole("textbox", { name: "正文" });
const picker = (page: Page) => page.getByLabel("选择要上传的图片或附件");
const list = (page: Page) => page.getByRole("list", { name: "上传的文件" });
const imageMarkdown = /^!\[(.*)\]\(\/gateway\/files\/[0-9a-f]{32}\.png\)$/;

/** Lets the page paste files from the clipboard or drop them into the text. */
async function give(
  page: Page,
  how: "paste" | "drop",
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const { name, mimeType, buffer } = file;
  await content(page).evaluate(
    (textarea, { how, name, mimeType, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name, { type: mimeType }));
      const options = { bubbles: true, cancelable: true };
      textarea.dispatchEvent(
        how === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", { ...options, dataTransfer: data }),
      );
    },
    { how, name, mimeType, base64: buffer.toString("base64") },
  );
}

test.beforeEach(async ({ signIn, visit, page }) => {
  await signIn("member");
  await visit("/posting");
  await page.getByRole("button", { name: "上传图片或附件" }).waitFor();
});

test("picked files keep their order, one fails and is retried, a description goes into the text, and the topic is published", async ({
  page,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  let failures = 1;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/editor/upload", async (route) => {
    if (route.request().postDataBuffer()?.includes("second.png") && failures > 0) {
      failures -= 1;
      await route.abort();
      return;
    }
    await held;
    await route.continue();
  });
  await content(page).fill("开头");
  await picker(page).setInputFiles([
    await picture("电源树.png", "#aa0000"),
    await picture("second.png", "#00aa00"),
  ]);
  await expect(content(page)).toHaveValue("开头\n\n![上传中 电源树.png…]()\n\n![上传中 second.png…]()\n");
  await expect(list(page).getByText("网络中断，文件还在这里，请检查网络后重试")).toBeVisible();
  // The topic is not published while a picture is missing.
  await page.getByRole("textbox", { name: "标题" }).fill("上传的图片按选择的顺序");
  await page.getByLabel("版块").selectOption("101");
  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  await expect(page.getByText("有 1 个文件没有上传成功，请重试或移除后再提交")).toBeVisible();

  await page.getByRole("button", { name: "重试上传 second.png" }).click();
  release();
  const written = async () => (await content(page).inputValue()).split("\n\n").map((part) => part.trim());
  await expect
    .poll(async () => (await written()).slice(1).every((part) => imageMarkdown.test(part)))
    .toBe(true);
  expect((await written()).map((part) => imageMarkdown.exec(part)?.[1])).toEqual([
    undefined,
    "电源树",
    "second",
  ]);
  await list(page).getByRole("textbox", { name: "图片说明" }).first().fill("3.3V [主] 电源");
  await expect.poll(async () => (await written())[1]).toMatch(/^!\[3\.3V \\\[主\\\] 电源\]\(/);

  await page.getByRole("button", { name: "发布", exact: true }).last().click();
  await expect(page).toHaveURL(/thread-\d+/);
  const image = page.getByRole("img", { name: "3.3V [主] 电源" });
  await expect(image).toHaveAttribute("width", "120");
  await expect(page.getByRole("img", { name: "second" })).toBeVisible();
});

test("pasted and dropped pictures are uploaded at the caret, and a running upload can be cancelled", async ({
  page,
}) => {
  await content(page).fill("前面\n\n后面");
  await content(page).evaluate((textarea: HTMLTextAreaElement) => textarea.setSelectionRange(3, 3));
  await give(page, "paste", await picture("波形.png", "#0000aa"));
  await expect(content(page)).toHaveValue(
    /^前面\n\n!\[波形\]\(\/gateway\/files\/[0-9a-f]{32}\.png\)\n\n后面$/,
  );
  await give(page, "drop", await picture("板子.png", "#00aaaa"));
  await expect(content(page)).toHaveValue(/!\[板子\]\(\/gateway\/files\//);

  await page.route("**/editor/upload", () => {});
  const before = await content(page).inputValue();
  await picker(page).setInputFiles(await picture("很慢.png", "#aaaa00"));
  await expect(content(page)).toHaveValue(/!\[上传中 很慢\.png…\]\(\)/);
  await expect(page.getByRole("progressbar", { name: "很慢.png 的上传进度" })).toBeVisible();
  await page.getByRole("button", { name: "取消上传 很慢.png" }).click();
  await expect(content(page)).not.toHaveValue(/很慢/);
  expect((await content(page).inputValue()).replace(/\s+/g, "")).toBe(before.replace(/\s+/g, ""));
});

test("a picture from this computer is asked for by name, and choosing it puts it in its place", async ({
  page,
}) => {
  await content(page).fill("`![](file:///in-code.png)`\n\n看 ![接线图](file:///C:/Users/li/wiring.png) 这里");
  await expect(
    page.getByText("正文引用了本机图片 wiring.png，别人看不到它，请重新选择该文件上传"),
  ).toBeVisible();
  await expect(page.getByText("in-code.png，别人")).toHaveCount(0);
  await page.getByLabel("选择 wiring.png").setInputFiles(await picture("wiring.png", "#555555"));
  await expect(content(page)).toHaveValue(/看 !\[接线图\]\(\/gateway\/files\/[0-9a-f]{32}\.png\) 这里$/);
  await expect(page.getByText("正文引用了本机图片")).toHaveCount(0);
});

test("a file that is not a picture is refused by its content, and leaves nothing in the text", async ({
  page,
}) => {
  await content(page).fill("正文");
  await picker(page).setInputFiles([
    { name: "假的.png", mimeType: "image/png", buffer: Buffer.from("<svg onload=alert(1)>") },
    { name: "工具.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ") },
  ]);
  await expect(
    list(page).getByText("文件内容不是 PNG、JPEG、GIF 或 WebP 图片，与后缀 .png 不符"),
  ).toBeVisible();
  await expect(list(page).getByText(/^不支持 .exe 文件：请打包成 zip/)).toBeVisible();
  await expect.poll(async () => (await content(page).inputValue()).trim()).toBe("正文");
  await page.getByRole("button", { name: "移除 假的.png" }).click();
  await page.getByRole("button", { name: "移除 工具.exe" }).click();
  await expect(list(page)).toHaveCount(0);
});
