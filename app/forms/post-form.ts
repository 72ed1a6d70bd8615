/**
 * Posts a form without a page load, to an endpoint that answers JSON. Never throws: without an answer, `failed` makes
 * one from a message for people.
 */
export async function postForm<Answer>(
  path: string,
  body: FormData,
  failed: (message: string) => Answer,
): Promise<Answer> {
  try {
    const response = await fetch(path, { method: "POST", body, headers: { accept: "application/json" } });
    return (await response.json()) as Answer;
  } catch {
    return failed("网络连接中断，请稍后再试");
  }
}
