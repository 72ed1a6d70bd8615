import type { CallResponse } from "contract";
import { formatWhole } from "~/format/time";
import { TextField } from "~/forms/inputs/text-field";
import { RowChoice } from "~/forms/outcomes/row-choice";
import type { FormFailure } from "~/forms/result";
import { DaysField } from "~/moderation/days-field";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import { rowAnchor } from "~/moderation/row-fields";
import { RowOutcomes } from "~/moderation/row-outcomes";
import { EmptyState } from "~/ui/empty-state";
import { RelativeTime } from "~/ui/relative-time";
import { ListHead } from "../fields/list-head";
import { ListProblems } from "../fields/list-problems";
import styles from "../theme/theme.module.css";

interface Props {
  list: CallResponse<"addressBanList">;
  /** The page's size limit. */
  size: number;
  submissionId: string;
  failure: FormFailure | undefined;
  liftFailure: FormFailure | undefined;
}

const outcomes = [{ intent: "unban", label: "解封" }];

/** Banned networks, from which nobody registers or posts; only administrators see and change them. */
export function Networks({ list, size, submissionId, failure, liftFailure }: Props) {
  return (
    <>
      <ModerationForm id="ban" asks={[]} failure={failure} values={{ days: "30" }} className={styles.form}>
        <fieldset className={styles.doing}>
          <legend>封禁网段</legend>
          <TextField
            label="IP 地址或网段"
            hint="如 203.0.113.7 或 203.0.113.0/24；不能注册，也不能发布内容"
            name="network"
            maxLength={60}
          />
          <DaysField />
          <ReasonField hint="这个网段里的人会看到" />
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="ban" data-primary>
              封禁
            </button>
          </p>
        </fieldset>
      </ModerationForm>
      <ListProblems failure={liftFailure} visible={list.items.map(({ id }) => id)} />
      {list.items.length === 0 ? (
        <EmptyState title="没有封禁的网段" text="封禁一个网段后，会列在这里。" />
      ) : (
        <ModerationForm
          id="networks"
          asks={[]}
          failure={liftFailure}
          submissionId={submissionId}
          overList
          className={styles.form}
        >
          <ListHead total={list.total} words="个网段" visible={list.items.length} size={size} whole={false} />
          <ul className={styles.rows}>
            {list.items.map((item) => (
              <li key={item.id} id={rowAnchor(item.id)}>
                <RowChoice value={item.id} title={item.network} />
                <div className={styles.text}>
                  <p>
                    <code>{item.network}</code> {item.reason}
                  </p>
                  <p className="facts">
                    {item.by ? <span>{item.by.nickName}</span> : null}
                    <RelativeTime at={item.createdAt} />
                    <span>{item.until ? `到 ${formatWhole(item.until)}` : "永久"}</span>
                  </p>
                </div>
                <RowOutcomes id={item.id} title={item.network} outcomes={outcomes} hint="理由" />
              </li>
            ))}
          </ul>
          <fieldset className={styles.doing}>
            <legend>解封选中的网段</legend>
            <ReasonField />
            <p className={styles.buttons}>
              <button type="submit" className="button" name="intent" value="unban">
                解封
              </button>
            </p>
          </fieldset>
        </ModerationForm>
      )}
    </>
  );
}
