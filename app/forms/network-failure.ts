import type { ClientActionFunctionArgs } from "@remix-run/react";
import type { FormFailure } from "./result";

const message = "网络连接中断，没有提交成功；内容还在这里，请检查网络后再试";

const savedMessage = "网络连接中断，没有提交成功；内容已存在本机，联网后点“发送”";

/**
 * A screen's clientAction that keeps the page with the typed text and a message when the network fails. `intent` is
 * the form's main intent, for forms with several buttons.
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
      // fetch throws a TypeError when there is no answer; answers of the server are responses.
      if (!(error instanceof TypeError)) {
        tell("form-sent");
        throw error;
      }
      const initialValue = fields;
      // A listener that stores the form for later (islands/offline.ts) cancels the event.
      const text = tell("form-lost") ? message : savedMessage;
      const result: FormFailure["result"] = {
        status: "error",
        initialValue,
        error: { "": [messages[initialValue.intent ?? ""] ?? text] },
      };
      const failure: FormFailure = { intent: intent ?? initialValue.intent ?? "", result, dialog: null };
      // A response, because Remix ignores the status of other values here, and with status 200 it would reload the
      // page's data.
      return Response.json(failure, { status: 503 });
    }
  };
}
