import { Link, useLocation } from "@remix-run/react";
import { Fragment, type ReactNode } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./frame.module.css";
import { useLevels } from "./use-levels";

/** The menu of the training pages above the current one; a row of scrolling tabs on h5. */
export function TrainingFrame({ children }: { children: ReactNode }) {
  const { to } = useShell();
  const { pathname } = useLocation();
  const count = useLevels()?.classes.reduce((sum, { courses }) => sum + courses, 0) ?? 0;
  const entries = [
    { name: "全部课程", path: paths.courses(), count },
    { name: "直播与回放", path: paths.lives(), count: 0 },
    { name: "讲师", path: paths.lecturers(), count: 0 },
    { name: "我的学习", path: paths.study(), count: 0 },
  ];
  return (
    <div className={styles.frame}>
      <nav className={`surface no-print ${styles.nav}`} aria-label="培训课堂的页面">
        {entries.map((entry) => (
          <Fragment key={entry.path}>
            <Link
              to={to(entry.path)}
              prefetch="none"
              aria-current={pathname.toLowerCase() === to(entry.path).toLowerCase() ? "page" : undefined}
            >
              {entry.name}
              {entry.count > 0 ? <small>{entry.count}</small> : null}
            </Link>{" "}
          </Fragment>
        ))}
      </nav>
      {children}
    </div>
  );
}
