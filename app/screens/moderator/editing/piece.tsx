import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { TextField } from "~/forms/inputs/text-field";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { type FormFailure, failureOfAny } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Forbidden } from "~/gateway-client/errors";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { ModeratorScreen } from "../frame";
import { isMultipart } from "./body/documents";
import { formValues } from "./body/typed-body";
import { CompareBox, PackConflictBox } from "./conflicts";
import styles from "./editing.module.css";
import { inputs, type PieceAnswer, action as pieceAction } from "./piece.server";
import { headingOf, newKey } from "./piece-address";
import { PieceButtons } from "./piece-buttons";
import { PieceFields } from "./piece-fields";
import { PieceHead } from "./piece-head";
import { useDraftsOnly } from "./use-drafts-only";
import { useLeaveWarning } from "./use-leave-warning";

/** /moderator/content/{kind}/{key}: the form of a piece of content, for its editors and lecturers; `new` in place of the key. */
export const loader = screenLoader(inputs, async ({ scope, params: { kind, key } }) => {
  const piece = await scope.gateway
    .call("contentPiece", key === newKey ? { kind } : { kind, key })
    .catch(async (error: unknown) => {
      throw error instanceof Forbidden ? await scope.redirect("/") : error;
    });
  return { kind, key, piece, submissionId: newSubmissionId() };
});
export const meta = screenMeta<typeof loader>({
  title: ({ kind, key, piece }) => String(piece.body.title ?? headingOf(kind, key)),
});
export const action = pieceAction;

const intents = [
  ...["save", "preview", "publish", "schedule", "withdraw", "scheduleWithdraw"],
  ...["unschedule", "copy", "keepOwn", "takePack", "other", "find"],
];

/**
 * What a refused press left behind. The fields that are wrong may be far apart, and a publishing that is refused has
 * saved a draft all the same.
 */
function refusedWords(answer: PieceAnswer | undefined, failure: FormFailure | undefined): string {
  const wrong = Object.keys(failure?.result.error ?? {}).filter(Boolean).length;
  if (wrong === 0) return "";
  const saved = answer?.saved ? `已保存为第 ${answer.saved.version} 版，但还没有完成` : "还没有保存";
  return `${saved}：有 ${wrong} 处要改，已经标红`;
}

export default function ContentPiece() {
  const { kind, key, piece, submissionId } = useLoaderData<typeof loader>();
  const answer = useActionData() as PieceAnswer | undefined;
  const { pathname } = useLocation();
  const { to } = useShell();
  const draftsOnly = useDraftsOnly(kind);
  const form = useScreenForm({
    id: "piece",
    intent: intents,
    failure: failureOfAny(answer, intents),
    defaultValue: { ...formValues(kind, piece.body), why: "" },
  });
  const typed = form.failure?.result.initialValue;
  // After a comparison the typed text is to follow the other editor's version.
  const base = answer?.compare?.version ?? answer?.saved?.version ?? typed?.base ?? piece.version;
  const standing = answer?.compare?.standing ?? typed?.standing ?? piece.standing;
  const hasTimes = ["publishTime", "withdrawTime"].some(
    (name) => typed?.[name] || form.failure?.result.error?.[name],
  );
  const here = answer?.saved ? to(paths.contentPiece(kind, answer.saved.key)) : pathname;
  const isNew = key === newKey && !answer?.saved;
  const leaving = useLeaveWarning(answer !== undefined && !answer.saved);
  return (
    <ModeratorScreen title={headingOf(kind, key)}>
      <PieceHead kind={kind} piece={piece} />
      {draftsOnly ? (
        <p>
          你写的存为草稿，访客看不到；编辑看过再发布。{kind === "courses" ? "课程的讲师由编辑填。" : null}
        </p>
      ) : null}
      <ScreenForm
        of={form}
        action={here}
        reloadDocument
        {...leaving}
        {...(isMultipart(kind) ? { encType: "multipart/form-data" } : {})}
        submissionId={submissionId}
        className={styles.form}
        aria-label={headingOf(kind, key)}
      >
        <NoDefaultButton />
        <input type="hidden" name="base" value={String(base)} />
        <input type="hidden" name="standing" value={String(standing)} />
        {answer?.compare ? <CompareBox compare={answer.compare} back={draftsOnly ? here : null} /> : null}
        {piece.conflict ? <PackConflictBox conflict={piece.conflict} mayDecide={!draftsOnly} /> : null}
        <PieceFields
          kind={kind}
          isNew={isNew}
          piece={piece}
          found={answer?.found}
          typed={typed}
          here={here}
        />
        <TextField
          name="why"
          label="这次改了什么"
          hint="可不填；写在历史版本和管理日志里，访客看不到"
          maxLength={200}
        />
        <PieceButtons
          kind={kind}
          piece={piece}
          isNew={isNew}
          hasTimes={hasTimes}
          said={refusedWords(answer, form.failure)}
        />
      </ScreenForm>
    </ModeratorScreen>
  );
}
