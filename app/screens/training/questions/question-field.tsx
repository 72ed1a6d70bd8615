import { useField } from "@conform-to/react";
import { blankMax } from "contract/training/constants";
import { outputMax, type QuizType } from "contract/training/quizzes/constants";
import { Fragment, type ReactNode } from "react";
import { problem } from "~/forms/field-parts";
import { TextArea } from "~/forms/form/text-area";
import { Checkboxes, RadioGroup } from "~/forms/inputs/choices-field";
import { TextField } from "~/forms/inputs/text-field";
import { Prose } from "~/ui/prose";
import proseStyles from "~/ui/prose.module.css";
import styles from "./question.module.css";

interface QuestionFieldProps {
  /** The name of its field in the form; also the id of its group. */
  name: string;
  id: string;
  question: { type: QuizType; html: string; options: { letter: string; html: string }[] };
  legend: ReactNode;
  /** The name of a field in which words are typed. */
  label: string;
  /** It can only be read. */
  ended: boolean;
  /** Below the control. */
  children?: ReactNode;
}

/** A choice's text. It stands in a label, which may have no blocks, so its paragraphs are lines. */
function ChoiceText({ html }: { html: string }) {
  const lines = html.replaceAll(/<(\/?)p\b/g, "<$1span");
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the gateway sanitised it when it was written
    <span className={`${proseStyles.prose} ${styles.choice}`} dangerouslySetInnerHTML={{ __html: lines }} />
  );
}

/** A question of an exam or a lesson with the control for its answer. */
export function QuestionField(props: QuestionFieldProps) {
  const { name, id, question, legend, ended, children } = props;
  const { type, html } = question;
  if (type === "blank" || type === "output")
    return (
      <fieldset id={id} className={styles.question}>
        <legend>{legend}</legend>
        <Prose html={html} />
        <Words {...props} />
        {children}
      </fieldset>
    );
  if (type === "order") return <OrderField {...props} />;
  const options =
    type === "judge"
      ? [
          { letter: "true", name: "正确" },
          { letter: "false", name: "错误" },
        ]
      : question.options.map(({ letter, html: text }) => ({ letter, html: text, name: letter }));
  const Choices = type === "multiple" ? Checkboxes : RadioGroup;
  return (
    <Choices
      id={id}
      name={name}
      label={legend}
      text={<Prose html={html} />}
      layout="boxed"
      disabled={ended}
      options={options.map((option) => [
        option.letter,
        <Fragment key={option.letter}>
          <span className={styles.letter}>{option.name}</span>
          {"html" in option ? <ChoiceText html={option.html} /> : null}
        </Fragment>,
      ])}
    >
      {children}
    </Choices>
  );
}

/** A few words, or the lines that a program prints. */
function Words({ name, id, question: { type }, label, ended }: QuestionFieldProps) {
  if (type === "output")
    return (
      <div className={styles.output}>
        <TextArea name={name} id={`${id}-text`} label={label} rows={3} maxLength={outputMax} />
      </div>
    );
  return (
    <div className={styles.blank}>
      <TextField
        id={`${id}-text`}
        name={name}
        type="text"
        label={label}
        hideLabel
        maxLength={blankMax}
        placeholder="填写答案"
        autoComplete="off"
        readOnly={ended}
      />
    </div>
  );
}

/** Things to be put in order: for each place the letter of what stands there. */
function OrderField({ name, id, question: { html, options }, legend, ended, children }: QuestionFieldProps) {
  const [field] = useField<string[]>(name);
  const placed = [field.initialValue ?? []].flat();
  const problemId = field.errors ? `${id}-problem` : undefined;
  return (
    <fieldset id={id} className={styles.question} aria-describedby={problemId}>
      <legend>{legend}</legend>
      <Prose html={html} />
      <ul className={styles.options}>
        {options.map(({ letter, html: text }) => (
          <li key={letter}>
            <span className={styles.letter}>{letter}</span>
            <Prose html={text} />
          </li>
        ))}
      </ul>
      <div className={styles.order}>
        {options.map(({ letter: place }, index) => (
          <label key={place}>
            第 {index + 1}
            <select
              name={name}
              form={field.formId}
              className="plain-input"
              defaultValue={String(placed[index] ?? "")}
              disabled={ended}
              aria-invalid={field.errors ? true : undefined}
            >
              <option value="">选择</option>
              {options.map(({ letter }) => (
                <option key={letter} value={letter}>
                  {letter}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      {children}
      {field.errors ? <p id={problemId}>{problem(field.errors)}</p> : null}
    </fieldset>
  );
}
