import { signInPath } from "contract/base/wire";
import { appealMax } from "contract/moderation/constants";
import type { DataExport } from "contract/privacy/calls";
import { html } from "hono/html";
import { banner, layout } from "../../pages/layout";
import { attributes, type Markup, nothing } from "../../pages/markup";
import type { BanView, FormState } from "../problem";
import type { Visit } from "../visit";
import { errorText, formOf } from "./fields";
import { bannedPath, formTokenField } from "./paths";

function appealPart(visit: Visit, state: FormState, { appeal, canAppeal }: BanView): Markup {
  if (appeal?.decidedAt) return html`<p>${appeal.upheld ? "申诉成立" : "申诉没有成立"}：${appeal.answer}</p>`;
  if (appeal) return html`<p>你的申诉已经收到，会由另一位管理员或版主处理，结果写在这里。</p>`;
  if (!canAppeal) return html`<p>超过 15 天，不能再申诉。</p>`;
  const wrong = Boolean(state.errors.text);
  const area = attributes({
    id: "text",
    name: "text",
    rows: "5",
    maxlength: String(appealMax),
    required: true,
    "aria-invalid": wrong ? "true" : undefined,
    "aria-describedby": wrong ? "text-error" : undefined,
    autofocus: wrong,
  });
  return formOf(
    visit,
    bannedPath,
    html`<div class="field${wrong ? " wrong" : ""}"><label for="text">为什么不应该禁止访问</label>
<div class="control"><textarea${area}>${state.values.text ?? ""}</textarea></div>${errorText(state, "text")}</div>`,
    "提交申诉",
  );
}

function exportPart(visit: Visit, archive: DataExport | null): Markup {
  const ask = html`<form method="post" action="${bannedPath}">
<input type="hidden" name="${formTokenField}" value="${visit.formToken}">
<button type="submit" class="button" name="intent" value="export">导出我的资料</button>
</form>`;
  if (!archive) return ask;
  if (archive.state === "ready")
    return html`<p><a href="${bannedPath}/export/${archive.address.split("/").at(-1) ?? ""}" download>下载我的资料</a></p>`;
  if (archive.state === "failed") return html`<p>上次没有导出成功。</p>${ask}`;
  return html`<p>正在打包，过一会儿<a href="${bannedPath}">刷新</a>这个页面。</p>`;
}

/** The page with the reason of a ban and the possible actions. */
export function bannedView(visit: Visit, state: FormState): Markup {
  const { settings } = visit.portal.services;
  const { ban } = state;
  const content = ban
    ? html`<h1>账号已被禁止访问</h1>
${banner(state.alert)}
<p class="lead">期限：${ban.until}${ban.reason ? html`<br>原因：${ban.reason}` : nothing}</p>
<h2>申诉</h2>
${appealPart(visit, state, ban)}
<h2>我的资料</h2>
${exportPart(visit, ban.archive)}
<p class="aside"><a href="/">以访客身份浏览</a></p>`
    : html`<h1>账号状态</h1>
<p class="lead">请先登录，如果账号被禁止访问，这里会说明原因。</p>
<p class="actions"><a class="button primary" href="${signInPath}">去登录</a></p>`;
  return layout({ siteName: settings.siteName, title: ban ? "账号已被禁止访问" : "账号状态", content });
}
