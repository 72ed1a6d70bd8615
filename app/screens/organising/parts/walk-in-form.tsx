import { useLocation } from "@remix-run/react";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { RadioGroup } from "~/forms/inputs/choices-field";
import { TextField } from "~/forms/inputs/text-field";
import { Icon } from "~/ui/icon";
import styles from "./organising.module.css";

/** The form for a person who came without a sign-up: it signs the person up and checks them in at once. */
export function WalkInForm({
  categories,
  submissionId,
}: {
  categories: { key: string; name: string; free: number }[];
  submissionId: string;
}) {
  const { pathname, search } = useLocation();
  const form = useScreenForm({ id: "walk-in-form", intent: "walkIn" });
  return (
    <section className={styles.part} aria-labelledby="walk-in">
      <h2 id="walk-in">现场报名</h2>
      <p className={styles.intro}>没有报名的人在这里登记，登记后即已签到。名额用完时会多加一个。</p>
      <ScreenForm
        of={form}
        action={`${pathname}${search}#walk-in`}
        submissionId={submissionId}
        className={styles.fields}
        preventScrollReset
      >
        <TextField label="姓名" name="name" maxLength={30} autoComplete="off" />
        <TextField label="手机号（选填）" name="phone" inputMode="tel" maxLength={40} autoComplete="off" />
        <RadioGroup
          name="category"
          label="组别"
          preset={categories[0]?.key}
          options={categories.map(({ key, name, free }) => [key, `${name}（余 ${free}）`] as const)}
        />
        <p>
          <button type="submit" className="button" name="intent" value="walkIn">
            <Icon name="user-plus" />
            登记并签到
          </button>
        </p>
      </ScreenForm>
    </section>
  );
}
