import { inTurn, uploadProblem } from "~/editor/uploads/upload.server";
import { explain, tokenRefused } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";
import type { FormTools } from "~/request/submit.server";
import { fileNameField } from "./answers";

interface Sent extends Pick<FormTools, "form" | "filesOf"> {
  scope: Scope;
  activityId: number;
  of: "signup" | "work";
}

/**
 * Stores the files of a form (fileuploadAndCheck) and puts their ids and names into the form, so that a form that
 * comes back still has them.
 * @returns the messages for files that cannot be stored, by their fields
 */
export async function storeFiles({
  scope,
  form,
  filesOf,
  activityId,
  of,
}: Sent): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  const keys = [...form.keys()].flatMap((name) => /^n_([a-z]\w*)$/.exec(name)?.[1] ?? []);
  for (const name of keys) {
    const [answer, nameField] = [`a_${name}`, `n_${name}`];
    if (form.get(`x_${name}`) === "1") {
      form.set(answer, "");
      form.set(nameField, "");
      form.delete(`x_${name}`);
    }
    const [file] = filesOf(`f_${name}`);
    // The form itself shows a refused token.
    if (!file || (await tokenRefused(scope, form))) continue;
    try {
      const stored = await inTurn(scope, "fileuploadAndCheck", file, (sent) =>
        scope.gateway.call("fileuploadAndCheck", {
          ...sent,
          activityId,
          of,
          field: name.replaceAll("_", "-"),
        }),
      );
      form.set(answer, String(stored.id));
      form.set(fileNameField(name), stored.name);
    } catch (error) {
      const explained = explain(scope, error);
      problems[answer] = [
        explained.kind === "login"
          ? "文件还没有上传，登录后请再选一次"
          : `${file.name}：${uploadProblem(explained)}`,
      ];
    }
  }
  return problems;
}
