import { Form, useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import styles from "./setting.module.css";

interface SettingFormProps {
  /** What its buttons send as `intent`: the messages of a refused form stand over the form whose intents these are. */
  intents: string[];
  /** Loads the page anew: for what the document itself is drawn by. */
  reloadDocument?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A form of the settings: it posts to its section, and what is wrong with the whole of it stands above its fields. */
export function SettingForm({ intents, reloadDocument = false, className = styles.form, children }: SettingFormProps) {
  const answer = useActionData();
  const failure = intents.map((intent) => failureOf(answer, intent)).find(Boolean);
  return (
    <Form method="post" className={className} preventScrollReset replace reloadDocument={reloadDocument}>
      <FormToken />
      <FormProblems id={`${intents[0]}-problems`} errors={failure?.result.error?.[""] ?? undefined} />
      {children}
    </Form>
  );
}

/** A part of a section under a heading. */
export function SettingPart({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {text ? <p className={styles.hint}>{text}</p> : null}
      {children}
    </section>
  );
}
