import { reviewActionNames, reviewActions } from "contract/moderation/actions";
import type { ReactNode } from "react";
import type { FormFailure } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import { ListHead } from "../fields/list-head";
import styles from "../theme/theme.module.css";

interface Props {
  submissionId: string;
  failure: FormFailure | undefined;
  total: number;
  /** The number of items on this page, and the page's size limit. */
  visible: number;
  size: number;
  ofProfiles: boolean;
  children: ReactNode;
}

/** The form over the list of waiting items. Its first button favours the author most, its last one destroys. */
export function ReviewForm({ submissionId, failure, total, visible, size, ofProfiles, children }: Props) {
  const { approve, refuse, ignore, discard } = reviewActions;
  return (
    <ModerationForm
      id="review"
      asks={reviewActionNames}
      failure={failure}
      submissionId={submissionId}
      overList
      className={styles.form}
    >
      <ListHead total={total} words="项，等得最久的在前" visible={visible} size={size} />
      {children}
      <fieldset className={styles.doing}>
        <legend>处理选中的内容</legend>
        <div className={styles.wide}>
          <ReasonField hint="退回和删除必填，作者会看到；署名「版主」" templates="audit-reasons" />
        </div>
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="approve" data-primary>
            {approve.label}
          </button>
          <button type="submit" className="button" name="intent" value="refuse">
            {refuse.label}
          </button>
          <button type="submit" className="button" name="intent" value="ignore">
            {ignore.label}
          </button>
          {ofProfiles ? null : (
            <>
              <button type="submit" className="button" name="intent" value="discard">
                {discard.label}
              </button>
              <button type="submit" className="button" name="intent" value="claim">
                领取
              </button>
              <button type="submit" className="button" name="intent" value="release">
                放回
              </button>
            </>
          )}
        </p>
      </fieldset>
    </ModerationForm>
  );
}
