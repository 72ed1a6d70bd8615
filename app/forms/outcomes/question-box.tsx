import { useField } from "@conform-to/react";
import { useMantineTheme } from "@mantine/core";
import { useFormAnswer } from "../form-answer";
import { TextField } from "../inputs/text-field";
import { type FormFailure, isOneOf } from "../result";
import { howManyField, keepIntent, type Question } from "./question";
import styles from "./question-box.module.css";

/**
 * The question that one of the form's buttons must ask first, shown inside the form, which keeps everything typed and
 * chosen. The cancel button comes first and is the most visible. For a large number of things the member must type
 * the number. Renders nothing without a question.
 * @param intents the form's intents that ask, whole or up to their colons
 */
export function QuestionBox({ intents }: { intents: readonly string[] }) {
  // These hooks are called although the number's field may not be rendered. A form without their contexts then fails
  // at every render, and not only from twenty things on.
  useField(howManyField);
  useMantineTheme();
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
      {question.count === undefined ? null : (
        <TextField
          name={howManyField}
          label={`输入 ${question.count} 确认`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
        />
      )}
      <p className={styles.buttons}>
        <button
          type="submit"
          className="button"
          data-primary
          name="intent"
          value={`${keepIntent}:${question.intent}`}
          formNoValidate
          // biome-ignore lint/a11y/noAutofocus: the page goes to the question, before scripts too
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
