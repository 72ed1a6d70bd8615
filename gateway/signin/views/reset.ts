import { signInPath } from "contract/base/wire";
import { html } from "hono/html";
import { banner, layout } from "../../pages/layout";
import type { Markup } from "../../pages/markup";
import type { FormState } from "../problem";
import type { Visit } from "../visit";
import { accountField, codeField, formOf, newPasswordField, pageUrl } from "./fields";
import { resetPath } from "./paths";
import { pageTitle } from "./title";

export function resetView(visit: Visit, state: FormState): Markup {
  return layout({
    siteName: visit.portal.services.settings.siteName,
    title: pageTitle("重置密码", state),
    content: html`<h1>重置密码</h1>
<p class="lead">验证码会发到账号绑定的手机或邮箱。重置后，所有设备都要重新登录。</p>
${banner(state.alert)}
${formOf(
  visit,
  pageUrl(visit, resetPath),
  html`${accountField(state, "any")}${codeField(state)}${newPasswordField(state, "新密码")}`,
  "重置密码",
)}
<p class="aside"><a href="${pageUrl(visit, signInPath)}">返回登录</a></p>`,
  });
}
