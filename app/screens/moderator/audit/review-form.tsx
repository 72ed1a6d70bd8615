import { Form, useLocation } from "@remix-run/react";
import { reviewActionNames, reviewActions } from "contract/moderation/actions";
import type { ReactNode } from "react";
import { FormToken } from "~/forms/field-parts";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { givenBack } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import { ReasonField } from "~/moderation/reason-field";
import { ListHead } from "../fields/list-head";
import styles from "../theme/theme.module.css";

interface Props {
  submissionId: string;
  failure: FormFailure | undefined;
  total: number;
  /** How many stand on this page, and how many may. */
  shown: number;
  size: number;
  ofProfiles: boolean;
  children: ReactNode;
}

/** The one form over what waits: what favours the author first, what destroys last. */
export function ReviewForm({ submissionId, failure, total, shown, size, ofProfiles, children }: Props) {
  const { pathname, search } = useLocation();
  const { approve, refuse, ignore, discard } = reviewActions;
  return (
    <Form method="post" action={pathname + search} reloadDocument className={styles.form}>
      <NoDefaultButton />
      <FormToken />
      <input type="hidden" name="submissionId" value={submissionId} />
      <QuestionBox intents={reviewActionNames} />
      <ListHead total={total} words="项，等得最久的在前" shown={shown} size={size} failure={failure} />
      {children}
      <fieldset className={styles.doing}>
        <legend>处理选中的内容</legend>
        <div className={styles.wide}>
          <ReasonField
            hint="退回和删除必填，作者会看到；署名「版主」"
            templates="audit-reasons"
            back={(name) => givenBack(failure, name)}
          />
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
    </Form>
  );
}
