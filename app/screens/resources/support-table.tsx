import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { ReactNode } from "react";
import { supportedUntil, versionStanding } from "~/format/standing";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import styles from "./resources.module.css";

/** The names in a cell, with their links; a dash when there are none. */
function Names({ children }: { children: ReactNode[] }) {
  return children.length === 0 ? <span>—</span> : <ul className={styles.names}>{children}</ul>;
}

/** The compatibility table: each SDK's versions by chip, tool and system. */
export function SupportTable({ rows }: Pick<CallResponse<"resourceSupport">, "rows">) {
  const { to } = useShell();
  if (rows.length === 0)
    return (
      <EmptyState title="没有可比较的版本" text="这个范围里还没有写明支持范围的 SDK。换个产品或分类看看。" />
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label="支持范围" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">SDK 与版本</th>
            <th scope="col">芯片与开发板</th>
            <th scope="col">工具</th>
            <th scope="col">系统</th>
            <th scope="col">支持期</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ pk_rm_resource, title, version, date, state, until, supports }) => (
            <tr key={`${pk_rm_resource} ${version}`}>
              <th scope="row">
                <Link to={to(paths.resource(pk_rm_resource))}>{title}</Link>
                <small>
                  {version} · {versionStanding(state)} · {date}
                </small>
              </th>
              <td>
                <Names>
                  {supports.products.map(({ id, name }) => (
                    <li key={id}>
                      <Link to={to(paths.product(id))}>{name}</Link>
                    </li>
                  ))}
                </Names>
              </td>
              <td>
                <Names>
                  {supports.tools.map(({ id, name }) => (
                    <li key={id}>
                      <Link to={to(paths.resource(id))}>{name}</Link>
                    </li>
                  ))}
                </Names>
              </td>
              <td>
                <Names>
                  {supports.systems.map((name) => (
                    <li key={name}>{name}</li>
                  ))}
                </Names>
              </td>
              <td>{supportedUntil(until)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
