import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { id } from "contract/base/fields";
import { uploadLesson, uploadNote, type VideoUpload } from "contract/training/uploads/calls";
import { z } from "zod";
import { inTurn } from "~/editor/uploads/upload.server";
import { shownBytes } from "~/format/bytes";
import { shownDuration } from "~/format/duration";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { giveBack } from "~/forms/give-back.server";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { failureOf } from "~/forms/result";
import { useAcceptedCount } from "~/forms/use-accepted-count";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { askFirst } from "~/request/ask-first.server";
import { pageNumber, pathId } from "~/request/inputs.server";
import { type ActionTools, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { RelativeTime } from "~/ui/relative-time";
import { BegunUploads } from "./begun-uploads";
import styles from "./people.module.css";
import { UploadForm } from "./upload-form";

const inputs = {
  params: z.object({ id: pathId }),
  query: z.object({ page: pageNumber }),
  missing: "没有这门课程",
};

/**
 * /trainingClass/videos/{id}: the recordings that a course's lecturers uploaded, and the form to upload one (spec 6,
 * the course right; 7.2, video upload).
 */
export const loader = screenLoader(inputs, async ({ scope, params, query }) =>
  scope.gateway.call("courseVideoUploads", { course: params.id, page: query.page }),
);
export const meta = screenMeta<typeof loader>({ title: ({ course }) => `${course.name}的录像` });

type Tools = ActionTools<typeof inputs.query, typeof inputs.params>;
const videoSchema = z.object({ lesson: uploadLesson, note: uploadNote.default("") });

export const action = screenAction(inputs, {
  delete: submitted(z.object({ upload: id }), async ({ upload }, tools: Tools) => {
    const { scope, params, done } = tools;
    const confirmation = askFirst(tools, {
      title: "删除这个录像？",
      says: ["文件会从服务器上删除，不能找回；想留一份，先下载。"],
      button: "确认删除",
    });
    if (confirmation) return confirmation;
    await scope.gateway.call("deleteVideoUpload", { id: upload });
    return done(paths.courseVideos(params.id), "录像已删除");
  }),
  drop: submitted(z.object({ begun: id }), async ({ begun }, tools: Tools) => {
    const { scope, params, done } = tools;
    const confirmation = askFirst(tools, {
      title: "放弃没有传完的录像？",
      says: ["已经传到服务器的部分会删除；以后要交，得从头传。"],
      button: "确认放弃",
    });
    if (confirmation) return confirmation;
    await scope.gateway.call("dropVideoUpload", { id: begun });
    return done(paths.courseVideos(params.id), "已放弃，传上来的部分已删除");
  }),
  upload: submitted(videoSchema, async (value, { scope, params, form, files, done }: Tools) => {
    const [file] = files;
    if (!file)
      return giveBack(
        scope,
        { intent: "upload", typed: form },
        { status: 400, fields: { file: ["请选择视频文件"] } },
      );
    // The gateway's refusal of the file appears beside this field.
    form.set("file", file.name);
    const stored = await inTurn(scope, "videoUpload", file, (sent) =>
      scope.gateway.call("videoUpload", { course: params.id, ...value, ...sent }),
    );
    return done(paths.courseVideos(params.id), `已收到“${stored.name}”，${shownDuration(stored.seconds)}`);
  }),
});

export default function CourseVideos() {
  const { course, lessons, uploads, begun, page, pages, total } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const accepted = useAcceptedCount("upload");
  return (
    <section className={`surface ${styles.box}`}>
      <nav className="crumbs" aria-label="所在课程">
        <Link to={to(paths.coursePreview())}>课程预览</Link>{" "}
        <Link to={to(paths.coursePreview({ id: course.id }))}>{course.name}</Link>{" "}
        <Link to={to(paths.learners(course.id))}>学员</Link>{" "}
        <Link to={to(paths.course(course.id))}>课程页</Link>
      </nav>
      <h1>录像</h1>
      <p className={styles.intro}>
        在这里交录好的课。管理员下载后，和字幕、课件一起放进内容包，学员才会看到；这一页只有课程的讲师和管理员能看。
      </p>
      <FieldProvider>
        {/* After an accepted upload the form is mounted again and empty, also when the file was there already. */}
        <UploadForm key={accepted} course={course.id} lessons={lessons} />
        <BegunUploads begun={begun} />
        <h2 id="uploads" className={styles.part}>
          已交的录像（{total}）
        </h2>
        {uploads.length === 0 ? (
          <EmptyState title="还没有录像" text="交上来的录像会列在这里。" />
        ) : (
          <ul className={styles.uploads}>
            {uploads.map((upload) => (
              <Upload key={upload.id} upload={upload} />
            ))}
          </ul>
        )}
      </FieldProvider>
      <Pagination page={page} pages={pages} href={(number) => to(paths.courseVideos(course.id, number))} />
    </section>
  );
}

function Upload({ upload }: { upload: VideoUpload }) {
  const { lesson } = upload;
  return (
    <li>
      <div>
        <h3>
          <a href={upload.address}>{upload.name}</a>
        </h3>
        <p className="facts">
          <span>{lesson ? `第 ${lesson.number} 课 ${lesson.title}` : "还没有定课"}</span>
          <span>{shownDuration(upload.seconds)}</span>
          <span>
            {upload.width}×{upload.height}
          </span>
          <span>{shownBytes(upload.bytes)}</span>
          <span>{upload.uploader}</span>
          <RelativeTime at={upload.createdAt} />
        </p>
        {upload.note ? <p className={styles.intro}>{upload.note}</p> : null}
      </div>
      <div className={styles.buttons}>
        <a className="button" href={upload.address} download={upload.name}>
          <Icon name="download" />
          下载<span className="visually-hidden"> {upload.name}</span>
        </a>
        {upload.own ? <DeleteForm upload={upload} /> : null}
      </div>
    </li>
  );
}

function DeleteForm({ upload: { id: upload, name } }: { upload: VideoUpload }) {
  const failure = failureOf(useActionData(), "delete");
  const own = failure?.result.initialValue?.upload === String(upload) ? failure : undefined;
  const form = useScreenForm({ id: `delete-${upload}`, intent: "delete", failure: own });
  return (
    <ScreenForm of={form}>
      <NoDefaultButton />
      <input type="hidden" name="upload" value={upload} />
      {own ? <QuestionBox intents={["delete"]} /> : null}
      <button type="submit" className="link-button" name="intent" value="delete">
        删除<span className="visually-hidden"> {name}</span>
      </button>
    </ScreenForm>
  );
}
