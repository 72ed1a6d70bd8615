import { Form, useActionData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { givenBack } from "~/forms/plain-field";
import { failureOf } from "~/forms/result";
import styles from "./module.module.css";

type GivenBack = ReturnType<typeof givenBack>;

/** What was typed into one of several forms of a page: the failure of whichever of its buttons was pressed. */
export function useTyped(...intents: string[]): { failed: boolean; back: (name: string) => GivenBack } {
  const answer = useActionData();
  const failure = intents.map((intent) => failureOf(answer, intent)).find((each) => each !== undefined);
  return { failed: failure !== undefined, back: (name) => givenBack(failure, name) };
}

interface Props {
  fid: number;
  /** Whose failure it shows at its head. */
  intents: string[];
  /** Fields whose messages stand at the head, for they have no control of their own. */
  hidden?: string[];
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** One of a section's many small forms, posted to where it stands. */
export function SectionForm({ fid, intents, hidden = [], label, className = styles.form, children }: Props) {
  const { pathname, search } = useLocation();
  const { back } = useTyped(...intents);
  const problems = ["", "fid", ...hidden].flatMap((name) => back(name).errors ?? []);
  return (
    <Form
      method="post"
      action={pathname + search}
      reloadDocument
      className={className}
      {...(label ? { "aria-label": label } : {})}
    >
      <NoDefaultButton />
      <FormToken />
      <input type="hidden" name="fid" value={fid} />
      <FormProblems id={undefined} errors={problems} />
      <QuestionBox intents={intents} />
      {children}
    </Form>
  );
}
