import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import type { CallName } from "contract";
import type { Uploaded } from "contract/calls/uploads";
import { refusals } from "contract/refusals";
import { createTurns, TooManyWaiting } from "contract/turns";
import { z } from "zod/v4";
import type { Scope } from "~/context.server";
import type { FormFailure } from "~/forms/result";
import { GatewayError, NotSignedIn, Refused, SessionConflict } from "~/gateway-client/errors";
import { forgetLogin } from "~/session/visitor.server";
import { altFromName, uploadMarkdown, withUploads } from "./upload-markdown";

/** A file on its way upstream is in memory four times over; this many at once, and this many waiting for their turn. */
const takeTurns = createTurns(3, 30);

interface SentFile {
  file: Uint8Array;
  filename: string;
}

/** Sends one file upstream with a call. Throws the gateway's errors, and TOO_FREQUENT when too many people upload at once. */
export function inTurn<Result>(scope: Scope, call: CallName, file: File, send: (sent: SentFile) => Promise<Result>): Promise<Result> {
  return takeTurns(async () => send({ file: new Uint8Array(await file.arrayBuffer()), filename: file.name || "文件" })).catch(
    (error: unknown) => {
      if (!(error instanceof TooManyWaiting)) throw error;
      throw new Refused("正在上传的人太多，请稍后再试", call, scope.traceId, "TOO_FREQUENT", refusals.TOO_FREQUENT.status);
    },
  );
}

/** Sends a file for a post. */
export function uploadFile(scope: Scope, file: File): Promise<Uploaded> {
  return inTurn(scope, "uploadFile", file, (sent) => scope.gateway.call("uploadFile", sent));
}

/** What a failed upload is told to people with. */
export function uploadProblem(error: GatewayError): string {
  return (error instanceof Refused ? error.fields?.file?.[0] : undefined) ?? error.message;
}

/** What came of the files that were posted with a form: where they stand now, and what was wrong with others. */
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

const anything = z.record(z.string(), z.unknown());

/**
 * Uploads without JavaScript: stores the files that came with a form and gives the form back with everything that was typed
 * and the uploads at the end of its text. A file that is refused leaves the others in place.
 */
export async function uploadAnswer(
  scope: Scope,
  { form, files, intent }: { form: FormData; files: File[]; intent: string },
  beside: object = {},
) {
  scope.keepsForm = true;
  const outcome: UploadOutcome = { inserted: [], problems: [] };
  const reply = (status: number, formErrors: string[] = [], dialog: FormFailure["dialog"] = null) => {
    const result = parseWithZod(form, { schema: anything }).reply({ formErrors });
    return data<UploadAnswer>({ intent: intent.slice("upload:".length), result, dialog, upload: outcome, ...beside }, { status });
  };
  if (!(await scope.acceptsToken(form))) return reply(403, ["表单已过期或不是从本站提交的，内容已为你保留，请再提交一次"]);
  if (files.length === 0) {
    outcome.problems.push("请先选择要上传的文件");
    return reply(400);
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
      if (error instanceof NotSignedIn || error instanceof SessionConflict) {
        keep();
        forgetLogin(scope.session);
        return reply(403, ["登录状态已失效，内容已为你保留，请登录后再上传一次"], "login");
      }
      if (error instanceof Refused && error.code === "PHONE_NOT_BOUND") return reply(422, [refusals.PHONE_NOT_BOUND.message], "phone");
      if (!(error instanceof GatewayError)) throw error;
      if (!(error instanceof Refused)) console.error(`[门户] ${error.name} ${error.call} ${error.detail} 跟踪号 ${scope.traceId}`);
      outcome.problems.push(`${file.name}：${uploadProblem(error)}`);
      status = error instanceof Refused ? error.status : 503;
    }
  }
  keep();
  if (outcome.problems.length === 0) form.delete("alt");
  return reply(status);
}
