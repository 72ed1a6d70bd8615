import { Form, useActionData, useNavigation, useRevalidator } from "@remix-run/react";
import type { CallResponse } from "contract";
import { uploadNoteMax, videoUploadBytesMax, videoUploadEndings } from "contract/training/constants";
import { useEffect, useRef } from "react";
import { FormProblems, FormToken, problem, typed } from "~/forms/field-parts";
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
 * Hands a recording in: in pieces that go on after a lost connection, and before JavaScript in one form, whose file a
 * browser forgets when it comes back, and the form says so.
 */
export function UploadForm({ course, lessons }: UploadFormProps) {
  const { here } = useShell();
  const { sending, send, stop, goOn } = useRecording(course);
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  const state = sending?.state;
  useEffect(() => {
    if (state === "done") form.current?.reset();
    // What is there of it stands in the lists.
    if (state === "done" || state === "stopped" || state === "refused") revalidate();
  }, [state, revalidate]);
  const goes = state === "sending" || state === "waiting";
  const failure = failureOf(useActionData(), "upload");
  const busy = useNavigation().formMethod === "POST";
  const said = failure?.result.error;
  const before = failure?.result.initialValue;
  const fileProblem = said?.file ?? (failure && !failure.dialog ? ["请再选一次文件"] : undefined);
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      className={styles.upload}
      onSubmit={(event) => {
        const typed = new FormData(event.currentTarget);
        const file = typed.get("file");
        if (!(file instanceof File) || file.name === "") return;
        event.preventDefault();
        if (!goes) void send(file, { lesson: String(typed.get("lesson")), note: String(typed.get("note")) });
      }}
    >
      <FormToken />
      <FormProblems id="upload-problems" errors={said?.[""] ?? undefined} />
      <div>
        <label htmlFor="file">视频文件</label>
        <input
          type="file"
          id="file"
          name="file"
          required
          accept={videoUploadEndings.join(",")}
          aria-invalid={fileProblem ? true : undefined}
          aria-describedby="file-hint"
        />
        <p id="file-hint" className={styles.hint}>
          {problem(fileProblem)}
          <span>WebM（VP8、VP9、AV1）或 MP4（H.264）。</span>
          <span className="needs-script">
            不超过 2 GB。断网会自动接着传；关掉页面后再选同一个文件，也从停下的地方接着传。
          </span>
          <span className="needs-no-script">
            浏览器没有启用脚本时，一次只能传 {videoUploadBytesMax / 1024 / 1024} MB；更大的（到 2
            GB）请启用脚本后上传。
          </span>
        </p>
      </div>
      <div>
        <label htmlFor="lesson">哪一节课</label>
        <select
          id="lesson"
          name="lesson"
          defaultValue={typed(before?.lesson) ?? ""}
          aria-invalid={said?.lesson ? true : undefined}
          aria-describedby="lesson-problem"
        >
          <option value="">还没有定</option>
          {lessons.map((lesson) => (
            <option key={lesson.id} value={lesson.id}>
              {lesson.number}. {lesson.title}
            </option>
          ))}
        </select>
        <p id="lesson-problem">{problem(said?.lesson ?? undefined)}</p>
      </div>
      <div>
        <label htmlFor="note">说明（可不填）</label>
        <textarea
          id="note"
          name="note"
          className="plain-input"
          rows={2}
          maxLength={uploadNoteMax}
          defaultValue={typed(before?.note)}
          aria-invalid={said?.note ? true : undefined}
          aria-describedby="note-hint"
        />
        <p id="note-hint" className={styles.hint}>
          {problem(said?.note ?? undefined) ?? "写给把它放进课程的人，如要剪掉的部分"}
        </p>
      </div>
      <button
        type="submit"
        className="button"
        data-primary
        name="intent"
        value="upload"
        disabled={busy || goes}
      >
        {busy || goes ? "正在上传…" : "上传"}
      </button>
      {sending ? <RecordingProgress sending={sending} onStop={stop} onGoOn={goOn} /> : null}
      {failure?.dialog === "login" ? <LoginDialog redirect={here} keepsPage /> : null}
    </Form>
  );
}
