import { complaintPath } from "contract/base/wire";
import { complaintReasons, complaintTextMax } from "contract/feedback/constants";
import { html, raw } from "hono/html";
import { errorIcon, type Markup, nothing, successIcon } from "../pages/markup";
import { tokens } from "../pages/tokens.gen";
import { complaintScript } from "./complaint-script";

/** The page is shown in a frame, so it has no header, and only the styles that the form needs. */
const style = `
${tokens}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;padding:4px;background:var(--surface);color:var(--ink);font:15px/1.6 var(--font)}
h1{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%)}
form{display:grid;gap:16px}
p{margin:0}
label{display:block;margin-bottom:6px;font-size:14px;font-weight:600}
input,select,textarea{width:100%;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line-strong);border-radius:var(--radius)}
select{padding-right:32px;appearance:none;background:var(--surface) conic-gradient(from -45deg at bottom,var(--ink-soft) 90deg,transparent 91deg) no-repeat calc(100% - 12px) 50%/10px 5px;text-overflow:ellipsis}
textarea{display:block;min-height:112px;resize:vertical}
.wrong :is(input,select,textarea){border-color:var(--danger)}
:focus-visible{outline:2px solid var(--primary);outline-offset:1px}
button{justify-self:end;min-height:44px;padding:0 20px;font:inherit;font-weight:600;color:var(--on-fill);background:var(--primary-fill);border:0;border-radius:var(--radius);cursor:pointer}
.about{padding:10px 14px;border-radius:var(--radius);background:var(--sunken);overflow-wrap:anywhere}
.hint{margin-top:4px;font-size:13px;color:var(--ink-soft)}
.message,.banner{display:flex;gap:6px;margin-top:4px;font-size:14px;color:var(--danger)}
.done{display:grid;gap:8px;justify-items:center;padding:28px 16px;border-radius:var(--radius);background:var(--sunken);text-align:center}
.done .icon{width:44px;height:44px;color:var(--primary-strong)}
.big{font-size:18px;font-weight:600;color:var(--primary-strong)}
.after{margin-top:12px;text-align:center}
.icon{flex:none;margin-top:2px}
.number{font-size:20px;font-weight:600}
`.trim();

/**
 * The page's state: a form with values and problems, the number of a submitted complaint, or the reason why there is
 * neither.
 */
export type ComplaintState =
  | {
      kind: "form";
      values: Record<string, string>;
      errors: Record<string, string>;
      problem: string;
      token: string;
    }
  | { kind: "done"; number: string }
  | { kind: "refused"; problem: string };

const field = (
  name: string,
  label: string,
  control: Markup,
  errors: Record<string, string>,
  hint = "",
) => html`<div${errors[name] ? raw(' class="wrong"') : nothing}>
<label for="${name}">${label}</label>
${control}
${hint ? html`<p class="hint">${hint}</p>` : nothing}
${errors[name] ? html`<p class="message" id="${name}-problem">${errorIcon}<span>${errors[name]}</span></p>` : nothing}
</div>`;

function complaintForm(state: Extract<ComplaintState, { kind: "form" }>, origins: string[]): Markup {
  const { values, errors, problem, token } = state;
  const wrong = (name: string) =>
    errors[name] ? html` aria-invalid="true" aria-describedby="${name}-problem"` : nothing;
  const context = values.context
    ? (JSON.parse(values.context) as { additionalContext: { contentTitle: string; postURL: string } })
    : null;
  const about = context && (context.additionalContext.contentTitle || context.additionalContext.postURL);
  const options = Object.entries(complaintReasons).map(
    ([value, name]) =>
      html`<option value="${value}"${values.reason === value ? raw(" selected") : nothing}>${name}</option>`,
  );
  return html`<p id="waiting"${context ? raw(" hidden") : nothing}>正在等待被投诉内容的信息……</p>
<noscript><p>这个页面需要 JavaScript。请<a href="/complaint" target="_top">改用表单投诉</a>。</p></noscript>
<form method="post" action="${complaintPath}" data-origins="${JSON.stringify(origins)}"${context ? nothing : raw(" hidden")}>
<input type="hidden" name="context" value="${values.context ?? ""}">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="submissionId" value="${values.submissionId ?? ""}">
${problem ? html`<p class="banner" role="alert">${errorIcon}<span>${problem}</span></p>` : nothing}
<p class="about" id="about"${about ? nothing : raw(" hidden")}>投诉的内容：<b>${about}</b></p>
${field("reason", "投诉原因", html`<select id="reason" name="reason"${wrong("reason")}><option value="">请选择</option>${options}</select>`, errors)}
${field("text", "情况说明", html`<textarea id="text" name="text" rows="4"${wrong("text")}>${values.text ?? ""}</textarea>`, errors, `哪里有问题、依据是什么。最多 ${complaintTextMax} 字`)}
${field("contact", "联系方式（可不填）", html`<input id="contact" name="contact" value="${values.contact ?? ""}" autocomplete="off"${wrong("contact")}>`, errors, "手机号或邮箱，只用来就这次投诉联系你")}
<button type="submit">提交投诉</button>
</form>`;
}

/**
 * The built-in complaint page (spec 2.7).
 * @param nonce for its one style sheet and one script
 * @param origins other origins whose pages may embed it
 */
export function complaintPage(
  state: ComplaintState,
  { nonce, origins, siteName }: { nonce: string; origins: string[]; siteName: string },
): Markup {
  const body =
    state.kind === "form"
      ? complaintForm(state, origins)
      : state.kind === "done"
        ? html`<div class="done" role="status">${successIcon}<p class="big">已收到你的投诉</p>
<p>编号 <span class="number">${state.number}</span></p></div>
<p class="hint after">处理结果会以系统消息告诉你，也可以在“我的投诉”里按编号查看进度。</p>`
        : html`<p class="banner" role="alert">${errorIcon}<span>${state.problem}</span></p>`;
  return html`<!DOCTYPE html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>内容投诉 - ${siteName}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(style)}</style>
</head>
<body>
<main>
<h1>内容投诉</h1>
${body}
</main>
${state.kind === "form" ? html`<script nonce="${nonce}">${raw(complaintScript)}</script>` : nothing}
</body>
</html>`;
}
