import { adviceImagesMax } from "contract/feedback/constants";
import { inTurn, uploadProblem } from "~/editor/uploads/upload.server";
import { explain, tokenRefused } from "~/failure/explain.server";
import { giveBack } from "~/forms/give-back.server";
import type { Scope } from "~/request/scope.server";

/**
 * Stores the pictures of a form and puts their names into the form, so that a form that comes back still has them.
 * Pictures beyond the limit are not stored.
 * @returns the messages for pictures that cannot be stored
 */
export async function storeImages(scope: Scope, form: FormData, files: File[]): Promise<string[]> {
  const problems: string[] = [];
  // The form itself shows a refused token.
  if (files.length === 0 || (await tokenRefused(scope, form))) return problems;
  for (const file of files) {
    if (form.getAll("images").length >= adviceImagesMax)
      return [...problems, `最多 ${adviceImagesMax} 张图片，多出来的没有上传`];
    try {
      const { name } = await inTurn(scope, "uploadAdviceImage", file, (sent) =>
        scope.gateway.call("uploadAdviceImage", sent),
      );
      if (!form.getAll("images").includes(name)) form.append("images", name);
    } catch (error) {
      const explained = explain(scope, error);
      // The form itself asks the visitor to sign in.
      if (explained.kind === "login") return ["图片还没有上传，登录后请再选一次"];
      problems.push(`${file.name}：${uploadProblem(explained)}`);
    }
  }
  return problems;
}

/** Returns the form with its present pictures. */
export function imagesAnswer(scope: Scope, form: FormData, problems: string[]) {
  const problem = problems.length > 0 ? { status: 422, fields: { images: problems } } : {};
  return giveBack(scope, { intent: "suggest", typed: form }, problem);
}
