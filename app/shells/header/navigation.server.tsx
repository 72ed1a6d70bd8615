import type { FooterColumn, MenuPanel } from "contract/site/calls";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { paths } from "~/navigation/paths";
import type { ShellName } from "~/navigation/screens";
import { inShell } from "~/navigation/shell-address";
import header from "./desktop-header.module.css";

/** Markup with spaces between links: without styles they would read as one word. */
const linkMarkup = (links: ReactNode): string => renderToStaticMarkup(links).replaceAll("</a><a", "</a> <a");

/**
 * A mega panel's markup: first level on the left, second and third on the right of each row (spec 2.4). Empty
 * without entries.
 */
export function panelMarkup(entries: MenuPanel[]): string {
  return linkMarkup(
    entries.map((first) => (
      <section key={first.id} className={header.first}>
        <a className={header.firstName} href={first.linkurl}>
          {first.name}
        </a>
        <div className={header.groups}>
          {first.children.map((second) => (
            <div key={second.id} className={header.group}>
              <a href={second.linkurl}>{second.name}</a>
              {second.children.map((third) => (
                <a key={third.id} href={third.linkurl}>
                  {third.name}
                </a>
              ))}
            </div>
          ))}
        </div>
      </section>
    )),
  );
}

/** The address of a class or product in the side menu (spec 2.1); it redirects to the product centre. */
const sideMenuLink = (linkurl: string): string =>
  linkurl
    .replace(/^\/products\/index\?id=(\d+)$/, "/product/info?id=$1")
    .replace(/^\/products\/details\/(\d+)$/, "/product/detail/$1");

/** The same two levels for the phone's drawer (spec 2.5), which open one by one. */
export function drawerMarkup(name: string, path: string, entries: MenuPanel[]): string {
  if (entries.length === 0) return "";
  return linkMarkup(
    <details>
      <summary>{name}</summary>
      <a href={inShell(path, "h5")}>全部{name}</a>
      {entries.map((first) => (
        <details key={first.id}>
          <summary>{first.name}</summary>
          <a href={inShell(sideMenuLink(first.linkurl), "h5")}>全部{first.name}</a>
          {first.children.map((second) => (
            <a key={second.id} href={inShell(sideMenuLink(second.linkurl), "h5")}>
              {second.name}
            </a>
          ))}
        </details>
      ))}
    </details>,
  );
}

/** Our own column of the footer, after the server's (spec 2.6). */
const feedback: FooterColumn = {
  id: "feedback",
  name: "投诉与举报",
  linkurl: "",
  children: [
    { id: "suggestion", name: "意见建议", linkurl: paths.suggestion() },
    { id: "complaint", name: "内容投诉", linkurl: paths.complaint() },
  ],
};

/** The markup of the footer's columns: the server's list and our own column (spec 2.6), with links in the shell. */
export function columnsMarkup(columns: FooterColumn[], shell: ShellName): string {
  const filled = [...columns, feedback].filter(({ children }) => children.length > 0);
  return linkMarkup(
    filled.map((column) => (
      <section key={column.id}>
        <h2>{column.name}</h2>
        <ul>
          {column.children.map((link) => (
            <li key={link.id}>
              <a href={inShell(link.linkurl, shell)}>{link.name}</a>
            </li>
          ))}
        </ul>
      </section>
    )),
  );
}

/** The policies in the footer (spec 2.6), with their names when no clause has a title. */
const legalPages = [
  { id: "legalNotices", name: "法律声明" },
  { id: "privacyPolicy", name: "隐私政策" },
  { id: "userPolicy", name: "用户协议" },
  { id: "cookie-policy", name: "Cookie 政策" },
];

/** The markup of the footer's legal links, with the clauses' titles, and of the feed link. */
export function legalMarkup(clauses: { id: string; title: string }[], shell: ShellName): string {
  return linkMarkup(
    <>
      {legalPages.map(({ id, name }) => (
        <a key={id} href={inShell(paths.policy(id), shell)}>
          {clauses.find((clause) => clause.id === id)?.title || name}
        </a>
      ))}
      <a href={paths.feed("all")} title="用订阅软件看全部新帖">
        订阅（Atom）
      </a>
    </>,
  );
}
