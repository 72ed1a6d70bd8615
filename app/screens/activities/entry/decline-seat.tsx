import { Form, Link, useActionData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { ActivityFacts } from "~/activities/activity-cards";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./entry.module.css";

export type Offer = CallResponse<"activitySeatOffer">;

/** Asks before a seat is given back: opening the link in a message must not write. */
export function DeclineSeat({ offer }: { offer: Offer & { key: string } }) {
  const { to } = useShell();
  const failure = failureOf(useActionData(), "decline");
  const { activity, name, category, key } = offer;
  return (
    <div className={styles.page}>
      <section className={`surface ${styles.box}`}>
        <h1>放弃名额</h1>
        <p>
          {name}，你在「{activity.title}」{category}
          里排到了名额。放弃以后，名额给下一位候补的人，这次报名取消。
        </p>
        <ActivityFacts activity={activity} />
        <Form method="post" className={styles.form}>
          <FormToken />
          <FormProblems id="decline-problems" errors={failure?.result.error?.[""] ?? undefined} />
          <input type="hidden" name="key" value={key} />
          <div className={styles.buttons}>
            <button type="submit" className="button" data-danger name="intent" value="decline">
              放弃名额
            </button>
            <Link className="button" to={to(paths.activityEntry(activity.id))}>
              保留名额
            </Link>
          </div>
        </Form>
      </section>
    </div>
  );
}
