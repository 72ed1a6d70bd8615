import { Link, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { stateName } from "~/activities/words";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { areaId } from "~/navigation/areas";
import { paths } from "~/navigation/paths";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import type { loader } from "../area";
import styles from "./organising.module.css";
import { minuteOf } from "./words";

/** The head of the activity and the tabs of its organisers' pages, around the current page. */
export function ManageFrame({ children }: { children: ReactNode }) {
  const { name, to } = useShell();
  const { pathname } = useLocation();
  const activity = useRouteLoaderData<typeof loader>(areaId(name, "manage"))?.activity;
  if (!activity) return children;
  const { id, title, state, startAt, hasWorks, organises } = activity;
  const tab = (path: string, label: string) => (
    <Link
      to={to(path)}
      prefetch="none"
      aria-current={pathname.toLowerCase() === to(path).toLowerCase() ? "page" : undefined}
    >
      {label}
    </Link>
  );
  return (
    <div className={`surface ${styles.page}`}>
      <header className={styles.head}>
        <nav className="crumbs" aria-label="所在位置">
          <Link to={to(paths.organised())}>我组织的活动</Link>
        </nav>
        <h1>{title}</h1>
        <p className="facts">
          <span className="label">{stateName(state)}</span>
          <span>{minuteOf(startAt)} 开始</span>
          <Link to={to(paths.activity(id))}>活动页面</Link>
        </p>
      </header>
      <nav className={styles.tabs} aria-label="活动管理的页面">
        {organises ? (
          <>
            {tab(paths.manage(id), "报名名单")}
            {tab(staffPaths.manageTasks(id), "名额与通知")}
          </>
        ) : null}
        {hasWorks ? tab(staffPaths.manageWorks(id), "作品评审") : null}
        {organises ? (
          // A full page load, because only that document may use the camera.
          <Link to={to(staffPaths.scan(id))} reloadDocument>
            <Icon name="camera" />
            扫码签到
          </Link>
        ) : null}
      </nav>
      <FieldProvider>{children}</FieldProvider>
    </div>
  );
}
