import { refusals } from "contract/refusals";
import { videoUploadCalls } from "contract/training/uploads/calls";
import type { z } from "zod";
import { inTurn } from "~/editor/uploads/upload.server";
import { refuse } from "~/gateway-client/refusal.server";
import type { BegunAnswer, FinishedAnswer, PieceAnswer } from "~/screens/training/people/recording-answers";
import { answerEditor, textOf } from "./answer.server";

const begin = videoUploadCalls.beginVideoUpload.request;
const finishRequest = videoUploadCalls.finishVideoUpload.request;
const piece = videoUploadCalls.sendVideoPiece.request.pick({ id: true, at: true });

/**
 * POST step: uploads a recording in pieces. `begin` answers how much is already stored, `piece` stores the next
 * piece, `finish` has the recording checked.
 */
export const action = answerEditor(
  async (scope, fields): Promise<BegunAnswer | PieceAnswer | FinishedAnswer> => {
    const { gateway } = scope;
    const entries = Object.fromEntries(
      [...fields].filter(([, value]) => typeof value === "string" && value !== ""),
    );
    const invalid = (error: z.ZodError) =>
      refuse("INVALID_REQUEST", {
        call: "videoUpload" as const,
        traceId: scope.traceId,
        message: error.issues[0]?.message ?? refusals.INVALID_REQUEST.message,
      });
    const read = <Schema extends z.ZodType>(schema: Schema): z.output<Schema> => {
      const { data, error } = schema.safeParse({
        ...entries,
        ...Object.fromEntries(
          ["id", "course", "bytes"].flatMap((name) =>
            name in entries ? [[name, Number(entries[name])]] : [],
          ),
        ),
      });
      if (error) throw invalid(error);
      return data;
    };
    switch (textOf(fields, "step")) {
      case "begin": {
        const { id, received, upload } = await gateway.call("beginVideoUpload", read(begin));
        return { id, received, done: upload && { name: upload.name, seconds: upload.seconds } };
      }
      case "piece": {
        const file = fields.get("file");
        const place = read(piece);
        if (!(file instanceof File))
          throw refuse("INVALID_REQUEST", {
            call: "videoUpload",
            traceId: scope.traceId,
            message: "请选择视频文件",
          });
        return inTurn(scope, "sendVideoPiece", file, (sent) =>
          gateway.call("sendVideoPiece", { ...place, file: sent.file }),
        );
      }
      default: {
        const { name, seconds } = await gateway.call("finishVideoUpload", read(finishRequest));
        return { done: { name, seconds } };
      }
    }
  },
);
