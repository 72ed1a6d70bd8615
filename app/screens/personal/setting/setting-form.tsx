import { Form, useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import styles from "./setting.module.css";

/** The problem of the whole form that sent one of these intents. */
export function SettingProblems({ intents }: { intents: string[] }) {
  const answer = useActionData();
  const failure = intents.map((intent) => failureOf(answer, intent)).find(Boolean);
  return <FormProblems id={`${intents[0]}-problems`} errors={failure?.result.error?.[""] ?? undefined} />;
}

interface SettingFormProps {
  /**
   * What its buttons send as `intent`: the messages of its refusal stand above its fields. Empty where they
   * stand elsewhere.
   */
  intents: string[];
  /** Loads the page anew: for what the document itself is drawn by. */
  reloadDocument?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A form of the settings: it posts to its section. */
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
