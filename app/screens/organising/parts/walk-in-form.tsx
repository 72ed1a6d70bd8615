import { Form, useLocation } from "@remix-run/react";
import { FormProblems, FormToken, problem } from "~/forms/field-parts";
import { givenBack, PlainInput } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import { Icon } from "~/ui/icon";
import styles from "./organising.module.css";

/** Somebody who came without having signed up: signed up and checked in at once. */
export function WalkInForm({
  categories,
  submissionId,
  failure,
}: {
  categories: { key: string; name: string; free: number }[];
  submissionId: string;
  failure: FormFailure | undefined;
}) {
  const { pathname, search } = useLocation();
  const back = (name: string) => givenBack(failure, name);
  return (
    <section className={styles.part} aria-labelledby="walk-in">
      <h2 id="walk-in">现场报名</h2>
      <p className={styles.intro}>没有报名的人在这里登记，登记后即已签到。名额用完时会多加一个。</p>
      <Form
        method="post"
        action={`${pathname}${search}#walk-in`}
        className={styles.fields}
        preventScrollReset
      >
        <FormToken />
        <input type="hidden" name="submissionId" value={back("submissionId").value ?? submissionId} />
        <FormProblems id="walk-in-problems" errors={failure?.result.error?.[""] ?? undefined} />
        <PlainInput
          label="姓名"
          errors={back("name").errors}
          name="name"
          maxLength={30}
          autoComplete="off"
          defaultValue={back("name").value ?? ""}
        />
        <PlainInput
          label="手机号（选填）"
          errors={back("phone").errors}
          name="phone"
          inputMode="tel"
          maxLength={40}
          autoComplete="off"
          defaultValue={back("phone").value ?? ""}
        />
        <fieldset className={styles.choices} aria-describedby="walk-in-category">
          <legend>组别</legend>
          {categories.map(({ key, name, free }, index) => (
            <label key={key}>
              <input
                type="radio"
                name="category"
                value={key}
                defaultChecked={back("category").value ? back("category").value === key : index === 0}
              />
              {name}（余 {free}）
            </label>
          ))}
          <p id="walk-in-category">{problem(back("category").errors ?? undefined)}</p>
        </fieldset>
        <p>
          <button type="submit" className="button" name="intent" value="walkIn">
            <Icon name="user-plus" />
            登记并签到
          </button>
        </p>
      </Form>
    </section>
  );
}
