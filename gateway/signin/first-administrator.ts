import { wholeChange } from "contract/base/pages";
import { firstAdministratorPath, logoutPath } from "contract/base/wire";
import type { Context } from "hono";
import { html } from "hono/html";
import { isFirstLink, spendFirstLink } from "../moderation/administrators/first-link";
import { readForm } from "../pages/form";
import { htmlPage } from "../pages/html-page";
import { banner, layout, noticePage } from "../pages/layout";
import type { Markup } from "../pages/markup";
import type { Account } from "../server/context";
import { readRequestCaller } from "../server/sessions/callers";
import { leave } from "./enter";
import { formOf } from "./views/fields";
import { isOwnForm, openVisit, type SignInPortal, type Visit } from "./visit";

const title = "成为第一位管理员";

type Status = 200 | 403 | 404;

/** The page sends its Referer, which contains the token, only to this origin. With no Referer, forms send no Origin. */
const answer = ({ context, portal }: Visit, page: Markup, status: Status) =>
  htmlPage(context, portal.services.settings, page, status);

const showPage = (visit: Visit, content: Markup, status: Status = 200) =>
  answer(
    visit,
    layout({
      siteName: visit.portal.services.settings.siteName,
      title,
      content: html`<h1>${title}</h1>${content}`,
    }),
    status,
  );

const showDead = (visit: Visit) =>
  answer(
    visit,
    noticePage(
      visit.portal.services.settings.siteName,
      "链接无效",
      "它可能已经用过、已过期，或者之后又启动过一次。没有管理员时，每次启动都会打印一个有效的链接；也可以在服务器上运行 npm run admin -- grant。",
    ),
    404,
  );

const addressOf = (token: string) => `${firstAdministratorPath}?${new URLSearchParams({ token })}`;

/** The page for visitors: they sign in or register first, and come back. */
const showSignIn = (visit: Visit, token: string) =>
  showPage(
    visit,
    html`<p class="lead">先登录要当管理员的账号，还没有账号就先注册；之后会回到这里确认。</p>
<p class="actions"><a class="button primary" href="/login?${new URLSearchParams({ redirect: addressOf(token) })}">去登录或注册</a></p>`,
  );

const showConfirm = (visit: Visit, token: string, { nickname, id }: Account, status: 200 | 403 = 200) =>
  showPage(
    visit,
    html`${banner(status === 403 ? { kind: "error", text: "页面已过期，请重新确认" } : undefined)}
<p class="lead">当前登录的是 <strong>${nickname}</strong>（UID ${id}）。确认后，这个账号成为管理员：能处理所有版块的内容、装载内容、任免其他管理员。这个链接随即作废。</p>
${formOf(visit, addressOf(token), html``, "确认，成为管理员")}
<p class="aside"><span>不是你要用的账号？<a href="${logoutPath}?${new URLSearchParams({ redirect: addressOf(token) })}">换一个账号</a></span></p>`,
    status,
  );

/** The visit with its token and signed-in account, or the page for an invalid link. Throws TOO_FREQUENT. */
async function open(context: Context, portal: SignInPortal) {
  const { services } = portal;
  const visit = openVisit(context, portal);
  await services.limits.spend("firstAdministrator", visit.network);
  const token = context.req.query("token") ?? "";
  const isGood = await isFirstLink(services, token);
  const { account } = await readRequestCaller(context, services);
  return { visit, token, isGood, account };
}

/** GET: asks the signed-in person and changes nothing, because programs open links too. */
export async function showFirstLink(context: Context, portal: SignInPortal): Promise<Response> {
  const { visit, token, isGood, account } = await open(context, portal);
  if (!isGood) return showDead(visit);
  return account ? showConfirm(visit, token, account) : showSignIn(visit, token);
}

/** POST: makes the account the first administrator, and redirects to the moderation area. */
export async function submitFirstLink(context: Context, portal: SignInPortal): Promise<Response> {
  const { visit, token, isGood, account } = await open(context, portal);
  if (!isGood) return showDead(visit);
  if (!account) return showSignIn(visit, token);
  if (!isOwnForm(visit, await readForm(context))) return showConfirm(visit, token, account, 403);
  if (!(await spendFirstLink(portal.services, account.id, token))) return showDead(visit);
  portal.services.pagesChanged(wholeChange);
  return leave(visit, "/moderator");
}
