import type { CallResponse } from "contract";
import { reasonMax } from "contract/activities/constants";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import type { FormFailure } from "~/forms/result";
import styles from "../parts/organising.module.css";

type Item = CallResponse<"activityTeamSearches">["items"][number];

/** What teams and people say to everybody who look for each other, each with the form that takes it down. */
export function SearchesPart({ items, failure }: { items: Item[]; failure: FormFailure | undefined }) {
  return (
    <section className={styles.part} aria-labelledby="searches">
      <h2 id="searches">招募队友与寻找队伍（{items.length}）</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <b>{item.team?.name ?? item.person.nickName}</b>
            <p>{item.text}</p>
            <RemoveForm
              item={item}
              failure={failure?.result.initialValue?.searchId === String(item.id) ? failure : undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RemoveForm({ item, failure }: { item: Item; failure: FormFailure | undefined }) {
  const form = useScreenForm({ id: `search-${item.id}`, intent: "removeSearch", failure });
  return (
    <details open={failure !== undefined}>
      <summary>
        撤下<span className="visually-hidden"> {item.team?.name ?? item.person.nickName}</span>
      </summary>
      <ScreenForm of={form} action="#searches" className={styles.fields} preventScrollReset>
        <input type="hidden" name="searchId" value={item.id} />
        <TextArea
          name="reason"
          label="原因"
          hint="写这些话的人会收到通知。撤下以后不能恢复，对方可以重新写。"
          rows={2}
          maxLength={reasonMax}
        />
        <p>
          <button type="submit" className="button" name="intent" value="removeSearch">
            撤下
          </button>
        </p>
      </ScreenForm>
    </details>
  );
}
