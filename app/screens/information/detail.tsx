import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { formatDay, formatWhole } from "~/format/time";
import { RailBox } from "~/lists/list-page";
import frame from "~/lists/list-page.module.css";
import { screenMeta } from "~/metadata/screen-meta";
import { newsData } from "~/metadata/structured-data.server";
import { PreviewNote } from "~/moderation/preview-note";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pathId, previewQuery } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { withStoredImages } from "~/request/stored-images.server";
import { Picture } from "~/ui/picture";
import { Prose } from "~/ui/prose";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./information.module.css";

const inputs = {
  params: z.object({ id: pathId }),
  query: z.object({ preview: previewQuery }),
  missing: "这条资讯不存在，或还没有发布",
};

/** /information/details/{id}: a news article with the products and topics that it is about (spec 2.1, 7.2). */
export const loader = screenLoader(inputs, async ({ scope, params: { id }, query: { preview } }) => {
  const { data } = await scope.gateway.call(
    "informationDetail",
    preview === undefined ? { id } : { id, preview },
  );
  if (!data.heldBack && !data.preview) scope.page.structuredData.push(...newsData(scope, data));
  return { ...data, html: await withStoredImages(scope, data.html) };
});
export const meta = screenMeta<typeof loader>({
  title: ({ title }) => title,
  description: ({ summary }) => summary,
  head: ({ preview, category, date, updatedAt, cover }) => ({
    indexed: !preview,
    type: "article",
    published: date,
    modified: updatedAt,
    image: cover?.sources.at(-1)?.url,
    feed: { title: category.name, path: paths.newsFeed(category.id) },
  }),
});

export default function News() {
  const { title, summary, category, date, cover, html, products, related, delisted, heldBack, id, preview } =
    useLoaderData<typeof loader>();
  const { to } = useShell();
  return (
    <div className={frame.page} data-alone={(products.length === 0 && related.length === 0) || undefined}>
      <article className={`surface ${styles.article}`}>
        <nav className="crumbs" aria-label="所在位置">
          <Link to={to(paths.home())}>首页</Link> <Link to={to(paths.information())}>资讯</Link>{" "}
          <Link to={to(paths.information(category.id))}>{category.name}</Link>
        </nav>
        <h1>{title}</h1>
        <p className="facts">
          {heldBack ? <time dateTime={date}>{formatWhole(date)}</time> : <RelativeTime at={date} />}
        </p>
        {heldBack ? (
          <p className={styles.note}>还没有发布：到上面的时间访客才看得到，现在只有管理员能打开。</p>
        ) : null}
        {preview ? <PreviewNote kind="news" contentKey={String(id)} /> : null}
        {delisted ? <p className={styles.note}>这条资讯已下架，内容可能过时，保留在这里供查阅。</p> : null}
        {summary ? <p className={styles.summary}>{summary}</p> : null}
        {cover ? (
          <Picture picture={cover} sizes="(max-width: 767px) 100vw, 800px" first className={styles.cover} />
        ) : null}
        <Prose html={html} />
      </article>
      {products.length > 0 || related.length > 0 ? (
        <aside className={frame.rail} aria-label="相关内容">
          {products.length > 0 ? (
            <RailBox title="相关产品">
              <ul className={styles.related}>
                {products.map((product) => (
                  <li key={product.id}>
                    <Link to={to(paths.product(product.id))}>{product.name}</Link>
                    <small>{product.summary}</small>
                  </li>
                ))}
              </ul>
            </RailBox>
          ) : null}
          {related.length > 0 ? (
            <RailBox title="相关资讯">
              <ul className={styles.related}>
                {related.map((row) => (
                  <li key={row.id}>
                    <Link to={to(paths.news(row.id))}>{row.title}</Link>
                    <small>{formatDay(row.date)}</small>
                  </li>
                ))}
              </ul>
            </RailBox>
          ) : null}
        </aside>
      ) : null}
    </div>
  );
}
