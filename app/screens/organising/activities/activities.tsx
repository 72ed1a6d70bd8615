import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { Pagination } from "~/ui/pagination";
import { ActivityRows } from "../parts/activity-rows";
import styles from "../parts/organising.module.css";

/** /activity/manage: the activities that the member organises or judges. */
export const loader = screenLoader({ query: z.object({ page: pageNumber }) }, async ({ scope, query }) =>
  scope.gateway.call("activityOrganised", query),
);
export const meta = screenMeta<typeof loader>();

export default function Organised() {
  const { items, page, pages } = useLoaderData<typeof loader>();
  const { to } = useShell();
  return (
    <section className={`surface ${styles.page}`}>
      <header className={styles.head}>
        <h1>我组织的活动</h1>
        <p className={styles.intro}>看报名、审核、签到、通知参加的人；担任评委的活动在这里评分。</p>
      </header>
      <ActivityRows activities={items} linkTo="manage" />
      <Pagination page={page} pages={pages} href={(number) => to(paths.organised(number))} />
    </section>
  );
}
