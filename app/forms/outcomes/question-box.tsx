import type { ReactNode } from "react";
import { useFormAnswer } from "../form-answer";
import { type FormFailure, isOneOf } from "../result";
import { keepIntent, type Question } from "./question";
import styles from "./question-box.module.css";

/**
 * The question that one of a form's buttons was answered with, inside the form: what was typed and chosen stands in it
 * still. The way back comes first, and is the loud one. Nothing where nothing is asked.
 * @param intents those of the form's buttons that ask, whole or up to their colons
 * @param countField where so many may go that their number has to be typed: the field for it
 */
export function QuestionBox({
  intents,
  countField,
}: {
  intents: readonly string[];
  countField?: (count: number) => ReactNode;
}) {
  const answer = useFormAnswer() as (Partial<FormFailure> & { question?: Question }) | undefined;
  const question = answer?.question;
  if (!question || !isOneOf(question.intent, intents)) return null;
  return (
    <section className={styles.box} role="alert" aria-label={question.title}>
      <h2>{question.title}</h2>
      <ul>
        {question.says.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <input type="hidden" name="sure" value={question.key} />
      {question.count === undefined ? null : countField?.(question.count)}
      <p className={styles.buttons}>
        <button
          type="submit"
          className="button"
          data-primary
          name="intent"
          value={`${keepIntent}:${question.intent}`}
          formNoValidate
          // biome-ignore lint/a11y/noAutofocus: the page goes to what it asks, before scripts too
          autoFocus
        >
          不了，返回
        </button>
        <button type="submit" className="button" data-danger name="intent" value={question.intent}>
          {question.button}
        </button>
      </p>
    </section>
  );
}
