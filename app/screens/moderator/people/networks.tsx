import { Form, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { formatWhole } from "~/format/time";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { givenBack, PlainInput } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
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
  /** How many a page may have. */
  size: number;
  submissionId: string;
  failure: FormFailure | undefined;
  liftFailure: FormFailure | undefined;
}

const outcomes = [{ intent: "unban", label: "解封" }];

/** Networks from which nobody registers or writes; administrators alone see and change them. */
export function Networks({ list, size, submissionId, failure, liftFailure }: Props) {
  const { pathname, search } = useLocation();
  const back = (name: string) => givenBack(failure, name);
  const lifted = (name: string) => givenBack(liftFailure, name);
  const chosen = new Set(lifted("ids").values);
  return (
    <>
      <Form method="post" action={pathname + search} reloadDocument className={styles.form}>
        <NoDefaultButton />
        <FormToken />
        <FormProblems id="ban-problems" errors={failure?.result.error?.[""] ?? undefined} />
        <fieldset className={styles.doing}>
          <legend>封禁网段</legend>
          <PlainInput
            label="IP 地址或网段"
            hint="如 203.0.113.7 或 203.0.113.0/24；不能注册，也不能发布内容"
            errors={back("network").errors}
            name="network"
            maxLength={60}
            defaultValue={back("network").value ?? ""}
          />
          <PlainInput
            label="天数（0 为永久）"
            errors={back("days").errors}
            name="days"
            inputMode="numeric"
            defaultValue={back("days").value ?? (failure ? "" : "30")}
          />
          <ReasonField hint="这个网段里的人会看到" back={back} />
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="ban" data-primary>
              封禁
            </button>
          </p>
        </fieldset>
      </Form>
      <ListProblems failure={liftFailure} shown={list.items.map(({ id }) => id)} />
      {list.items.length === 0 ? (
        <EmptyState title="没有封禁的网段" text="封禁一个网段后，会列在这里。" />
      ) : (
        <Form method="post" action={pathname + search} reloadDocument className={styles.form}>
          <NoDefaultButton />
          <FormToken />
          <input type="hidden" name="submissionId" value={submissionId} />
          <ListHead total={list.total} words="个网段" shown={list.items.length} size={size} whole={false} />
          <ul className={styles.rows}>
            {list.items.map((item) => (
              <li key={item.id} id={rowAnchor(item.id)}>
                <label className={styles.choose}>
                  <input
                    type="checkbox"
                    name="ids"
                    value={item.id}
                    defaultChecked={chosen.has(String(item.id))}
                  />
                  <span className="visually-hidden">选择：{item.network}</span>
                </label>
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
                <RowOutcomes
                  id={item.id}
                  title={item.network}
                  outcomes={outcomes}
                  hint="理由"
                  failure={liftFailure}
                />
              </li>
            ))}
          </ul>
          <fieldset className={styles.doing}>
            <legend>解封选中的网段</legend>
            <ReasonField back={lifted} />
            <p className={styles.buttons}>
              <button type="submit" className="button" name="intent" value="unban">
                解封
              </button>
            </p>
          </fieldset>
        </Form>
      )}
    </>
  );
}
