import { signInPath } from "contract/base/wire";
import { policyTitles } from "contract/site/constants";
import { html } from "hono/html";
import { banner, layout } from "../../pages/layout";
import { attributes, type Markup, nothing } from "../../pages/markup";
import type { FormState } from "../problem";
import type { Visit } from "../visit";
import { channelsOf } from "./channels";
import {
  accountField,
  channelTabs,
  codeField,
  errorText,
  formOf,
  isFirstWrong,
  newPasswordField,
  pageUrl,
  textField,
} from "./fields";
import { registerPath } from "./paths";
import { pageTitle } from "./title";

/** The checkbox with links to the policies; empty if there are none. */
export function agreement(state: FormState): Markup {
  const { agreements = [] } = state;
  if (agreements.length === 0) return nothing;
  const wrong = Boolean(state.errors.agree);
  const input = {
    type: "checkbox",
    id: "agree",
    name: "agree",
    value: "yes",
    required: true,
    checked: state.values.agree === "yes",
    "aria-invalid": wrong ? "true" : undefined,
    "aria-describedby": wrong ? "agree-error" : undefined,
    autofocus: isFirstWrong(state, "agree"),
  };
  const links = agreements.map(
    (id, index) =>
      html`${index > 0 ? "和" : ""}<a href="/legalNotices/${id}" target="_blank" rel="noopener">《${policyTitles[id]}》</a>`,
  );
  return html`<div class="field${wrong ? " wrong" : ""}"><label class="check"><input${attributes(input)}><span>我已阅读并同意${links}</span></label>${errorText(state, "agree")}</div>`;
}

/** The message in place of the form while registration is closed. */
export function closedView(visit: Visit, text: string): Markup {
  const { siteName } = visit.portal.services.settings;
  const content = html`<h1>注册</h1>
<p class="lead">${text}</p>
<p class="actions"><a class="button primary" href="${pageUrl(visit, signInPath)}">去登录</a><a class="button" href="/">回到首页</a></p>`;
  return layout({ siteName, title: "注册", content });
}

export function registerView(visit: Visit, state: FormState, by: "phone" | "email"): Markup {
  const url = (channel: string) => pageUrl(visit, registerPath, channel === "phone" ? {} : { by: channel });
  return layout({
    siteName: visit.portal.services.settings.siteName,
    title: pageTitle("注册", state),
    content: html`<h1>注册</h1>
${channelTabs("注册方式", channelsOf(visit), by, url, { phone: "手机号注册", email: "邮箱注册" })}
${banner(state.alert)}
${formOf(
  visit,
  url(by),
  html`${accountField(state, by)}${codeField(state)}${textField(state, {
    name: "nickname",
    label: "昵称",
    hint: "不超过 10 个汉字或 20 个英文字符，以后可以修改",
    input: { autocomplete: "nickname" },
  })}${newPasswordField(state, "密码")}${agreement(state)}`,
  "注册",
)}
<p class="aside"><span>已有账号？<a href="${pageUrl(visit, signInPath)}">登录</a></span></p>`,
  });
}
