import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { paths } from "~/navigation/paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { AttemptRows } from "~/screens/training/exams/attempt-rows";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import styles from "./study.module.css";

/** The transcript of grades: one page of attempts to print, and a link to download all as a table. */
export function Grades({ grades }: { grades: CallResponse<"examAttempts"> }) {
  const { to } = useShell();
  const me = useRoot()?.me;
  if (grades.attempts.length === 0)
    return (
      <EmptyState title="还没有考试记录" text="学完课程，考一场试试。">
        <Link className="button" data-primary to={to(paths.courses())}>
          去培训课堂
        </Link>
      </EmptyState>
    );
  return (
    <div className={styles.grades}>
      {me ? <p className={styles.holder}>学员：{me.nickName}</p> : null}
      <div className={`${styles.tools} no-print`}>
        <button type="button" className="button needs-script" onClick={() => window.print()}>
          打印
        </button>
        <a className="button" href={paths.studyFile("grades.csv")} download>
          <Icon name="download" />
          下载 CSV
        </a>
      </div>
      <AttemptRows attempts={grades.attempts} withNames />
      <Pagination page={grades.page} pages={grades.pages} href={(page) => to(paths.study("grades", page))} />
    </div>
  );
}
