import { Form, useLocation } from "@remix-run/react";
import type { ReportCase } from "contract/moderation/cases/calls";
import { textActions } from "contract/moderation/constants";
import { reasonMax } from "contract/moderation/fields";
import { authorActions } from "contract/moderation/penalties";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { givenBack, PlainField, PlainInput } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import { ReasonField } from "~/moderation/reason-field";
import { wholeList } from "~/moderation/row-fields";
import { ListHead } from "../fields/list-head";
import styles from "../theme/theme.module.css";
import { Case } from "./case";

interface Props {
  cases: ReportCase[];
  total: number;
  /** How many a page may have. */
  size: number;
  open: boolean;
  submissionId: string;
  failure: FormFailure | undefined;
}

/** Cases, and the one form that settles those that are chosen: the text, its author, all its reports. */
export function CaseForm({ cases, total, size, open, submissionId, failure }: Props) {
  const { pathname, search } = useLocation();
  const back = (name: string) => givenBack(failure, name);
  const chosen = new Set(back("ids").values);
  return (
    <Form method="post" action={pathname + search} reloadDocument className={styles.form}>
      <NoDefaultButton />
      <FormToken />
      <input type="hidden" name="submissionId" value={submissionId} />
      <QuestionBox intents={["uphold", "reject"]} />
      <FormProblems id="report-whole" errors={back(wholeList).errors ?? undefined} />
      <ListHead total={total} words="项" shown={cases.length} size={size} chosen={open} failure={failure} />
      <ul className={styles.rows}>
        {cases.map((each) => (
          <Case
            key={each.id}
            each={each}
            chosen={chosen.has(String(each.id))}
            open={open}
            failure={failure}
          />
        ))}
      </ul>
      {open ? (
        <fieldset className={styles.doing}>
          <legend>处理选中的举报</legend>
          <PlainField label="举报成立时，对内容" errors={back("action").errors}>
            {(control) => (
              <select {...control} name="action" defaultValue={back("action").value ?? "none"}>
                <Options of={textActions} />
              </select>
            )}
          </PlainField>
          <PlainField label="举报成立时，对作者" errors={back("author").errors}>
            {(control) => (
              <select {...control} name="author" defaultValue={back("author").value ?? "none"}>
                <Options of={authorActions} />
              </select>
            )}
          </PlainField>
          <PlainInput
            label="天数（0 为永久）"
            hint="禁言或禁止访问时填"
            errors={back("days").errors}
            name="days"
            inputMode="numeric"
            defaultValue={back("days").value ?? ""}
          />
          <div className={styles.wide}>
            <ReasonField hint="举报人和作者会看到；署名「版主」" templates="report-reasons" back={back} />
          </div>
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="reject">
              举报不成立
            </button>
            <button type="submit" className="button" name="intent" value="uphold" data-primary>
              举报成立
            </button>
            <button type="submit" className="button" name="intent" value="assign">
              受理
            </button>
            <button type="submit" className="button" name="intent" value="release">
              放回
            </button>
          </p>
          <div className={styles.wide}>
            <PlainInput
              label="备注"
              hint="只有版主看到，不作处理"
              errors={back("note").errors}
              name="note"
              maxLength={reasonMax}
              defaultValue={back("note").value ?? ""}
            />
          </div>
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="note">
              只记备注
            </button>
          </p>
        </fieldset>
      ) : null}
    </Form>
  );
}

const Options = ({ of }: { of: Record<string, string> }) =>
  Object.entries(of).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
