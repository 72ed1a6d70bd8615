import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { failureOf } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import styles from "./module.module.css";

/** What the server refused of one of several forms of a page: the failure of whichever of its buttons was pressed. */
export function useRefused(...intents: string[]) {
  const answer = useActionData();
  return intents.map((intent) => failureOf(answer, intent)).find((each) => each !== undefined);
}

interface Props {
  fid: number;
  /** What its buttons send. */
  intents: string[];
  /** What its fields begin with. */
  values?: Record<string, unknown>;
  /** Fields whose messages stand at the head, for they have no control of their own. */
  hidden?: string[];
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** One of a section's many small forms, posted to where it stands. */
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
