import type { FooterColumn, MenuPanel } from "contract/site/calls";
import { renderToStaticMarkup } from "react-dom/server";
import type { ShellName } from "~/navigation/screens";
import { inShell } from "~/navigation/shell-address";
import header from "./desktop-header.module.css";

/**
 * A mega panel's markup: first level on the left, second and third on the right of each row (spec 2.4). Empty
 * without entries.
 */
export function panelMarkup(entries: MenuPanel[]): string {
  return renderToStaticMarkup(
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
                <a key={third.id} className={header.third} href={third.linkurl}>
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

/**
 * The markup of the footer's columns from the server's list (spec 2.6), with links that stay in the shell.
 */
export function columnsMarkup(columns: FooterColumn[], shell: ShellName): string {
  return renderToStaticMarkup(
    columns.map((column) => (
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
