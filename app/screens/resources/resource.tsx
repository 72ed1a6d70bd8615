import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { resourceKindName, resourceLanguages } from "contract/resources/constants";
import { Fragment } from "react";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { shortCount } from "~/format/text";
import { typedText } from "~/lists/kit/list-query.server";
import { RailBox } from "~/lists/list-page";
import { PostLink } from "~/lists/post-link";
import { CollectButton } from "~/lists/works/collect-button";
import { resourceData, resourceSummary } from "~/metadata/catalogue-data.server";
import { screenMeta } from "~/metadata/screen-meta";
import { breadcrumbData } from "~/metadata/structured-data.server";
import { PreviewNote } from "~/moderation/preview-note";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { optionalId, pageNumber, pathId, previewQuery } from "~/request/inputs.server";
import type { Scope } from "~/request/scope.server";
import { screenLoader } from "~/request/screen.server";
import { withStoredImages } from "~/request/stored-images.server";
import { Icon } from "~/ui/icon";
import { Prose } from "~/ui/prose";
import { DownloadState } from "./download-state";
import { FindInside, type Inside } from "./find-inside";
import { askInside } from "./find-inside.server";
import { Preview } from "./preview";
import { ReadDocument, type Reading } from "./reading";
import { askReading } from "./reading.server";
import styles from "./resource.module.css";
import { askDownload, askPreview, type Download } from "./resource.server";
import { DownloadButton, Versions } from "./versions";

interface ResourceData {
  resource: CallResponse<"resourceDetail">;
  summary: string;
  collected: boolean;
  download: Download | null;
  preview: CallResponse<"devPreviewInfo"> | null;
  inside: Inside | null;
  reading: Reading | null;
}

const inputs = {
  params: z.object({ id: pathId }),
  query: z.object({
    download: optionalId,
    preview: optionalId,
    draft: previewQuery,
    find: typedText,
    in: optionalId,
    foundPage: pageNumber,
    read: optionalId,
    at: pageNumber,
  }),
  missing: "没有这个资源",
};

/** The newest version that an editor saved; nothing of it is stored, downloaded as usual, or collected. */
async function loadDraft(scope: Scope, id: number, draft: string): Promise<ResourceData | null> {
  const resource = await scope.gateway.call("resourceDetail", { pk_rm_resource: id, preview: draft });
  // An upstream that knows no previews answers the published one.
  if (!resource.preview) return null;
  return {
    resource: { ...resource, html: await withStoredImages(scope, resource.html) },
    summary: resourceSummary(resource),
    collected: false,
    download: null,
    preview: null,
    inside: null,
    reading: null,
  };
}

/**
 * /resources/details/{id}: a resource with all its versions. `download` starts a download once its conditions are met;
 * `preview` shows the files of an archive; `find` searches inside a document; `read` opens one at the page `at`;
 * `draft` shows what an editor saved and has not published.
 */
export const loader = screenLoader(inputs, async ({ scope, params: { id }, query }) => {
  const draft = query.draft === undefined ? null : await loadDraft(scope, id, query.draft);
  if (draft) return data(draft);
  const [resource, signup] = await Promise.all([
    scope.publicGateway.call("resourceDetail", { pk_rm_resource: id }),
    scope
      .signedIn()
      .then((yes) =>
        yes ? orWithout(scope, scope.gateway.call("devSignupInfo", { pk_rm_resource: id }), null) : null,
      ),
  ]);
  scope.page.structuredData.push(
    resourceData(scope, resource),
    breadcrumbData(scope, [
      { name: "资源中心", path: paths.resources() },
      ...resource.levels.map((level) => ({ name: level.name, path: paths.resources({ id: level.id }) })),
      { name: resource.title, path: paths.resource(id) },
    ]),
  );
  const inside = await askInside(scope, resource, query, signup);
  const loaded: ResourceData = {
    inside,
    resource: { ...resource, html: await withStoredImages(scope, resource.html) },
    summary: resourceSummary(resource),
    collected: signup?.collected ?? false,
    download:
      query.download === undefined ? null : await askDownload(scope, resource, query.download, signup),
    preview: query.preview === undefined ? null : await askPreview(scope, resource, query.preview),
    reading:
      query.read === undefined ? null : await askReading(scope, resource, query.read, query.at, signup),
  };
  return data(loaded, { status: inside?.status ?? 200 });
});

