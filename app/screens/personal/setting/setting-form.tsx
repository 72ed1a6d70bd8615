import { Form, useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import styles from "./setting.module.css";

/** The problem of the whole form, when the last action was one of these intents. */
export function SettingProblems({ intents }: { intents: string[] }) {
  const answer = useActionData();
  const failure = intents.map((intent) => failureOf(answer, intent)).find(Boolean);
  return <FormProblems id={`${intents[0]}-problems`} errors={failure?.result.error?.[""] ?? undefined} />;
}

interface SettingFormProps {
  /**
   * The `intent` values of its buttons. A refusal of one of them appears above the fields. Empty where the page shows
   * refusals elsewhere.
   */
  intents: string[];
  /** Reloads the document after sending: for settings that change the document itself. */
  reloadDocument?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A form that posts to its settings section. */
export function SettingForm({
  intents,
  reloadDocument = false,
  className = styles.form,
  children,
}: SettingFormProps) {
  return (
    <Form method="post" className={className} preventScrollReset replace reloadDocument={reloadDocument}>
      <FormToken />
      {intents.length > 0 ? <SettingProblems intents={intents} /> : null}
      {children}
    </Form>
  );
}

/** A part of a section under a heading. */
export function SettingPart({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {text ? <p className={styles.hint}>{text}</p> : null}
      {children}
    </section>
  );
}
