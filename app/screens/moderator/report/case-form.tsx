import type { ReportCase } from "contract/moderation/cases/calls";
import { textActions } from "contract/moderation/constants";
import { reasonMax } from "contract/moderation/fields";
import { authorActions } from "contract/moderation/penalties";
import { FormProblems } from "~/forms/field-parts";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import { DaysField } from "~/moderation/days-field";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import { wholeList } from "~/moderation/row-fields";
import { ListHead } from "../fields/list-head";
import styles from "../theme/theme.module.css";
import { Case } from "./case";

interface Props {
  cases: ReportCase[];
  total: number;
  /** The page's size limit. */
  size: number;
  open: boolean;
  submissionId: string;
  failure: FormFailure | undefined;
}

/** Cases, and the form that settles the selected ones: the text, its author, and all reports of the text. */
export function CaseForm({ cases, total, size, open, submissionId, failure }: Props) {
  return (
    <ModerationForm
      id="cases"
      asks={["uphold", "reject"]}
      failure={failure}
      submissionId={submissionId}
      values={{ action: "none", author: "none" }}
      overList
      className={styles.form}
    >
      {cases.length < total ? null : (
        <FormProblems id="report-whole" errors={failure?.result.error?.[wholeList] ?? undefined} />
      )}
      <ListHead total={total} words="项" visible={cases.length} size={size} chosen={open} />
      <ul className={styles.rows}>
        {cases.map((each) => (
          <Case key={each.id} each={each} open={open} />
        ))}
      </ul>
      {open ? (
        <fieldset className={styles.doing}>
          <legend>处理选中的举报</legend>
          <SelectField label="举报成立时，对内容" name="action">
            <Options of={textActions} />
          </SelectField>
          <SelectField label="举报成立时，对作者" name="author">
            <Options of={authorActions} />
          </SelectField>
          <DaysField hint="禁言或禁止访问时填" />
          <div className={styles.wide}>
            <ReasonField hint="举报人和作者会看到；署名「版主」" templates="report-reasons" />
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
            <TextField label="备注" hint="只有版主看到，不作处理" name="note" maxLength={reasonMax} />
          </div>
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="note">
              只记备注
            </button>
          </p>
        </fieldset>
      ) : null}
    </ModerationForm>
  );
}
