import { html, raw } from "hono/html";
import { errorIcon, type Markup, mark, nothing, successIcon, traces } from "./markup";
import { stylesheetUrl } from "./style";

/** A complete page of the sign-in portal. */
export function layout(page: { siteName: string; title: string; wide?: boolean; content: Markup }): Markup {
  return html`<!DOCTYPE html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title} - ${page.siteName}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${raw(stylesheetUrl)}">
</head>
<body${page.wide ? raw(' class="wide"') : ""}>
<header class="brand">
<a class="home" href="/">${mark}<span>${page.siteName}</span></a>
<p class="motto">和做芯片、画板子、写驱动的人，一起把问题弄明白。</p>
${traces}
</header>
<main class="panel"><div class="sheet">
${page.content}
</div></main>
</body>
</html>`;
}

/** A message about the whole form or page. */
export function banner(alert: { kind: "error" | "success"; text: string } | undefined): Markup {
  if (!alert) return nothing;
  return alert.kind === "error"
    ? html`<p class="banner error" role="alert">${errorIcon}<span>${alert.text}</span></p>`
    : html`<p class="banner success" role="status">${successIcon}<span>${alert.text}</span></p>`;
}

/** A page that only says what happened and where to go. */
export function noticePage(siteName: string, title: string, text: string): Markup {
  return layout({
    siteName,
    title,
    content: html`<h1>${title}</h1>
<p class="lead">${text}</p>
<p class="actions"><a class="button primary" href="/">回到首页</a><a class="button" href="/gateway/signin">去登录</a></p>`,
  });
}
