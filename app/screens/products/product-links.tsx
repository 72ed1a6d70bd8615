import { Link } from "@remix-run/react";
import type { ProductInfo, ProductResource } from "contract/products/calls";
import { replacementKinds } from "contract/products/constants";
import { resourceKinds } from "contract/resources/constants";
import type { CourseRow } from "contract/training/shapes";
import { shownBytes } from "~/format/bytes";
import { PostLink } from "~/lists/post-link";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./details.module.css";
import parts from "./parts/products.module.css";
import { ProductRows } from "./parts/rows";
import { kindName } from "./parts/state-label";
import { askPath } from "./product-head";

interface FilesProps {
  resources: ProductResource[];
  total: number;
  product: number;
}

/** The downloads of a product, by kind. */
export function Files({ resources, total, product }: FilesProps) {
  const { to } = useShell();
  const groups = resourceKinds
    .map(({ code, name }) => ({ code, name, files: resources.filter(({ kind }) => kind === code) }))
    .filter(({ files }) => files.length > 0);
  return (
    <>
      {groups.map(({ code, name, files }) => (
        <div key={code} className={styles.group}>
          <h3>{name}</h3>
          <ul className={parts.rows}>
            {files.map(({ pk_rm_resource, title, version, date, bytes, fileType, url }) => (
              <li key={pk_rm_resource}>
                <Link to={to(paths.resource(pk_rm_resource))}>{title}</Link>
                <span className="facts">
                  <span>{version}</span>
                  <span>{date}</span>
                  {url ? (
                    <a href={url} aria-label={`${fileType === "pdf" ? "打开" : "下载"} ${title}`}>
                      {fileType.toUpperCase()} {shownBytes(bytes)}
                    </a>
                  ) : (
                    <span>
                      {fileType.toUpperCase()} {shownBytes(bytes)}
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className={styles.more}>
        <Link to={to(paths.resources({ prodId: product }))}>全部 {total} 份资料</Link>
      </p>
    </>
  );
}

export function Boards({ info }: { info: ProductInfo }) {
  return <ProductRows products={info.boards} note={({ kind }) => kindName(kind)} />;
}

/** The products that replace this one, and those of ours and of other makers that it replaces, with links to compare them. */
export function Replacements({ info }: { info: ProductInfo }) {
  const { id, name, replacements, replaces, references } = info;
  const { to } = useShell();
  const how = (row: ProductInfo["replacements"][number]) =>
    replacementKinds.find(({ code }) => code === row.how)?.name;
  const compared = [id, ...replacements.map((one) => one.id), ...replaces.map((one) => one.id)].slice(0, 4);
  return (
    <>
      {replacements.length > 0 ? (
        <div className={styles.group}>
          <h3>可以替代 {name} 的</h3>
          <ProductRows products={replacements} note={how} />
        </div>
      ) : null}
      {replaces.length > 0 ? (
        <div className={styles.group}>
          <h3>{name} 可以替代的</h3>
          <ProductRows products={replaces} note={how} />
        </div>
      ) : null}
      {references.length > 0 ? (
        <div className={styles.group}>
          <h3>{name} 可以替代的其他厂商型号</h3>
          <ul className={parts.rows}>
            {references.map(({ number, maker, kind, note }) => (
              <li key={number}>
                <span>
                  {number} <small>{maker}</small>
                </span>
                <span className="facts">
                  <span>{replacementKinds.find(({ code }) => code === kind)?.name}</span>
                  {note ? <span>{note}</span> : null}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {compared.length > 1 ? (
        <p className={styles.more}>
          <Link to={to(paths.compare(compared))}>放在一起对比</Link>
        </p>
      ) : null}
    </>
  );
}

interface TopicsProps {
  info: ProductInfo;
  topics: { tid: number; title: string; replies: number; solved: boolean; createdAt: string }[];
}

/** Topics about the product, and a link to ask. */
export function Topics({ info, topics }: TopicsProps) {
  const { to } = useShell();
  const { tag, section } = info;
  return (
    <>
      {topics.length === 0 ? <p className={styles.none}>还没有人讨论它，第一个提问吧。</p> : null}
      <ul className={parts.rows}>
        {topics.map(({ tid, title, replies, solved, createdAt }) => (
          <li key={tid}>
            <span>
              {solved ? (
                <span className="label" data-kind="solved">
                  已解决
                </span>
              ) : null}{" "}
              <Link to={to(paths.topic(tid))}>{title}</Link>
            </span>
            <span className="facts">
              <span>{replies} 条回复</span>
              <RelativeTime at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        <PostLink path={askPath(info)}>问这个产品</PostLink>{" "}
        <Link to={to(paths.suggestion(info.id))} prefetch="none">
          问 FAE
        </Link>
        {tag ? <Link to={to(paths.tag(tag.id))}>#{tag.name} 的全部帖子</Link> : null}
        {section ? <Link to={to(paths.section(section.fid))}>{section.name}版块</Link> : null}
      </p>
    </>
  );
}

type ShownCourse = Pick<CourseRow, "id" | "title" | "level" | "minutes" | "lessons">;

/** Courses about the product. */
export function Courses({ courses, product }: { courses: ShownCourse[]; product: number }) {
  const { to } = useShell();
  return (
    <>
      <ul className={parts.rows}>
        {courses.map(({ id, title, level, minutes, lessons }) => (
          <li key={id}>
            <Link to={to(paths.course(id))}>{title}</Link>
            <span className="facts">
              <span>{level.name}</span>
              <span>{minutes} 分钟</span>
              <span>{lessons} 课时</span>
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        <Link to={to(paths.courses({ prodId: product }))}>这个产品的全部课程</Link>
      </p>
    </>
  );
}
