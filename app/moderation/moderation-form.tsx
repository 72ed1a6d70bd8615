import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import type { FormFailure } from "~/forms/result";

interface Props {
  id: string;
  /** The intents of the buttons that may ask before they act. */
  asks: readonly string[];
  failure: FormFailure | undefined;
  submissionId?: string;
  /** The address that it posts to, if not the present one. */
  action?: string;
  /** The initial values of its fields. */
  values?: Record<string, unknown>;
  /** Fields without a control of their own; their messages appear at the head. */
  hiddenFields?: readonly string[];
  /**
   * Over a list, `ListProblems` shows the messages about the whole form above the list, which may be empty by then.
   */
  overList?: boolean;
  label?: string | undefined;
  className?: string | undefined;
  /** For a form with files. */
  encType?: "multipart/form-data";
  children: ReactNode;
}

/**
 * The form of all moderators' actions: Enter presses none of its buttons, and it asks before an action that cannot be
 * undone.
 */
export function ModerationForm({
  id,
  asks,
  failure,
  submissionId,
  action,
  values,
  hiddenFields,
  overList,
  label,
  className,
  encType,
  children,
}: Props) {
  const { pathname, search } = useLocation();
  const form = useScreenForm({ id, intent: asks, failure, defaultValue: values });
  return (
    <ScreenForm
      of={form}
      action={action ?? pathname + search}
      reloadDocument
      {...(encType ? { encType } : {})}
      submissionId={submissionId}
      hiddenFields={hiddenFields}
      problemsElsewhere={overList}
      className={className}
      aria-label={label}
    >
      <NoDefaultButton />
      <QuestionBox intents={asks} />
      {children}
    </ScreenForm>
  );
}
