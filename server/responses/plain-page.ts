import { createHash } from "node:crypto";

const sheet = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.75 "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif; }
main { max-width: 36em; margin: 15vh auto 0; padding: 0 16px; }
h1 { font-size: 20px; }
`;

/** The hash of these pages' style sheet for the content security policy. */
export const plainPageSheet = `'sha256-${createHash("sha256").update(sheet).digest("base64")}'`;

/** A page for when the portal itself cannot render one: small, without scripts, in the portal's colours. */
export function plainPage(title: string, text: string): string {
  return `<!DOCTYPE html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${sheet}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="/">返回首页</a></p>
</main>
</body>
</html>
`;
}

export const pages = {
  tooLarge: plainPage(
    "提交的内容过大",
    "本次提交超过了大小上限，没有保存。请按浏览器的“返回”回到刚才的页面，精简内容后再试；图片请压缩后再上传。",
  ),
  foreign: plainPage("请求已拒绝", "这个请求不是从本站的页面发出的，没有保存任何内容。请回到本站重新操作。"),
  badRequest: plainPage("请求有误", "服务器看不懂这个请求，请检查地址后再试。"),
  notSignedIn: plainPage(
    "请先登录",
    "上传文件需要登录，而登录状态已失效，没有保存任何内容。请按浏览器的“返回”回到刚才的页面，内容还在那里；登录后再上传一次。",
  ),
  busy: plainPage(
    "访问的人太多",
    "服务器正忙，这次没有处理你的请求，也没有保存任何内容。请按浏览器的“返回”，过几秒再试一次。",
  ),
  failure: plainPage("服务器开小差了", "页面暂时打不开，请稍后再试。若一直如此，请联系管理员。"),
};
