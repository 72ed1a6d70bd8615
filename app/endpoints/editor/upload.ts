import { uploadFile, uploadProblem } from "~/editor/uploads/upload.server";
import { Refused } from "~/gateway-client/errors";
import { refuse } from "~/gateway-client/refusal.server";
import { answerEditor } from "./answer.server";

/** POST file: stores a file; answers its kind and address (contract, uploadFile). */
export const action = answerEditor(async (scope, fields) => {
  const file = fields.get("file");
  if (!(file instanceof File))
    throw refuse("INVALID_REQUEST", { call: "uploadFile", traceId: scope.traceId, message: "请选择文件" });
  return uploadFile(scope, file).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    throw error.withReason({ message: uploadProblem(error) });
  });
});
