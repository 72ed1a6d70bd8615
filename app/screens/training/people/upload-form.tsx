import { useActionData, useNavigation, useRevalidator } from "@remix-run/react";
import type { CallResponse } from "contract";
import { uploadNoteMax, videoUploadBytesMax, videoUploadEndings } from "contract/training/constants";
import { useEffect, useRef } from "react";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FileField } from "~/forms/inputs/file-field";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { failureOf } from "~/forms/result";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import styles from "./people.module.css";
import { RecordingProgress } from "./recording-progress";
import { useRecording } from "./use-recording";

interface UploadFormProps extends Pick<CallResponse<"courseVideoUploads">, "lessons"> {
  course: number;
}

/**
 * The form that uploads a recording. With JavaScript it sends pieces and resumes after a lost connection. Before
 * JavaScript it is one form; after a refusal the browser has forgotten its file, and the form says so.
 */
export function UploadForm({ course, lessons }: UploadFormProps) {
  const { here } = useShell();
  const { sending, send, stop, goOn } = useRecording(course);
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const state = sending?.state;
  useEffect(() => {
    if (state === "done") form.current?.reset();
    // The lists show what has arrived.
    if (state === "done" || state === "stopped" || state === "refused") revalidate();
  }, [state, revalidate]);
  const isSending = state === "sending" || state === "waiting";
  const failure = failureOf(useActionData(), "upload");
  const busy = useNavigation().formMethod === "POST";
  const upload = useScreenForm({ id: "upload", intent: "upload", failure });
  const again = failure && !failure.dialog && !failure.result.error?.file ? ["请再选一次文件"] : undefined;
  return (
    <ScreenForm
      of={upload}
      ref={form}
      encType="multipart/form-data"
      className={styles.upload}
      onSubmit={(event) => {
        const fields = new FormData(event.currentTarget);
        const file = fields.get("file");
        if (!(file instanceof File) || file.name === "") return;
        event.preventDefault();
        if (!isSending)
          void send(file, { lesson: String(fields.get("lesson")), note: String(fields.get("note")) });
      }}
    >
      <FileField
        id="file"
        name="file"
        label="视频文件"
        required
        accept={videoUploadEndings.join(",")}
        problems={again}
        hint={
          <>
            <span>WebM（VP8、VP9、AV1）或 MP4（H.264）。</span>
            <span className="needs-script">
              不超过 2 GB。断网会自动接着传；关掉页面后再选同一个文件，也从停下的地方接着传。
            </span>
            <span className="needs-no-script">
              浏览器没有启用脚本时，一次只能传 {videoUploadBytesMax / 1024 / 1024} MB；更大的（到 2
              GB）请启用脚本后上传。
            </span>
          </>
        }
      />
      <SelectField id="lesson" name="lesson" label="哪一节课">
        <option value="">还没有定</option>
        <Options
          of={lessons.map((lesson) => [String(lesson.id), `${lesson.number}. ${lesson.title}`] as const)}
        />
      </SelectField>
      <TextArea
        id="note"
        name="note"
        label="说明（可不填）"
        hint="写给把它放进课程的人，如要剪掉的部分"
        rows={2}
        maxLength={uploadNoteMax}
      />
      <button
        type="submit"
        className="button"
        data-primary
        name="intent"
        value="upload"
        disabled={busy || isSending}
      >
        {busy || isSending ? "正在上传…" : "上传"}
      </button>
      {sending ? <RecordingProgress sending={sending} onStop={stop} onGoOn={goOn} /> : null}
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
    </ScreenForm>
  );
}
