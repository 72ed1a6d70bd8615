/**
 * Posts a form without a reload, to an endpoint that answers scripts in JSON. Never throws: where no answer
 * came, `failed` makes one of a sentence for people.
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
