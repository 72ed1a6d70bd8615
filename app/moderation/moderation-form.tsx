import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import type { FormFailure } from "~/forms/result";

interface Props {
  id: string;
  /** Those of its buttons that may ask before they act. */
  asks: readonly string[];
  failure: FormFailure | undefined;
  submissionId?: string;
  /** Where it posts to, if not to where it stands. */
  action?: string;
  /** What its fields begin with. */
  values?: Record<string, unknown>;
  /** Fields without a control: their messages stand at its head. */
  hiddenFields?: readonly string[];
  /** Over a list, what is wrong with the whole stands above the list, which may be empty by then (`ListProblems`). */
  overList?: boolean;
  label?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Every form that a moderator acts with: Enter presses none of its buttons, and it asks before what cannot be undone. */
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
  children,
}: Props) {
  const { pathname, search } = useLocation();
  const form = useScreenForm({ id, intent: asks, failure, defaultValue: values });
  return (
    <ScreenForm
      of={form}
      action={action ?? pathname + search}
      reloadDocument
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
