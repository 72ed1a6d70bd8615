import { codeLength } from "contract/account/constants";
import { signInPath } from "contract/base/wire";
import { recoveryCodeLength } from "contract/factors/constants";
import { html, raw } from "hono/html";
import { banner, layout } from "../../pages/layout";
import { type Markup, nothing } from "../../pages/markup";
import { passkeyScriptUrl } from "../../pages/passkey-script";
import type { FormState } from "../problem";
import type { Visit } from "../visit";
import { formOf, pageUrl, tabs, textField } from "./fields";
import { formTokenField, secondFactorPath } from "./paths";
import { pageTitle } from "./title";

/** Passkeys that are of no use here, because the person is at another domain. */
const elsewhere = (hosts: string[], hidden: boolean): Markup =>
  html`<p class="hint" id="passkeys-elsewhere"${raw(hidden ? " hidden" : "")}>你的通行密钥只能在 ${hosts.join("、")} 上使用。请到那里登录，或用别的方式。</p>`;

/** The form is hidden until the script finds that this browser supports passkeys, and is at their domain. */
function passkeyForm(visit: Visit, { passkey, passkeyHosts }: NonNullable<FormState["second"]>): Markup {
  if (passkey === null) return passkeyHosts.length > 0 ? elsewhere(passkeyHosts, false) : nothing;
  return html`<form method="post" action="${pageUrl(visit, secondFactorPath)}" data-passkey="${passkey}" hidden>
<input type="hidden" name="${formTokenField}" value="${visit.formToken}">
<input type="hidden" name="passkey" value="">
<input type="hidden" name="intent" value="passkey">
<button type="submit" class="button">用通行密钥登录</button>
<p class="message" role="alert" hidden>没有完成，可以再试一次，或用验证码。</p>
</form>
${elsewhere(passkeyHosts, true)}
<script src="${raw(passkeyScriptUrl)}" defer></script>`;
}

function codePart(visit: Visit, state: FormState, byRecovery: boolean): Markup {
  const url = (way: string) => pageUrl(visit, secondFactorPath, way ? { way } : {});
  const field = byRecovery
    ? textField(state, {
        name: "code",
        label: "恢复码",
        hint: "设置两步验证时保存的，每个只能用一次",
        input: {
          autocomplete: "off",
          autocapitalize: "none",
          spellcheck: "false",
          // Room for hyphens, and for spaces around the code.
          maxlength: recoveryCodeLength + 10,
          autofocus: true,
        },
      })
    : textField(state, {
        name: "code",
        label: "验证器上的验证码",
        hint: "打开手机上的验证器，输入 6 位数字",
        input: {
          inputmode: "numeric",
          autocomplete: "one-time-code",
          maxlength: codeLength + 1,
          autofocus: true,
        },
      });
  return html`${tabs("验证方式", [
    { href: url(""), text: "验证码", current: !byRecovery },
    { href: url("recovery"), text: "恢复码", current: byRecovery },
  ])}
${formOf(visit, url(byRecovery ? "recovery" : ""), field, "登录")}`;
}

/** The second step of a sign-in. */
export function secondFactorView(visit: Visit, state: FormState, byRecovery: boolean): Markup {
  const { siteName } = visit.portal.services.settings;
  const { second } = state;
  const content = second
    ? html`<h1>两步验证</h1>
<p class="lead">正在登录 <strong>${second.nickname}</strong>，还差一步。</p>
${banner(state.alert)}
${codePart(visit, state, byRecovery)}
${passkeyForm(visit, second)}
<p class="aside"><a href="${pageUrl(visit, signInPath)}">返回登录</a><span>都用不了？请联系管理员</span></p>`
    : html`<h1>两步验证</h1>
<p class="lead">这次登录已过期，或者已经在别处完成。请重新登录。</p>
<p class="actions"><a class="button primary" href="${pageUrl(visit, signInPath)}">重新登录</a></p>`;
  return layout({ siteName, title: pageTitle("两步验证", state), content });
}
