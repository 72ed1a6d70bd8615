import { Form } from "@remix-run/react";
import type { CallResponse } from "contract";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { givenBack, PlainField } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import styles from "../parts/organising.module.css";

type Category = CallResponse<"activityCounts">["categories"][number];

/** The seats of each category; those who wait move up at once. */
export function SeatsForms({
  categories,
  failure,
}: {
  categories: Category[];
  failure: FormFailure | undefined;
}) {
  return (
    <section className={styles.part} aria-labelledby="seats">
      <h2 id="seats">名额</h2>
      <p className={styles.intro}>增加名额后，候补的人按顺序递补并收到通知。名额不能少于已占用的数量。</p>
      {categories.map((category) => {
        const own = givenBack(failure, "category").value === category.key ? failure : undefined;
        const back = givenBack(own, "seats");
        return (
          <Form
            key={`${category.key} ${category.seats}`}
            method="post"
            className={styles.line}
            preventScrollReset
          >
            <FormToken />
            <input type="hidden" name="category" value={category.key} />
            <FormProblems id={`seats-${category.key}`} errors={own?.result.error?.[""] ?? undefined} />
            <PlainField
              label={category.name}
              hint={`剩余 ${category.free}${category.waiting > 0 ? `，候补 ${category.waiting}` : ""}`}
              errors={back.errors}
            >
              {(control) => (
                <input
                  {...control}
                  className="plain-input"
                  name="seats"
                  inputMode="numeric"
                  maxLength={6}
                  defaultValue={back.value ?? category.seats}
                />
              )}
            </PlainField>
            <button type="submit" className="button" name="intent" value="seats">
              保存<span className="visually-hidden">{category.name}的名额</span>
            </button>
          </Form>
        );
      })}
    </section>
  );
}
