import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { postForm } from "~/forms/post-form";
import { paths } from "~/navigation/paths";
import type { SignAnswer } from "./sign";

const unanswered = (message: string): SignAnswer => ({ done: false, message });

/** Posts a decision without a page load: the page's data is loaded again, and typed text stays. */
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
    const answer = await postForm(paths.privacy(), form, unanswered);
    setPosting(false);
    setProblem(answer.message);
    revalidate();
  };
  return { post, posting, problem };
}
