import { signInPath } from "contract/base/wire";
import { html } from "hono/html";
import { banner, layout } from "../../pages/layout";
import { type Markup, nothing } from "../../pages/markup";
import type { FormState } from "../problem";
import type { Visit } from "../visit";
import { channelsOf } from "./channels";
import { companyButton } from "./company";
import { accountField, captchaField, codeField, formOf, pageUrl, tabs, textField } from "./fields";
import { registerPath, resetPath } from "./paths";
import { pageTitle } from "./title";

export function signInView(visit: Visit, state: FormState, mode: "password" | "code"): Markup {
  const { settings } = visit.portal.services;
  const hasCodes = channelsOf(visit).length > 0;
  const register =
    settings.registerConfig === 0
      ? nothing
      : html`<span>还没有账号？<a href="${pageUrl(visit, registerPath)}">注册</a></span>`;
  const url = (by: string) => pageUrl(visit, signInPath, by === "password" ? {} : { mode: by });
  const fields =
    mode === "code"
      ? codeField(state)
      : html`${captchaField(state, hasCodes ? url("code") : null)}${textField(state, {
          name: "password",
          label: "密码",
          input: { type: "password", autocomplete: "current-password" },
        })}`;
  return layout({
    siteName: settings.siteName,
    title: pageTitle("登录", state),
    content: html`<h1>登录</h1>
${
  hasCodes
    ? tabs("登录方式", [
        { href: url("password"), text: "密码登录", current: mode === "password" },
        { href: url("code"), text: "验证码登录", current: mode === "code" },
      ])
    : nothing
}
${banner(state.alert)}
${formOf(visit, url(mode), html`${accountField(state, "any")}${fields}`, "登录")}
<p class="aside">${register}<a href="${pageUrl(visit, resetPath)}">忘记密码</a></p>
${companyButton(visit)}`,
  });
}
