import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { failureOf } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import styles from "./module.module.css";

/** The refusal of one of the page's forms: of the one whose button was pressed. */
export function useRefused(...intents: string[]) {
  const answer = useActionData();
  return intents.map((intent) => failureOf(answer, intent)).find((each) => each !== undefined);
}

interface Props {
  fid: number;
  /** The intents of its buttons. */
  intents: string[];
  /** The initial values of its fields. */
  values?: Record<string, unknown>;
  /** Fields without a control of their own; their messages appear at the head. */
  hidden?: string[];
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** One of the small forms of a section's management; it posts to the present address. */
export function SectionForm({
  fid,
  intents,
  values,
  hidden = [],
  label,
  className = styles.form,
  children,
}: Props) {
  return (
    <ModerationForm
      id={intents.join("-").replaceAll(":", "-")}
      asks={intents}
      failure={useRefused(...intents)}
      values={values}
      hiddenFields={["fid", ...hidden]}
      label={label}
      className={className}
    >
      <input type="hidden" name="fid" value={fid} />
      {children}
    </ModerationForm>
  );
}
