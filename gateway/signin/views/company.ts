import { companySignInPath, logoutPath, signInPath } from "contract/base/wire";
import { html } from "hono/html";
import { banner, layout } from "../../pages/layout";
import { type Markup, nothing } from "../../pages/markup";
import type { CompanyView, FormState } from "../problem";
import type { Visit } from "../visit";
import { channelsOf } from "./channels";
import { accountField, channelTabs, codeField, formOf, pageUrl, textField } from "./fields";
import { companyAccountPath, formTokenField } from "./paths";
import { agreement } from "./register";
import { pageTitle } from "./title";

const nameOf = ({ portal }: Visit) => portal.company?.settings.name ?? "";
const siteOf = ({ portal }: Visit) => portal.services.settings.siteName;

/** The link to the company's sign-in. Empty if none is configured, or if the person has just come from it. */
export function companyButton(visit: Visit): Markup {
  if (!visit.portal.company || visit.redirect === companyAccountPath) return nothing;
  return html`<p class="aside"><a class="button" href="${pageUrl(visit, companySignInPath)}">用${nameOf(visit)}登录</a></p>`;
}

/** The page instead of the sign-in form if people can sign in only through the company. */
export function companyOnlyView(visit: Visit, state: FormState): Markup {
  const content = html`<h1>登录</h1>
${banner(state.alert)}
<p class="lead">本站用${nameOf(visit)}登录，第一次登录时会建立你的账号。</p>
<p class="actions"><a class="button primary" href="${pageUrl(visit, companySignInPath)}">用${nameOf(visit)}登录</a><a class="button" href="/">回到首页</a></p>`;
  return layout({ siteName: siteOf(visit), title: pageTitle("登录", state), content });
}

/** The page between the logout here and the provider's. Not a redirect, because forms must not lead to another site. */
export function companyFarewell(visit: Visit, address: string): Markup {
  const content = html`<h1>已退出本站</h1>
<p class="lead">正在退出${nameOf(visit)}。没有自动打开，请点下面的按钮。</p>
<p class="actions"><a class="button primary" href="${address}">退出${nameOf(visit)}</a><a class="button" href="/">回到首页</a></p>`;
  return layout({ siteName: siteOf(visit), title: "已退出本站", content });
}

const who = (visit: Visit, { label }: CompanyView) =>
  html`${nameOf(visit)}${label ? html` <strong>${label}</strong>` : nothing}`;

/** The part for a signed-in person: link the company account. */
function linkPart(visit: Visit, company: CompanyView, member: NonNullable<CompanyView["member"]>): Markup {
  const again = `${logoutPath}?${new URLSearchParams({ redirect: companyAccountPath })}`;
  if (!member.recent)
    return html`<p class="lead">要把${who(visit, company)}关联到账号 <strong>${member.nickname}</strong>（UID ${member.id}），请先重新登录这个账号，确认是你本人。</p>
<p class="actions"><a class="button primary" href="${again}">重新登录</a></p>`;
  return html`<p class="lead">把${who(visit, company)}关联到当前登录的账号 <strong>${member.nickname}</strong>（UID ${member.id}）？以后用它就能登录这个账号。</p>
<form method="post" action="${companyAccountPath}">
<input type="hidden" name="${formTokenField}" value="${visit.formToken}">
<button type="submit" class="button primary" name="intent" value="link">关联</button>
</form>
<p class="aside"><span>不是你要用的账号？<a href="${again}">换一个账号</a></span></p>`;
}

/** The part for a visitor: create an account, or sign in to an existing one. */
function createPart(visit: Visit, state: FormState, company: CompanyView, by: "phone" | "email"): Markup {
  const signIn = `${signInPath}?${new URLSearchParams({ redirect: companyAccountPath })}`;
  const own = html`<a href="${signIn}">登录它并关联</a>`;
  const taken = company.taken.length
    ? html`<p class="lead">${company.taken.join("、")} 已有本站账号。那是你的账号的话，请${own}。</p>`
    : nothing;
  if (company.closed)
    return html`<p class="lead">${who(visit, company)}还没有关联本站账号，本站暂未开放注册。</p>${taken}
<p class="actions"><a class="button primary" href="${signIn}">登录已有账号并关联</a><a class="button" href="/">回到首页</a></p>`;
  const url = (channel: string) =>
    channel === "phone" ? companyAccountPath : `${companyAccountPath}?by=${channel}`;
  const contact = company.contacts.length
    ? html`<p class="lead">账号会绑定 ${company.contacts.join("、")}。</p>`
    : channelTabs("联系方式", channelsOf(visit), by, url, { phone: "用手机号", email: "用邮箱" });
  const fields = company.contacts.length ? nothing : html`${accountField(state, by)}${codeField(state)}`;
  return html`<p class="lead">${who(visit, company)}第一次登录，请建立你的账号。</p>
${taken}${contact}
${formOf(
  visit,
  url(by),
  html`${fields}${textField(state, {
    name: "nickname",
    label: "昵称",
    hint: "不超过 10 个汉字或 20 个英文字符，以后可以修改",
    input: { autocomplete: "nickname" },
  })}${agreement(state)}`,
  "建立账号并登录",
)}
<p class="aside"><span>已有本站账号？${own}</span></p>`;
}

/** The page for a company account that is not linked with any account. */
export function companyAccountView(visit: Visit, state: FormState, by: "phone" | "email"): Markup {
  const { company } = state;
  const title = company?.member ? "关联账号" : "第一次登录";
  const content = company
    ? html`<h1>${title}</h1>
${banner(state.alert)}
${company.member ? linkPart(visit, company, company.member) : createPart(visit, state, company, by)}`
    : html`<h1>${title}</h1>
${banner(state.alert)}
<p class="lead">${nameOf(visit)}的登录已经过期，或者已经办完。</p>
<p class="actions"><a class="button primary" href="${companySignInPath}">重新登录</a><a class="button" href="/">回到首页</a></p>`;
  return layout({ siteName: siteOf(visit), title: pageTitle(title, state), content });
}
