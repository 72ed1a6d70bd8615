import { Form, Link, useLocation } from "@remix-run/react";
import { signupStates } from "contract/activities/constants";
import type { SignupRow } from "contract/activities/shapes";
import { FormToken } from "~/forms/field-parts";
import { FilterForm } from "~/forms/inputs/filter-form";
import { TextField } from "~/forms/inputs/text-field";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./scan.module.css";

type Found = Omit<SignupRow, "answers">;

const stateNames = Object.fromEntries(signupStates.map(({ code, name }) => [code, name]));

/** The form that finds a person without a code, by name or the last four digits of the phone, and checks them in. */
export function FindPeople({
  activityId,
  q,
  found,
}: {
  activityId: number;
  q: string;
  found: { total: number; items: Found[] } | null;
}) {
  const { to } = useShell();
  return (
    <section className={styles.part} aria-labelledby="find">
      <h2 id="find">找人签到</h2>
      <FilterForm
        key={q}
        id="find-form"
        values={{ q }}
        action={to(staffPaths.scan())}
        className={styles.line}
      >
        <input type="hidden" name="id" value={activityId} />
        <TextField
          label="姓名，或手机号后四位"
          name="q"
          maxLength={60}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button type="submit" className="button">
          <Icon name="search" />
          查找
        </button>
      </FilterForm>
      {found ? (
        <>
          <p className={styles.intro} role="status">
            {found.total === 0
              ? "没有找到。换个写法再找，或者在下面登记现场报名。"
              : found.total > found.items.length
                ? `找到 ${found.total} 人，先列出 ${found.items.length} 人；写得更全一些再找。`
                : `找到 ${found.total} 人。`}
          </p>
          <ul className={styles.people}>
            {found.items.map((person) => (
              <Person key={person.id} person={person} />
            ))}
          </ul>
          <p>
            <Link to={to(staffPaths.scan(activityId))}>收起查找结果</Link>
          </p>
        </>
      ) : null}
    </section>
  );
}

function Person({ person }: { person: Found }) {
  const { pathname, search } = useLocation();
  const { id, name, contact, category, state, checkedInAt, checkedInBy, team } = person;
  const undo = checkedInAt !== null;
  return (
    <li>
      <div>
        <strong>{name}</strong>{" "}
        <span className="label" data-kind={state === "accepted" ? "solved" : undefined}>
          {stateNames[state]}
        </span>
        <p className="facts">
          <span>{category.name}</span>
          {contact ? <span>{contact}</span> : null}
          {team ? <span>{team}</span> : null}
          {checkedInAt ? (
            <span>
              <RelativeTime at={checkedInAt} /> 签到{checkedInBy ? ` · ${checkedInBy}` : ""}
            </span>
          ) : null}
        </p>
      </div>
      <Form method="post" action={pathname + search} preventScrollReset>
        <FormToken />
        <input type="hidden" name="signupId" value={id} />
        <input type="hidden" name="who" value={name} />
        <button
          type="submit"
          className="button"
          name="intent"
          value={undo ? "undo" : "person"}
          data-primary={undo ? undefined : ""}
        >
          {undo ? "撤销签到" : "签到"}
          <span className="visually-hidden">：{name}</span>
        </button>
      </Form>
    </li>
  );
}
