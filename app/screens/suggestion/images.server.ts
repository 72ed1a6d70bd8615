import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { adviceImagesMax } from "contract/limits";
import { z } from "zod/v4";
import type { Scope } from "~/context.server";
import { inTurn, uploadProblem } from "~/editor/upload.server";
import type { FormFailure } from "~/forms/result";
import { GatewayError, NotSignedIn, Refused, SessionConflict } from "~/gateway-client/errors";

const anything = z.record(z.string(), z.unknown());

/**
 * Stores the pictures that came with the form and puts their names into it, so that a form that comes back still has them.
 * Gives what was wrong with others, each named; a file too many is not stored.
 */
export async function storeImages(scope: Scope, form: FormData, files: File[]): Promise<string[]> {
  const problems: string[] = [];
  if (files.length === 0 || !(await scope.acceptsToken(form))) return problems;
  for (const file of files) {
    if (form.getAll("images").length >= adviceImagesMax) return [...problems, `最多 ${adviceImagesMax} 张图片，多出来的没有上传`];
    try {
      const { name } = await inTurn(scope, "uploadAdviceImage", file, (sent) => scope.gateway.call("uploadAdviceImage", sent));
      if (!form.getAll("images").includes(name)) form.append("images", name);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // The form itself will say that one must sign in.
      if (error instanceof NotSignedIn || error instanceof SessionConflict) return ["图片还没有上传，登录后请再选一次"];
      if (!(error instanceof Refused)) console.error(`[门户] ${error.name} ${error.call} ${error.detail} 跟踪号 ${scope.traceId}`);
      problems.push(`${file.name}：${uploadProblem(error)}`);
    }
  }
  return problems;
}

/** The form again, with the pictures that it has now. */
export function imagesAnswer(scope: Scope, form: FormData, problems: string[]) {
  scope.keepsForm = true;
  const errors = problems.length > 0 ? { fieldErrors: { images: problems } } : {};
  const result = parseWithZod(form, { schema: anything }).reply(errors);
  return data<FormFailure>({ intent: "suggest", result, dialog: null }, { status: problems.length > 0 ? 422 : 200 });
}
