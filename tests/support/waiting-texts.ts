import type { PlainBrowser } from "./plain-browser";

/** One of the demo's sensitive words: a text with it waits for review. */
export const reviewedWord = "刷单兼职";

/**
 * Writes `count` topics that wait for review, through the forms. First it writes three topics that are published at
 * once, because a new member may not write as many.
 */
export async function writeWaiting(browser: PlainBrowser, count: number): Promise<void> {
  for (let at = 0; at < count + 3; at += 1) {
    const editor = await browser.get("/posting");
    const fid = editor.$('select[name="fid"] option[value!=""]').first().attr("value") ?? "";
    const content = at < 3 ? "一段普通的正文。" : `第 ${at} 段${reviewedWord}的正文。`;
    const page = await browser.submit(
      editor,
      { intent: "publish" },
      { fid, title: `等着看一眼的帖子 ${at}`, content, tags: "测试" },
    );
    if (page.status !== 200 || !/thread-\d+/.test(page.url.pathname))
      throw new Error(`publishing answered ${page.status}: ${page.text.slice(0, 500)}`);
  }
}
