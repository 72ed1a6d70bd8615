import type { CallName } from "contract";
import { limitConcurrency, QueueFull } from "contract/base/concurrency-limit";
import type { Uploaded } from "contract/files/calls";
import { type Explanation, explainForm, tokenRefused } from "~/failure/explain.server";
import { type GivenBack, giveBack } from "~/forms/give-back.server";
import type { FormFailure } from "~/forms/result";
import { refuse } from "~/gateway-client/refusal.server";
import type { Scope } from "~/request/scope.server";
import { altFromName, uploadMarkdown, withUploads } from "./upload-markdown";

/**
 * A file on its way upstream is in memory four times over; this many at once, and this many waiting for their
 * turn.
 */
const limited = limitConcurrency(3, 30);

interface SentFile {
  file: Uint8Array;
  filename: string;
}

/**
 * Sends one file upstream with a call. Throws the gateway's errors, and TOO_FREQUENT when too many people
 * upload at once.
 */
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

/** Sends a file for a post. */
export function uploadFile(scope: Scope, file: File): Promise<Uploaded> {
  return inTurn(scope, "uploadFile", file, (sent) => scope.gateway.call("uploadFile", sent));
}

/** What a failed upload is told to people with. */
export function uploadProblem({ fields, message }: Pick<Explanation, "fields" | "message">): string {
  return fields?.file?.[0] ?? message;
}

/**
 * What came of the files that were posted with a form: where they stand now, and what was wrong with others.
 */
export interface UploadOutcome {
  inserted: string[];
  problems: string[];
}

/** A form that is shown again after its files were uploaded. */
export interface UploadAnswer extends FormFailure {
  upload: UploadOutcome;
}

/** Whether the pressed button brings files for a form: `upload:` and the form's own intent. */
export const isUpload = (intent: string) => /^upload:\w+$/.test(intent);

/**
 * Uploads without JavaScript: stores the files that came with a form and gives the form back with everything
 * that was typed and the uploads at the end of its text. A file that is refused leaves the others in place.
 */
export async function uploadAnswer(
  scope: Scope,
  { form, files, intent }: { form: FormData; files: File[]; intent: string },
  beside?: object,
) {
  const outcome: UploadOutcome = { inserted: [], problems: [] };
  const submission = { intent: intent.slice("upload:".length), typed: form };
  const answer = (said: GivenBack = {}) => giveBack(scope, submission, said, { upload: outcome, ...beside });
  const refused = await tokenRefused(scope, form, "再上传一次");
  if (refused) return answer(refused);
  if (files.length === 0) {
    outcome.problems.push("请先选择要上传的文件");
    return answer({ status: 400 });
  }
  const described = String(form.get("alt") ?? "").slice(0, 200);
  const written: string[] = [];
  let status = 200;
  const keep = () => form.set("content", withUploads(String(form.get("content") ?? ""), written));
  for (const [index, file] of files.entries()) {
    try {
      const uploaded = await uploadFile(scope, file);
      const alt = described && files.length > 1 ? `${described} ${index + 1}` : described;
      written.push(uploadMarkdown(uploaded, alt || altFromName(uploaded.name)));
      outcome.inserted.push(uploaded.name);
    } catch (error) {
      const { sentence: said, dialog, ...explained } = await explainForm(scope, error, "再上传一次");
      if (dialog) {
        keep();
        return answer({ status: explained.status, dialog, problems: [said] });
      }
      outcome.problems.push(`${file.name}：${uploadProblem(explained)}`);
      status = explained.status;
    }
  }
  keep();
  if (outcome.problems.length === 0) form.delete("alt");
  return answer({ status });
}
