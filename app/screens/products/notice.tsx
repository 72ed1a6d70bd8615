import { Link, useLoaderData } from "@remix-run/react";
import { excerpt } from "contract/base/plain-text";
import { z } from "zod";
import { PageLink } from "~/document/page-link";
import { Viewer } from "~/document/viewer";
import { shownBytes } from "~/format/bytes";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { PreviewNote } from "~/moderation/preview-note";
import { withQuery } from "~/navigation/address-query";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { optionalPage, previewQuery } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { withStoredImages } from "~/request/stored-images.server";
import { Icon } from "~/ui/icon";
import { Prose } from "~/ui/prose";
import parts from "./parts/products.module.css";
import { noticeName, ProductRows } from "./parts/rows";
import { kindName } from "./parts/state-label";
import { Trail } from "./parts/trail";

/** A notice's number in its official spelling; other spellings are other addresses. */
const number = z.string().regex(/^[A-Z][A-Z0-9-]{2,39}$/);

/** /products/notices/{number}: an erratum, a change, an end of life or a security notice. */
export const loader = screenLoader(
  {
    params: z.object({ number }),
    query: z.object({ preview: previewQuery, at: optionalPage }),
    missing: "没有这份通知",
  },
  async ({ scope, params, query: { preview, at } }) => {
    const answer = await scope.gateway.call(
      "productNotice",
      preview === undefined ? params : { ...params, preview },
    );
    const notice = { ...answer, html: await withStoredImages(scope, answer.html) };
    const [about] = notice.products;
    scope.page.structuredData.push(
      breadcrumbData(scope, [
        { name: "产品中心", path: paths.products() },
        ...(about ? [{ name: about.name, path: paths.product(about.id) }] : []),
        { name: notice.title, path: paths.notice(notice.number) },
      ]),
    );
    return { notice, at: at ?? null, summary: excerpt(notice.html, 120) };
  },
);
export const meta = screenMeta<typeof loader>({
  title: ({ notice }) => `${notice.title}（${notice.number}）`,
  description: ({ summary }) => summary,
  head: ({ notice }) => ({
    indexed: !notice.preview,
    type: "article",
    published: notice.date,
    modified: notice.updatedAt,
  }),
});

export default function Notice() {
  const { notice, at } = useLoaderData<typeof loader>();
  const { here, to } = useShell();
  const { kind, number: own, title, date, effective, html, workaround, file, products } = notice;
  return (
    <>
      <Trail steps={[]} />
      <article className={`surface ${parts.notice}`}>
        <h1>{title}</h1>
        <p className="facts">
          <span className="label" data-kind={kind === "security" ? "state" : undefined}>
            {noticeName(kind)}
          </span>
          <span>{notice.number}</span>
          <span>发布于 {date}</span>
          {effective ? <span>{effective} 生效</span> : null}
          {notice.delisted ? <b>已撤下</b> : null}
        </p>
        {notice.preview ? <PreviewNote kind="notices" contentKey={notice.number} /> : null}
        <Prose html={html} />
        {workaround ? (
          <>
            <h2>应对办法</h2>
            <Prose html={workaround} />
          </>
        ) : null}
        {file ? (
          <p>
            <PageLink
              className="button"
              file={file.url}
              page={1}
              reading={withQuery(paths.notice(own), "at", "1")}
            >
              <Icon name="file-text" />
              {file.name}（{shownBytes(file.bytes)}）
            </PageLink>
          </p>
        ) : null}
        {file && at !== null ? (
          <Viewer
            name={file.name}
            file={file.url}
            bytes={file.bytes}
            page={at}
            href={(page) => withQuery(here, "at", String(page))}
            quote={(page) => paths.newTopic(undefined, { notice: own, at: page })}
          >
            <a className="button" href={file.url} download={file.name}>
              <Icon name="download" />
              下载
            </a>{" "}
            <Link className="button" to={to(paths.notice(own))} preventScrollReset>
              收起
            </Link>
          </Viewer>
        ) : null}
        <h2>涉及的产品</h2>
        <ProductRows products={products} note={(product) => kindName(product.kind)} />
      </article>
    </>
  );
}
