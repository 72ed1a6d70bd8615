import type { CallName } from "contract";
import { limitConcurrency, QueueFull } from "contract/base/concurrency-limit";
import type { Uploaded } from "contract/files/calls";
import { imageEndings, onlyPictures } from "contract/files/constants";
import { type Explanation, explainForm, tokenRefused } from "~/failure/explain.server";
import { type GivenBack, giveBack } from "~/forms/give-back.server";
import type { FormFailure } from "~/forms/result";
import { refuse } from "~/gateway-client/refusal.server";
import type { Scope } from "~/request/scope.server";
import { altFromName, picturesOnlyField, uploadMarkdown, withUploads } from "./upload-markdown";

/**
 * A file being sent upstream is in memory four times. This limits how many are sent at once (3) and how many wait
 * (30).
 */
const limited = limitConcurrency(3, 30);

interface SentFile {
  file: Uint8Array;
  filename: string;
}

/** Sends one file upstream by a call. Throws the gateway's errors, and TOO_FREQUENT when too many files wait. */
export function inTurn<Result>(
  scope: Scope,
  call: CallName,
  file: File,
  send: (sent: SentFile) => Promise<Result>,
): Promise<Result> {
  return limited(async () =>
    send({ file: new Uint8Array(await file.arrayBuffer()), filename: file.name || "文件" }),
  ).catch((error: unknown) => {
    if (!(error instanceof QueueFull)) throw error;
    throw refuse("TOO_FREQUENT", { call, traceId: scope.traceId, message: "正在上传的人太多，请稍后再试" });
  });
}

/** Uploads a file for a post. */
export function uploadFile(scope: Scope, file: File): Promise<Uploaded> {
  return inTurn(scope, "uploadFile", file, (sent) => scope.gateway.call("uploadFile", sent));
}

/** The message for a failed upload. */
export function uploadProblem({ fields, message }: Pick<Explanation, "fields" | "message">): string {
  return fields?.file?.[0] ?? message;
}

/** The results of files that were posted with a form: links of the stored ones, and problems of the others. */
export interface UploadOutcome {
  inserted: string[];
  problems: string[];
}

/** The answer to a form whose files were uploaded: the form is shown again. */
export interface UploadAnswer extends FormFailure {
  upload: UploadOutcome;
}

/** Whether the pressed button uploads files for a form: its intent is `upload:` and the form's main intent. */
export const isUpload = (intent: string) => /^upload:\w+$/.test(intent);

/**
 * Uploads without JavaScript: stores the files of a form and returns the form with the typed values and the uploads
 * at the end of its text. A refused file does not affect the others.
 */
export async function uploadAnswer(
  scope: Scope,
  { form, files, intent }: { form: FormData; files: File[]; intent: string },
  beside?: object,
) {
  const outcome: UploadOutcome = { inserted: [], problems: [] };
  const submission = { intent: intent.slice("upload:".length), typed: form };
  const answer = (result: GivenBack = {}) =>
    giveBack(scope, submission, result, { upload: outcome, ...beside });
  const refusal = await tokenRefused(scope, form, "再上传一次");
  if (refusal) return answer(refusal);
  if (files.length === 0) {
    outcome.problems.push("请先选择要上传的文件");
    return answer({ status: 400 });
  }
  const described = String(form.get("alt") ?? "").slice(0, 200);
  const uploads: string[] = [];
  let status = 200;
  const keep = () => form.set("content", withUploads(String(form.get("content") ?? ""), uploads));
  const picturesOnly = form.has(picturesOnlyField);
  for (const [index, file] of files.entries()) {
    if (picturesOnly && !imageEndings.some((ending) => file.name.toLowerCase().endsWith(ending))) {
      outcome.problems.push(`${file.name}：${onlyPictures}`);
      status = 422;
      continue;
    }
    try {
      const uploaded = await uploadFile(scope, file);
      const alt = described && files.length > 1 ? `${described} ${index + 1}` : described;
      uploads.push(uploadMarkdown(uploaded, alt || altFromName(uploaded.name)));
      outcome.inserted.push(uploaded.name);
    } catch (error) {
      const { sentence: message, dialog, ...explained } = await explainForm(scope, error, "再上传一次");
      if (dialog) {
        keep();
        return answer({ status: explained.status, dialog, problems: [message] });
      }
      outcome.problems.push(`${file.name}：${uploadProblem(explained)}`);
      status = explained.status;
    }
  }
  keep();
  if (outcome.problems.length === 0) form.delete("alt");
  return answer({ status });
}
