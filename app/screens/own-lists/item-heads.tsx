import { Link } from "@remix-run/react";
import type { OwnListDetail, OwnListNewsRow } from "contract/own-lists/calls";
import { ownListNews } from "contract/own-lists/constants";
import type { ReactNode } from "react";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { StateLabel } from "../products/parts/state-label";
import styles from "./items.module.css";
import { numberGoneWords } from "./thing-name";

/** A thing as a row shows it. */
export interface Row {
  id: number;
  note: string;
  /** Null where a quantity means nothing. */
  quantity: number | null;
  name: string;
  head: ReactNode;
}

const newsName = (kind: OwnListNewsRow["kind"]) =>
  kind === "version" ? "新版本" : (ownListNews.find(({ code }) => code === kind)?.name ?? kind);

/** What changed at a thing since its owner last looked. */
function News({ news, product }: { news: OwnListNewsRow[]; product?: number }) {
  const { to } = useShell();
  return news.map(({ kind, title, notice, pk_rm_resource }) => {
    const place =
      notice !== null
        ? paths.notice(notice)
        : pk_rm_resource !== null
          ? paths.resource(pk_rm_resource)
          : paths.product(product ?? 0);
    return (
      <p key={`${kind} ${notice} ${title}`} className={styles.news}>
        <span className="label" data-kind="state">
          {newsName(kind)}
        </span>{" "}
        <Link to={to(place)}>{title}</Link>
      </p>
    );
  });
}

function PartHead({ part }: { part: OwnListDetail["parts"][number] }) {
  const { to } = useShell();
  const { product, name, number, numberGone, state, delisted, buy, news } = part;
  return (
    <>
      <p className={styles.name}>
        <Link to={to(paths.product(product))}>{number || name}</Link>
        <StateLabel state={state} delisted={delisted} />
      </p>
      <p className="facts">
        {number ? <span>{name}</span> : null}
        {numberGone ? <span>{numberGoneWords}</span> : null}
        {buy ? (
          <a href={buy.url} rel="noopener nofollow noreferrer" target="_blank">
            {buy.name}：价格与样片<span className="visually-hidden">（新窗口）</span>
          </a>
        ) : null}
      </p>
      <News news={news} product={product} />
    </>
  );
}

export const partRow = (part: OwnListDetail["parts"][number]): Row => ({
  id: part.id,
  note: part.note,
  quantity: part.quantity,
  name: part.number || part.name,
  head: <PartHead part={part} />,
});

function ResourceHead({ resource }: { resource: OwnListDetail["resources"][number] }) {
  const { to } = useShell();
  const { pk_rm_resource, title, version, date, delisted, news } = resource;
  return (
    <>
      <p className={styles.name}>
        <Link to={to(paths.resource(pk_rm_resource))}>{title}</Link>
      </p>
      <p className="facts">
        <span>版本 {version}</span>
        <span>{date}</span>
        {delisted ? <span>已下架</span> : null}
      </p>
      <News news={news} />
    </>
  );
}

export const resourceRow = (resource: OwnListDetail["resources"][number]): Row => ({
  id: resource.id,
  note: resource.note,
  quantity: null,
  name: resource.title,
  head: <ResourceHead resource={resource} />,
});

function TopicHead({ topic: { tid, title } }: { topic: OwnListDetail["topics"][number] }) {
  const { to } = useShell();
  return (
    <p className={styles.name}>
      {title === null ? (
        <span className={styles.gone}>这个帖子已被删除或暂时不可见</span>
      ) : (
        <Link to={to(paths.topic(tid))}>{title}</Link>
      )}
    </p>
  );
}

export const topicRow = (topic: OwnListDetail["topics"][number]): Row => ({
  id: topic.id,
  note: topic.note,
  quantity: null,
  name: topic.title ?? "看不到的帖子",
  head: <TopicHead topic={topic} />,
});
