import { useField } from "@conform-to/react";
import { useMantineTheme } from "@mantine/core";
import { useFormAnswer } from "../form-answer";
import { TextField } from "../inputs/text-field";
import { type FormFailure, isOneOf } from "../result";
import { howManyField, keepIntent, type Question } from "./question";
import styles from "./question-box.module.css";

/**
 * The question that one of a form's buttons was answered with, inside the form: what was typed and chosen stands in it
 * still. The way back comes first, and is the loud one. Where very many things would go, their number has to be typed.
 * Nothing where nothing is asked.
 * @param intents those of the form's buttons that ask, whole or up to their colons
 */
export function QuestionBox({ intents }: { intents: readonly string[] }) {
  // What the field for the number needs is asked for even where no number is: a form without the one or the other
  // fails whenever it is drawn, and not only before the twentieth thing.
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
