import { useLoaderData } from "@remix-run/react";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData, organizationData } from "~/metadata/structured-data.server";
import { paths } from "~/navigation/paths";
import { screenLoader } from "~/request/screen.server";
import { withStoredImages } from "~/request/stored-images.server";
import { Prose } from "~/ui/prose";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./about.module.css";

/** /aboutUs: the operator's description of the community (spec 2.1, 7.2). */
export const loader = screenLoader({}, async ({ scope }) => {
  const { data } = await scope.gateway.call("aboutUs", {});
  scope.page.structuredData.push(
    organizationData(scope),
    breadcrumbData(scope, [
      { name: "首页", path: paths.home() },
      { name: data.title, path: paths.aboutUs() },
    ]),
  );
  return { ...data, html: await withStoredImages(scope, data.html) };
});
export const meta = screenMeta<typeof loader>({
  title: ({ title }) => title,
  description: ({ summary }) => summary,
});

export default function About() {
  const { title, summary, html, updatedAt } = useLoaderData<typeof loader>();
  return (
    <article className={`surface ${styles.about}`}>
      <h1>{title}</h1>
      <p className={styles.summary}>{summary}</p>
      <Prose html={html} />
      <p className="facts">
        <span>
          更新于 <RelativeTime at={updatedAt} />
        </span>
      </p>
    </article>
  );
}
