import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { paths } from "~/navigation/paths";
import type { SignAnswer } from "./sign";

/** Posts a decision without a reload: the page's data is loaded anew, and what is typed on it stays. */
export function useSign() {
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState<string | null>(null);
  const [posting, setPosting] = useState(false);
  const post = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (posting) return;
    const form = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
    setPosting(true);
    setProblem(null);
    const answer = await ask(form);
    setPosting(false);
    setProblem(answer.message);
    revalidate();
  };
  return { post, posting, problem };
}

async function ask(body: FormData): Promise<SignAnswer> {
  try {
    const response = await fetch(paths.privacy(), {
      method: "POST",
      body,
      headers: { accept: "application/json" },
    });
    return (await response.json()) as SignAnswer;
  } catch {
    return { done: false, message: "网络连接中断，请稍后再试" };
  }
}
