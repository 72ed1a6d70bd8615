import { Refused } from "~/gateway-client/errors";
import { uploadFile, uploadProblem } from "~/editor/upload.server";
import { answerEditor } from "./answer.server";

/** POST file: stores it and says what it is and where (contract, uploadFile). */
export const action = answerEditor(async (scope, fields) => {
  const file = fields.get("file");
  const refused = (status: number, message: string) => new Refused(message, "uploadFile", scope.traceId, "INVALID_REQUEST", status);
  if (!(file instanceof File)) throw refused(400, "请选择文件");
  return uploadFile(scope, file).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(uploadProblem(error), error.call, error.traceId, error.code, error.status, error.fields);
  });
});
