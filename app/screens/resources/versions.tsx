import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { ResourceVersion } from "contract/resources/calls";
import { PageLink } from "~/document/page-link";
import { shownBytes } from "~/format/bytes";
import { supportedUntil, versionStanding } from "~/format/standing";
import { shortCount } from "~/format/text";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { Prose } from "~/ui/prose";
import styles from "./resource.module.css";

type Detail = CallResponse<"resourceDetail">;

/**
 * The address of a version's button: the file, the address that counts downloads from another site, or the step that
 * must come first.
 */
function hrefOf(
  { access, pk_rm_resource, preview }: Detail,
  version: ResourceVersion,
  to: (path: string) => string,
) {
  // A draft's file has no step before it and is not counted.
  if (preview) return version.address ?? "";
  if (access !== "open") return to(paths.resource(pk_rm_resource, { download: version.id }));
  return version.address ?? paths.download(version.id);
}

/** The download button of a version. It is a plain link, because its target is not a page of the router. */
export function DownloadButton({
  resource,
  version,
  primary = false,
}: {
  resource: Detail;
  version: ResourceVersion;
  primary?: boolean;
}) {
  const { to } = useShell();
  if (version.state === "withdrawn") return <span className={styles.withdrawn}>已撤回，不再提供</span>;
  return (
    <a
      className="button"
      data-primary={primary || undefined}
      href={hrefOf(resource, version, to)}
      rel={version.host === null ? undefined : "noopener"}
    >
      <Icon name={version.host === null ? "download" : "external-link"} />
      下载{primary ? ` ${version.version}（${shownBytes(version.bytes)}）` : ""}
      {primary ? null : <span className="visually-hidden"> {version.version}</span>}
    </a>
  );
}

/** What a version supports, each with a link to its page. */
function Supports({ supports: { products, tools, systems } }: Pick<ResourceVersion, "supports">) {
  const { to } = useShell();
  const rows = [
    { name: "芯片与开发板", links: products.map(({ id, name }) => ({ name, path: paths.product(id) })) },
    { name: "工具", links: tools.map(({ id, name }) => ({ name, path: paths.resource(id) })) },
    { name: "系统", links: systems.map((name) => ({ name, path: null })) },
  ].filter(({ links }) => links.length > 0);
  return rows.map(({ name, links }) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>
        <ul className={styles.names}>
          {links.map((link) => (
            <li key={link.name}>{link.path ? <Link to={to(link.path)}>{link.name}</Link> : link.name}</li>
          ))}
        </ul>
      </dd>
    </div>
  ));
}

interface ReadLinkProps {
  resource: Detail;
  version: ResourceVersion;
  page?: number;
  children: string;
}

/**
 * Opens the document of a version at a page; of a file that not everybody may have, the page says what is needed first.
 */
export function ReadLink({ resource, version, page = 1, children }: ReadLinkProps) {
  const { to } = useShell();
  const reading = paths.resource(resource.pk_rm_resource, { read: version.id, at: page });
  return version.previewAddress ? (
    <PageLink file={version.previewAddress} page={page} reading={reading}>
      {children}
    </PageLink>
  ) : (
    <Link to={to(reading)} prefetch="none">
      {children}
    </Link>
  );
}

/** All versions, the newest first: date, size, support, changes, and the hash to check the file. */
export function Versions({ resource }: { resource: Detail }) {
  const { to } = useShell();
  const documents = resource.versions.filter(({ text }) => text !== null);
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="versions-title">
      <h2 id="versions-title">全部版本</h2>
      {documents.length > 1 && !resource.preview ? (
        <p>
          <Link to={to(paths.resourceChanges(resource.pk_rm_resource))} prefetch="none">
            比较版本
          </Link>
        </p>
      ) : null}
      <ol className={styles.versions}>
        {resource.versions.map((version) => (
          <li key={version.id} id={`version-${version.id}`}>
            <div className={styles.versionHead}>
              <h3>
                {version.version}{" "}
                <span className="label" data-kind={version.state === "current" ? "current" : undefined}>
                  {versionStanding(version.state)}
                </span>
              </h3>
              <DownloadButton resource={resource} version={version} />
            </div>
            <p className="facts">
              <time dateTime={version.date}>{version.date}</time>
              <span>{shownBytes(version.bytes)}</span>
              <span>支持期{supportedUntil(version.until)}</span>
              <span>下载 {shortCount(version.downloads)}</span>
              {version.host ? <span>文件在 {version.host}</span> : null}
              {version.preview === "archive" ? (
                <Link to={`${to(paths.resource(resource.pk_rm_resource, { preview: version.id }))}#preview`}>
                  看压缩包里有什么
                </Link>
              ) : null}
              {version.preview === "document" ? (
                <ReadLink resource={resource} version={version}>
                  在线阅读
                </ReadLink>
              ) : null}
            </p>
            {version.changesHtml ? <Prose html={version.changesHtml} /> : null}
            <dl className={styles.facts}>
              <Supports supports={version.supports} />
              <div>
                <dt>SHA-256</dt>
                <dd>
                  <code>{version.sha256}</code>
                </dd>
              </div>
              <div>
                <dt>文件名</dt>
                <dd>{version.originalName}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ol>
    </section>
  );
}
