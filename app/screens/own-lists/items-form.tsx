import { Form, useActionData } from "@remix-run/react";
import type { OwnListDetail } from "contract/own-lists/calls";
import { ownListNoteMax } from "contract/own-lists/constants";
import { type ComponentProps, Fragment, useEffect, useRef } from "react";
import { FormProblems, FormToken, problem, typed } from "~/forms/field-parts";
import { EnterButton } from "~/forms/outcomes/enter-button";
import { type FormFailure, failureOfAny } from "~/forms/result";
import { partRow, type Row, resourceRow, topicRow } from "./item-heads";
import styles from "./items.module.css";

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
