import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { FormFailure } from "./result";

const message = "网络连接中断，没有提交成功；内容还在这里，请检查网络后再试";

/**
 * A screen's clientAction: posts as always, and where the network fails under it the page stays as it is,
 * with what was typed and what to do. `intent` is the form's, where its buttons have others.
 */
export function keepOnNetworkFailure(intent?: string, messages: Record<string, string> = {}) {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const form = await request.clone().formData();
    try {
      return await serverAction();
    } catch (error) {
      // What fetch throws when there is no answer; answers of the server come as responses.
      if (!(error instanceof TypeError)) throw error;
      const initialValue = Object.fromEntries(
        [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
      );
      const result: FormFailure["result"] = {
        status: "error",
        initialValue,
        error: { "": [messages[initialValue.intent ?? ""] ?? message] },
      };
      const failure: FormFailure = { intent: intent ?? initialValue.intent ?? "", result, dialog: null };
      // A response: Remix keeps the status of no other answer here, and without one it would load the page's
      // data anew.
      return Response.json(failure, { status: 503 });
    }
  };
}
