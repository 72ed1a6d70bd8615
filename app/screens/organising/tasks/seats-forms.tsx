import type { CallResponse } from "contract";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import styles from "../parts/organising.module.css";

type Category = CallResponse<"activityCounts">["categories"][number];

/** The forms that set the seats of each category; people in the waiting list move up at once. */
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
      {categories.map((category) => (
        <SeatsForm
          key={`${category.key} ${category.seats}`}
          category={category}
          failure={failure?.result.initialValue?.category === category.key ? failure : undefined}
        />
      ))}
    </section>
  );
}

function SeatsForm({ category, failure }: { category: Category; failure: FormFailure | undefined }) {
  const form = useScreenForm({
    id: `seats-${category.key}`,
    intent: "seats",
    failure,
    defaultValue: { seats: category.seats },
  });
  return (
    <ScreenForm of={form} className={styles.line} preventScrollReset>
      <input type="hidden" name="category" value={category.key} />
      <TextField
        label={category.name}
        hint={`剩余 ${category.free}${category.waiting > 0 ? `，候补 ${category.waiting}` : ""}`}
        name="seats"
        inputMode="numeric"
        maxLength={6}
      />
      <button type="submit" className="button" name="intent" value="seats">
        保存<span className="visually-hidden">{category.name}的名额</span>
      </button>
    </ScreenForm>
  );
}
