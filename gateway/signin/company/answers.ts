import { companySignInPath, signInPath } from "contract/base/wire";
import { html } from "hono/html";
import { htmlPage } from "../../pages/html-page";
import { layout } from "../../pages/layout";
import { nothing } from "../../pages/markup";
import type { CompanyVisit } from "./trips";

const withRedirect = (path: string, redirect: string) =>
  redirect === "/" ? path : `${path}?${new URLSearchParams({ redirect })}`;

/** A page that says why a sign-in through the company failed, with links to other ways. */
export function answerNotice(
  visit: CompanyVisit,
  {
    status,
    title,
    text,
    redirect,
  }: { status: 400 | 403 | 409 | 503; title: string; text: string; redirect: string },
): Response | Promise<Response> {
  const { services } = visit.portal;
  const { name, only } = visit.company.settings;
  const local = only
    ? nothing
    : html`<a class="button" href="${withRedirect(signInPath, redirect)}">用本站账号登录</a>`;
  const content = html`<h1>${title}</h1>
<p class="lead">${text}</p>
<p class="actions"><a class="button primary" href="${withRedirect(companySignInPath, redirect)}">重新用${name}登录</a>${local}<a class="button" href="/">回到首页</a></p>`;
  const { siteName } = services.settings;
  return htmlPage(visit.context, services.settings, layout({ siteName, title, content }), status);
}

/** The page for a provider that does not answer. It may be back soon, so the page suggests to try again. */
export function answerAway(visit: CompanyVisit, redirect: string): Response | Promise<Response> {
  visit.context.header("retry-after", "30");
  const { name, only } = visit.company.settings;
  return answerNotice(visit, {
    status: 503,
    title: `${name}登录暂时不可用`,
    text: only
      ? "公司的登录服务没有回答。过一会儿再试；不登录也可以先浏览本站。"
      : "公司的登录服务没有回答。过一会儿再试，或者用本站账号登录。",
    redirect,
  });
}

/** The page for a sign-in that has expired, was used already, or did not begin in this browser. */
export const answerStale = (visit: CompanyVisit, redirect: string): Response | Promise<Response> =>
  answerNotice(visit, {
    status: 400,
    title: "这次登录已经失效",
    text: "它可能已经用过、放得太久，或者不是从这个浏览器开始的。请重新登录。",
    redirect,
  });
