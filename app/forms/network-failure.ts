import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { FormFailure } from "./result";

const message = "网络连接中断，没有提交成功；内容还在这里，请检查网络后再试";

const savedMessage = "网络连接中断，没有提交成功；内容已存在本机，联网后点“发送”";

/**
 * A screen's clientAction: posts as always, and where the network fails under it the page stays as it is,
 * with what was typed and what to do. `intent` is the form's, where its buttons have others.
 */
export function keepOnNetworkFailure(intent?: string, messages: Record<string, string> = {}) {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const form = await request.clone().formData();
    const tell = (type: string) =>
      dispatchEvent(new CustomEvent(type, { detail: { action: request.url, fields }, cancelable: true }));
    const fields = Object.fromEntries(
      [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
    try {
      const result = await serverAction();
      tell("form-sent");
      return result;
    } catch (error) {
      // What fetch throws when there is no answer; answers of the server come as responses.
      if (!(error instanceof TypeError)) {
        tell("form-sent");
        throw error;
      }
      const initialValue = fields;
      // What keeps it for later (islands/offline.ts) says so by taking it.
      const said = tell("form-lost") ? message : savedMessage;
      const result: FormFailure["result"] = {
        status: "error",
        initialValue,
        error: { "": [messages[initialValue.intent ?? ""] ?? said] },
      };
      const failure: FormFailure = { intent: intent ?? initialValue.intent ?? "", result, dialog: null };
      // A response: Remix keeps the status of no other answer here, and without one it would load the page's
      // data anew.
      return Response.json(failure, { status: 503 });
    }
  };
}