const headOf = screenMeta<typeof loader>({
  title: ({ resource, reading }) => (reading ? `${resource.title} ${reading.version}` : resource.title),
  description: ({ summary }) => summary,
  head: ({ resource }) => ({ indexed: !resource.preview, type: "article", modified: resource.updatedAt }),
});
/** Starts a permitted download by itself, before JavaScript too. */
export const meta: typeof headOf = (page) => {
  const download = page.data?.download;
  const begins = download?.state === "ready" ? download.address : null;
  return [...headOf(page), ...(begins ? [{ httpEquiv: "refresh", content: `0;url=${begins}` }] : [])];
};

export default function Resource() {
  const loaded = useLoaderData<typeof loader>() as ResourceData;
  const { resource, collected, download, preview, inside, reading } = loaded;
  const { to } = useShell();
  const { title, level, levels, versions, ask, language, replacedBy } = resource;
  const newest = versions.find(({ version }) => version === resource.version) ?? versions[0];
  const question = paths.newTopic(ask?.fid, {
    title: `关于 ${title} ${resource.version}：`.slice(0, 60),
    tags: ask?.tag ?? "",
  });
  if (reading) return <ReadDocument resource={resource} reading={reading} inside={inside} />;
  return (
    <article className={styles.page}>
      {resource.preview ? (
        <PreviewNote kind="resources" contentKey={String(resource.pk_rm_resource)} />
      ) : null}
      {download ? <DownloadState key={download.state} download={download} /> : null}
      <nav className={`crumbs ${styles.way}`} aria-label="所在位置">
        <Link to={to(paths.resources())}>资源中心</Link>
        {levels.map(({ id, name }) => (
          <Fragment key={id}>
            <Link to={to(paths.resources({ id }))}>{name}</Link>{" "}
          </Fragment>
        ))}
      </nav>
      <header className={`surface ${styles.head}`}>
        <h1>{title}</h1>
        {resource.summary ? <p>{resource.summary}</p> : null}
        <p className="facts">
          <span>{resourceKindName(level.kind)}</span>
          <span>版本 {resource.version}</span>
          <time dateTime={resource.date}>{resource.date}</time>
          <span>{resourceLanguages.find(({ code }) => code === language)?.name}</span>
          <span>下载 {shortCount(resource.downloads)}</span>
          <span>收藏 {shortCount(resource.collected)}</span>
          {resource.licence ? <span>许可 {resource.licence}</span> : null}
        </p>
        {resource.delisted ? (
          <p className={styles.delisted}>
            <Icon name="info-circle" />
            <span>
              这个资源已下架，不再更新。
              {replacedBy ? (
                <>
                  请改用 <Link to={to(paths.resource(replacedBy.id))}>{replacedBy.name}</Link>。
                </>
              ) : null}
            </span>
          </p>
        ) : null}
        <div className={styles.buttons}>
          {newest ? <DownloadButton resource={resource} version={newest} primary /> : null}
          {resource.preview || (resource.delisted && !collected) ? null : (
            <CollectButton
              kind="resource"
              target={resource.pk_rm_resource}
              collected={collected}
              name={title}
            />
          )}
          {resource.preview || resource.delisted ? null : (
            <Link
              className="button"
              to={to(paths.addToList("resource", resource.pk_rm_resource))}
              prefetch="none"
            >
              加入清单
            </Link>
          )}
          <PostLink className="button" path={question}>
            <Icon name="message-circle" />
            问这个文件
          </PostLink>
        </div>
        {resource.access === "open" ? null : (
          <p className={styles.note}>
            <Icon name="lock" />
            {resource.access === "login"
              ? "登录后就可以下载，登录完会接着下载。"
              : "登录并同意免责声明后可以下载，同意完会接着下载。"}
          </p>
        )}
      </header>
      <div className={styles.columns}>
        <div className={styles.main}>
          {preview ? <Preview preview={preview} /> : null}
          {inside ? <FindInside resource={resource.pk_rm_resource} inside={inside} /> : null}
          {resource.html ? (
            <section className={`surface ${styles.box}`} aria-label="说明">
              <Prose html={resource.html} />
            </section>
          ) : null}
          <Versions resource={resource} />
        </div>
        {resource.products.length > 0 ? (
          <aside className={styles.rail} aria-label="相关产品">
            <RailBox title="适用产品">
              <ul className={styles.products}>
                {resource.products.map((product) => (
                  <li key={product.id}>
                    <Link to={to(paths.product(product.id))}>{product.name}</Link>
                    <p>{product.summary}</p>
                  </li>
                ))}
              </ul>
            </RailBox>
          </aside>
        ) : null}
      </div>
    </article>
  );
}
