import type { Context } from "hono";
import { html } from "hono/html";
import { htmlPage } from "../../pages/html-page";
import { layout } from "../../pages/layout";
import type { Services } from "../../server/context";

/** The link for a person whose address does not lead to a file now. */
export interface WayBack {
  address: string;
  name: string;
}

export const home: WayBack = { address: "/home", name: "回到首页" };

/** The page for an expired address (410), or for one without a file (404). */
export function goneBack(context: Context, { settings }: Services, status: 404 | 410, way: WayBack) {
  const [title, text] =
    status === 410
      ? ["下载地址已过期", "为了安全，下载地址只在几个小时内有效。回到它所在的页面，就能得到新的地址。"]
      : ["没有这个文件", "地址可能不完整，或者文件已经撤下。"];
  const page = layout({
    siteName: settings.siteName,
    title,
    content: html`<h1>${title}</h1>
<p class="lead">${text}</p>
<p class="actions"><a class="button primary" href="${way.address}">${way.name}</a></p>`,
  });
  return htmlPage(context, settings, page, status);
}
