import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { ListBar, Tabs } from "~/lists/list-page";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { flag, pageNumber } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { LiveRows, livesCalendar } from "./courses-around";
import styles from "./training.module.css";

const inputs = { query: z.object({ over: flag, page: pageNumber }) };

/** /trainingClass/lives: live sessions to come; with `over` past sessions and their replays. */
export const loader = screenLoader(inputs, async ({ scope, query }) => {
  scope.page.structuredData.push(
    breadcrumbData(scope, [
      { name: "培训课堂", path: paths.courses() },
      { name: "直播与回放", path: paths.lives() },
    ]),
  );
  return { over: query.over, list: await scope.publicGateway.call("liveReplay", query) };
});
export const meta = screenMeta<typeof loader>({
  title: ({ over }) => (over ? "直播回放" : "直播"),
  description: () => "培训课堂的直播时间，和往期直播的回放。",
  head: ({ list }) => ({ page: list.page }),
});

export default function Lives() {
  const { over, list } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const filter = over ? ({ over: 1 } as const) : {};
  return (
    <section className={`surface ${styles.box}`}>
      <header className={styles.title}>
        <h1>直播与回放</h1>
        <p className="sentence">
          开播前半小时起可以进入直播间。<a href={livesCalendar()}>订阅直播日历（.ics）</a>
        </p>
      </header>
      <ListBar>
        <Tabs
          label="直播"
          tabs={[
            { name: "即将开始", href: to(paths.lives()), current: !over },
            { name: "往期回放", href: to(paths.lives({ over: 1 })), current: over },
          ]}
        />
      </ListBar>
      {list.lives.length === 0 ? (
        <EmptyState
          title={over ? "还没有回放" : "近期没有直播"}
          text={over ? "直播结束后，回放会放在这里。" : "看看往期直播的回放，或者先学录好的课程。"}
        >
          <Link className="button" data-primary to={to(over ? paths.courses() : paths.lives({ over: 1 }))}>
            {over ? "去看课程" : "看往期回放"}
          </Link>
        </EmptyState>
      ) : (
        <LiveRows lives={list.lives} />
      )}
      <Pagination page={list.page} pages={list.pages} href={(page) => to(paths.lives({ ...filter, page }))} />
    </section>
  );
}
