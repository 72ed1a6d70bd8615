import type { FieldMetadata } from "@conform-to/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { problem, typed } from "~/forms/field-parts";
import { TextField } from "~/forms/inputs/text-field";

/** Milliseconds without typing before the nickname is checked. */
const pause = 600;

/** The problem with a nickname, by the portal. Without an answer, saving checks it. */
async function askAbout(nickname: string): Promise<string | null> {
  const response = await fetch(`/profile/nickname?${new URLSearchParams({ nickname })}`);
  return response.ok ? ((await response.json()) as { problem: string | null }).problem : null;
}

/** The nickname (spec 5.1). During typing it checks whether the nickname is free (spec 7.2, verify nickname). */
export function NicknameField({ field }: { field: FieldMetadata<unknown> }) {
  const [message, setMessage] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onInput = (event: FormEvent<HTMLDivElement>) => {
    const input = event.target as HTMLInputElement;
    const nickname = input.value;
    setMessage(null);
    clearTimeout(timer.current);
    if (nickname.trim() === "" || nickname === typed(field.initialValue)) return;
    timer.current = setTimeout(() => {
      askAbout(nickname).then(
        // An answer to an earlier text is ignored.
        (answer) => input.value === nickname && setMessage(answer),
        () => undefined,
      );
    }, pause);
  };
  return (
    <div onInput={onInput}>
      <TextField
        name={field.name}
        label="昵称"
        hint="不超过 10 个汉字或 20 个英文字符"
        autoComplete="nickname"
        maxLength={40}
      />
      <div role="status">{message && !field.errors ? problem([message]) : null}</div>
    </div>
  );
}
