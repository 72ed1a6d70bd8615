import { Form, Link, useActionData } from "@remix-run/react";
import type { OwnListDetail, OwnListNewsRow } from "contract/own-lists/calls";
import { ownListNews, ownListNoteMax } from "contract/own-lists/constants";
import { type ComponentProps, Fragment, type ReactNode, useEffect, useRef } from "react";
import { FormProblems, FormToken, problem, typed } from "~/forms/field-parts";
import { EnterButton } from "~/forms/outcomes/enter-button";
import { type FormFailure, failureOfAny } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { StateLabel } from "../products/parts/state-label";
import styles from "./items.module.css";
import { numberGoneWords } from "./thing-name";

/** A thing as a row shows it. */
interface Row {
  id: number;
  note: string;
  /** Null where a quantity means nothing. */
  quantity: number | null;
  name: string;
  head: ReactNode;
}

/** The names of the fields of one thing, as list.server.ts reads them. */
const fieldsOf = (id: number) => ({ quantity: `quantity${id}`, note: `note${id}` });
const shownField = (field: string) => `shown_${field}`;

/** Everything in a list as one form: many quantities and notes are saved at once, before JavaScript too. */
export function ItemsForm({ list }: { list: OwnListDetail }) {
  const failure = failureOfAny(useActionData(), ["save", "up", "down", "leave"]);
  const groups = [
    { title: "型号", rows: list.parts.map(partRow) },
    { title: "文档", rows: list.resources.map(resourceRow) },
    { title: "主题", rows: list.topics.map(topicRow) },
  ].filter(({ rows }) => rows.length > 0);
  return (
    <Form method="post" preventScrollReset replace>
      <FormToken />
      <EnterButton intent="save" />
      <div className={styles.problems}>
        <FormProblems id="items-problems" errors={failure?.result.error?.[""] ?? undefined} />
      </div>
      {groups.map(({ title, rows }) => (
        <section key={title} aria-label={title}>
          <h2 className={styles.title}>
            {title}
            <small>{rows.length}</small>
          </h2>
          <ul>
            {rows.map((row, at) => (
              <ItemRow
                key={row.id}
                row={row}
                failure={failure}
                isFirst={at === 0}
                isLast={at === rows.length - 1}
              />
            ))}
          </ul>
        </section>
      ))}
      <p className={`${styles.save} no-print`}>
        <button type="submit" className="button" data-primary name="intent" value="save">
          保存数量和备注
        </button>
      </p>
    </Form>
  );
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

const partRow = (part: OwnListDetail["parts"][number]): Row => ({
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

const resourceRow = (resource: OwnListDetail["resources"][number]): Row => ({
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

const topicRow = (topic: OwnListDetail["topics"][number]): Row => ({
  id: topic.id,
  note: topic.note,
  quantity: null,
  name: topic.title ?? "看不到的帖子",
  head: <TopicHead topic={topic} />,
});

interface StoredInputProps extends ComponentProps<"input"> {
  name: string;
  stored: string;
  /** What was posted, when the form comes back. */
  posted: Record<string, unknown> | null | undefined;
}

/**
 * A field beside the value that the page shows in it, so that only what was changed in it is saved. When another form
 * of the page changes the stored value, a field that nobody typed into follows it.
 */
function StoredInput({ name, stored, posted, ...native }: StoredInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(stored);
  useEffect(() => {
    if (input.current?.value === shown.current) input.current.value = stored;
    shown.current = stored;
  }, [stored]);
  const before = shownField(name);
  return (
    <>
      <input type="hidden" name={before} value={typed(posted?.[before]) ?? stored} />
      <input {...native} ref={input} name={name} defaultValue={typed(posted?.[name]) ?? stored} />
    </>
  );
}

interface ItemRowProps {
  row: Row;
  failure: FormFailure | undefined;
  isFirst: boolean;
  isLast: boolean;
}

function ItemRow({ row: { id, note, quantity, name, head }, failure, isFirst, isLast }: ItemRowProps) {
  const fields = fieldsOf(id);
  const field = (which: "quantity" | "note", label: string, stored: string | number, max: number) => {
    const errors = failure?.result.error?.[fields[which]] ?? undefined;
    const own = `item-${fields[which]}`;
    return (
      <div className={styles[which]}>
        <label htmlFor={own}>
          {label}
          <span className="visually-hidden">：{name}</span>
        </label>
        <StoredInput
          id={own}
          className="plain-input"
          name={fields[which]}
          stored={String(stored)}
          posted={failure?.result.initialValue}
          inputMode={which === "quantity" ? "numeric" : undefined}
          maxLength={max}
          autoComplete="off"
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors ? `${own}-problem` : undefined}
        />
        {errors ? <span id={`${own}-problem`}>{problem(errors)}</span> : null}
      </div>
    );
  };
  return (
    <li className={styles.row}>
      <div className={styles.head}>{head}</div>
      {quantity === null ? null : field("quantity", "数量", quantity, 7)}
      {field("note", "备注", note, ownListNoteMax)}
      <p className={`${styles.moves} no-print`}>
        {[["up", "上移", isFirst] as const, ["down", "下移", isLast] as const].map(
          ([intent, words, isEnd]) => (
            <Fragment key={intent}>
              <button
                type="submit"
                className="link-button"
                name="intent"
                value={`${intent}:${id}`}
                disabled={isEnd}
              >
                {words}
                <span className="visually-hidden"> {name}</span>
              </button>{" "}
            </Fragment>
          ),
        )}
        <button type="submit" className="link-button" name="intent" value={`leave:${id}`}>
          移除<span className="visually-hidden"> {name}</span>
        </button>
      </p>
    </li>
  );
}
