import { Form, Link, useActionData } from "@remix-run/react";
import type { CollectionKind } from "contract/collections/calls";
import { productKinds } from "contract/products/constants";
import { shownDuration } from "~/format/duration";
import { productStanding } from "~/format/standing";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import { ListBar, Tabs } from "~/lists/list-page";
import { CourseCards } from "~/lists/works/course-card";
import { ResourceRow } from "~/lists/works/resource-row";
import { VideoCards } from "~/lists/works/video-card";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import styles from "./collected-works.module.css";
import type { Works } from "./collected-works.server";

const kinds = [
  { kind: undefined, name: "帖子" },
  { kind: "product", name: "产品" },
  { kind: "resource", name: "资源" },
  { kind: "video", name: "视频" },
  { kind: "course", name: "课程" },
  { kind: "lesson", name: "课时" },
] as const;

/** Tabs that link to each kind of collection. */
export function CollectionTabs({ kind: current }: { kind: CollectionKind | undefined }) {
  const { to } = useShell();
  return (
    <ListBar>
      <Tabs
        label="收藏的内容"
        tabs={kinds.map(({ kind, name }) => ({
          name,
          href: to(paths.collection(kind)),
          current: kind === current,
        }))}
      />
    </ListBar>
  );
}

/** The button that removes a work from the collection. */
function Remove({ kind, target, name }: { kind: CollectionKind; target: number; name: string }) {
  return (
    <Form method="post" className={styles.remove} preventScrollReset replace>
      <FormToken />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="target" value={target} />
      <button type="submit" className="link-button" name="intent" value="removeWork">
        取消收藏<span className="visually-hidden"> {name}</span>
      </button>
    </Form>
  );
}

const empty = {
  product: { text: "在产品页点“收藏”，以后从这里找回来。", path: paths.products(), link: "去产品中心" },
  resource: { text: "在资源页点“收藏”，以后从这里找回来。", path: paths.resources(), link: "去资源中心" },
  video: { text: "在视频页点“收藏”，以后从这里找回来。", path: paths.videos(), link: "去看视频" },
  course: { text: "在课程页点“收藏”，以后从这里找回来。", path: paths.courses(), link: "去培训课堂" },
  lesson: { text: "在课时页点“收藏”，以后从这里找回来。", path: paths.courses(), link: "去培训课堂" },
} as const;

/** The member's collected works of one kind. */
export function CollectedWorks({ works }: { works: Works }) {
  const { to } = useShell();
  const failure = failureOf(useActionData(), "removeWork");
  const { kind, page, pages, total } = works;
  if (total === 0)
    return (
      <EmptyState title="还没有收藏" text={empty[kind].text}>
        <Link className="button" data-primary to={to(empty[kind].path)}>
          {empty[kind].link}
        </Link>
      </EmptyState>
    );
  return (
    <>
      <FormProblems id="collection-problems" errors={failure?.result.error?.[""] ?? undefined} />
      {works.kind === "product" ? <Products products={works.products} /> : null}
      {works.kind === "resource" ? (
        <ul>
          {works.resources.map((resource) => (
            <ResourceRow key={resource.pk_rm_resource} resource={resource}>
              <Remove kind="resource" target={resource.pk_rm_resource} name={resource.title} />
            </ResourceRow>
          ))}
        </ul>
      ) : null}
      {works.kind === "video" ? (
        <VideoCards
          videos={works.videos}
          beside={({ id, title }) => <Remove kind="video" target={id} name={title} />}
        />
      ) : null}
      {works.kind === "course" ? (
        <CourseCards
          courses={works.courses}
          beside={({ id, title }) => <Remove kind="course" target={id} name={title} />}
        />
      ) : null}
      {works.kind === "lesson" ? <Lessons lessons={works.lessons} /> : null}
      <Pagination page={page} pages={pages} href={(number) => to(paths.collection(kind, number))} />
    </>
  );
}

function Lessons({ lessons }: Pick<Extract<Works, { kind: "lesson" }>, "lessons">) {
  const { to } = useShell();
  return (
    <ul>
      {lessons.map(({ id, title, course, minutes, seconds, delisted }) => (
        <li key={id} className={styles.product}>
          <div>
            <h3>
              <Link to={to(paths.lesson(id))}>{title}</Link>
            </h3>
            <p className="facts">
              <Link to={to(paths.course(course.id))}>{course.name}</Link>
              <span>{seconds > 0 ? shownDuration(seconds) : `读 ${minutes} 分钟`}</span>
              {delisted ? <span>已下架</span> : null}
            </p>
          </div>
          <Remove kind="lesson" target={id} name={title} />
        </li>
      ))}
    </ul>
  );
}

function Products({ products }: Pick<Extract<Works, { kind: "product" }>, "products">) {
  const { to } = useShell();
  return (
    <ul>
      {products.map(({ id, name, summary, kind, state, picture, delisted }) => (
        <li key={id} className={styles.product}>
          <span className={`thumbnail ${styles.picture}`}>
            {picture ? (
              <img
                src={picture.sources[0]?.url ?? picture.url}
                width={72}
                height={54}
                alt=""
                loading="lazy"
                decoding="async"
              />
            ) : null}
          </span>
          <div>
            <h3>
              <Link to={to(paths.product(id))}>{name}</Link>
            </h3>
            <p>{summary}</p>
            <p className="facts">
              <span>{productKinds.find(({ code }) => code === kind)?.name}</span>
              <span>{productStanding({ state, delisted })}</span>
            </p>
          </div>
          <Remove kind="product" target={id} name={name} />
        </li>
      ))}
    </ul>
  );
}
