import type { Channel } from "contract/account/identity";
import { signInPath } from "contract/base/wire";
import { html } from "hono/html";
import { banner, layout } from "../../pages/layout";
import type { Markup } from "../../pages/markup";
import type { FormState } from "../problem";
import type { Visit } from "../visit";
import { channelsOf } from "./channels";
import { accountField, codeField, formOf, newPasswordField, pageUrl } from "./fields";
import { resetPath } from "./paths";
import { pageTitle } from "./title";

/** Says where the code goes, which depends on what this site can send. */
function leadOf(channels: readonly Channel[]): string {
  const places = channels.map((channel) => (channel === "phone" ? "手机" : "邮箱")).join("或");
  return places
    ? `验证码会发到账号绑定的${places}。`
    : "本站还没有开通短信和邮件，发不出验证码，请联系管理员重置密码。";
}

export function resetView(visit: Visit, state: FormState): Markup {
  return layout({
    siteName: visit.portal.services.settings.siteName,
    title: pageTitle("重置密码", state),
    content: html`<h1>重置密码</h1>
<p class="lead">${leadOf(channelsOf(visit))}重置后，所有设备都要重新登录。</p>
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
