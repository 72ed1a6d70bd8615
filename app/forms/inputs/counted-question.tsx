import { QuestionBox } from "../outcomes/question-box";
import { TextField } from "./text-field";

/** The question of a form that may act on very many things: from `typedFrom` on it has their number typed. */
export function CountedQuestion({ intents }: { intents: readonly string[] }) {
  return (
    <QuestionBox
      intents={intents}
      countField={(count) => (
        <TextField
          name="howMany"
          label={`输入 ${count} 确认`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
        />
      )}
    />
  );
}
