import { useLoaderData } from "@remix-run/react";
import { Fragment, lazy, Suspense } from "react";
import { z } from "zod";
import { screenMeta } from "~/metadata/screen-meta";
import { PreviewNote } from "~/moderation/preview-note";
import { chunk } from "~/navigation/chunk";
import { paths } from "~/navigation/paths";
import { pathId, previewQuery } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { Prose } from "~/ui/prose";
import styles from "./details.module.css";
import { loadPreview, loadProduct } from "./details.server";
import type { LaterPart } from "./page/later";
import pageStyles from "./page/page.module.css";
import { Notices } from "./parts/rows";
import { Trail } from "./parts/trail";
import { Parameters, Parts } from "./product-data";
import { ProductHead } from "./product-head";
import { Boards, Courses, Files, Replacements, Topics } from "./product-links";

/** The parts below the first screen. Their styles come with the page, which uses a class of that sheet itself. */
const Later = lazy(chunk(() => import("./page/later")));

/** /products/details/{id}: a product with all its data (spec 2.1). */
export const loader = screenLoader(
  { params: z.object({ id: pathId }), query: z.object({ preview: previewQuery }), missing: "没有这个产品" },
  async ({ scope, params: { id }, query: { preview } }) =>
    (preview === undefined ? null : await loadPreview(scope, id, preview)) ?? loadProduct(scope, id),
);
export const meta = screenMeta<typeof loader>({
  title: ({ info }) => info.name,
  description: ({ info }) => info.summary,
  head: ({ info }) => ({
    indexed: !info.preview,
    feed: { title: `${info.name} 的版本与通知`, path: paths.productFeed(info.id) },
    modified: info.updatedAt,
  }),
});

export default function Details() {
  const { info, files, courses, topics, followed, collected } = useLoaderData<typeof loader>();
  const later = (part: LaterPart) => <Later part={part} info={info} />;
  const sections = [
    { id: "overview", name: "概述", has: info.html !== "", content: <Prose html={info.html} /> },
    {
      id: "diagram",
      name: "框图",
      has: info.diagram !== null,
      content: later("diagram"),
    },
    {
      id: "parameters",
      name: "参数",
      has: info.parameters.length > 0,
      content: <Parameters parameters={info.parameters} />,
    },
    {
      id: "order",
      name: "订购",
      has: info.parts.length > 0,
      content: <Parts parts={info.parts} product={info.delisted ? null : info.id} />,
    },
    { id: "lifecycle", name: "生命周期", has: info.since !== "", content: later("lifecycle") },
    {
      id: "files",
      name: "资料",
      has: files.resources.length > 0,
      content: <Files {...files} product={info.id} />,
    },
    {
      id: "courses",
      name: "课程",
      has: courses.length > 0,
      content: <Courses courses={courses} product={info.id} />,
    },
    {
      id: "notices",
      name: "勘误与通知",
      has: info.notices.length + info.revisions.length > 0,
      content: (
        <>
          {later("revisions")}
          <Notices notices={info.notices} />
        </>
      ),
    },
    {
      id: "pinout",
      name: "引脚",
      has: info.pins.length > 0 || info.pinout !== null,
      content: later("pinout"),
    },
    {
      id: "packages",
      name: "封装",
      has: info.packages.length + info.drawings.length > 0,
      content: later("packages"),
    },
    {
      id: "ratings",
      name: "热与可靠性",
      has: info.ratings.length > 0,
      content: later("ratings"),
    },
    { id: "bom", name: "物料清单", has: info.bom.length > 0, content: later("bom") },
    {
      id: "certifications",
      name: "认证",
      has: info.certifications.length > 0,
      content: later("certifications"),
    },
    { id: "boards", name: "用到它的产品", has: info.boards.length > 0, content: <Boards info={info} /> },
    {
      id: "replacements",
      name: "替代",
      has: info.replacements.length + info.replaces.length + info.references.length > 0,
      content: <Replacements info={info} />,
    },
    { id: "topics", name: "讨论", has: !info.preview, content: <Topics info={info} topics={topics} /> },
  ].filter(({ has }) => has);
  return (
    <>
      <Trail steps={info.path} />
      {info.preview ? <PreviewNote kind="products" contentKey={String(info.id)} /> : null}
      <ProductHead info={info} datasheet={files.datasheet} followed={followed} collected={collected} />
      <div className={styles.page}>
        <nav className={`${styles.local} no-print`} aria-label="本页内容">
          {sections.map(({ id, name }) => (
            <Fragment key={id}>
              <a href={`#${id}`}>{name}</a>{" "}
            </Fragment>
          ))}
        </nav>
        <div className={pageStyles.sections}>
          {sections.map(({ id, name, content }) => (
            <section key={id} id={id} className={`surface ${styles.section}`}>
              <h2>{name}</h2>
              <Suspense>{content}</Suspense>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
