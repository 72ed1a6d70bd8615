import type { SignupState } from "contract/activities/constants";
import { reasonMax } from "contract/activities/constants";
import { mayBecome, type ReviewAction } from "contract/activities/transitions";
import { TextField } from "~/forms/inputs/text-field";
import styles from "./organising.module.css";

const actions: { action: ReviewAction; name: string }[] = [
  { action: "accept", name: "通过" },
  { action: "askMore", name: "需补充" },
  { action: "refuse", name: "拒绝" },
];

/** The intents of all review buttons. */
export const reviewIntents = actions.map(({ action }) => `review:${action}`);

/** The reason and a button for each review action. For one sign-up the buttons depend on its state. */
export function ReviewButtons({ state }: { state?: SignupState }) {
  return (
    <>
      <div className={styles.fields}>
        <TextField
          label="原因"
          hint="需补充和拒绝时必填，报名的人会看到"
          name="reason"
          maxLength={reasonMax}
        />
      </div>
      <p className={styles.buttons}>
        {actions
          .filter(({ action }) => state === undefined || mayBecome(action, state))
          .map(({ action, name }) => (
            <button
              key={action}
              type="submit"
              className="button"
              name="intent"
              value={`review:${action}`}
              data-primary={action === "accept" ? "" : undefined}
              data-danger={action === "refuse" ? "" : undefined}
            >
              {name}
            </button>
          ))}
      </p>
    </>
  );
}
