import { readFileSync } from "node:fs";
import { videoUploadBytesMax } from "contract/training/limits";
import { eq } from "drizzle-orm";
import { courses, files, videoUploads } from "gateway/database/schema";
import { purgeUnusedFiles, unusedFilesJob } from "gateway/files/purge-unused";
import { runJobs } from "gateway/server/jobs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Member, startGateway } from "../support/gateway";
import { type SceneTraining, saveTraining, smallVideo } from "../support/training";
import { png } from "../support/upload-files";

const gateway = startGateway();
type Course = Omit<SceneTraining, "attempt" | "certificate" | "upload">;
let teacher: Member;
let colleague: Member;
let member: Member;
let admin: Member;
let mine: Course;
let theirs: Course;

beforeAll(async () => {
  [teacher, colleague, member] = [
    await gateway().member(),
    await gateway().member(),
    await gateway().member(),
  ];
  admin = await gateway().member({ admin: true });
  mine = await saveTraining(gateway(), teacher.id);
  theirs = await saveTraining(gateway(), colleague.id);
});

const other = () => readFileSync("content/demo/media/dtim-current.webm");
const send = (more: object = {}) => ({
  ...{ course: mine.course, file: smallVideo, filename: "第一课.webm" },
  ...more,
});
const problemOf = async (more: object, code: string) => {
  const { fields } = await gateway().refused("videoUpload", send(more) as never, code as never, teacher);
  return fields;
};

/** A box of an MP4: its length, its type, and what is in it. */
const box = (type: string, content = Buffer.alloc(8)) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.byteLength);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
};

describe("a recording for a course", () => {
  it("is stored as what it is by its content, and seen by who manages the course alone", async () => {
    const stored = await gateway().ok(
      "videoUpload",
      send({ lesson: mine.lesson, note: " 前三秒剪掉 " }),
      teacher,
    );
    expect(stored).toMatchObject({
      ...{ name: "第一课.webm", bytes: smallVideo.byteLength, width: 640, height: 360, own: true },
      ...{ note: "前三秒剪掉", lesson: { id: mine.lesson, number: 1 }, uploader: teacher.nickname },
      type: expect.stringMatching(/^video\/webm; codecs="vp/),
    });
    expect(stored.seconds).toBeGreaterThan(20);
    for (const as of [teacher, admin]) {
      const { uploads, total, lessons } = await gateway().ok(
        "courseVideoUploads",
        { course: mine.course },
        as,
      );
      expect([total, uploads[0]?.id, uploads[0]?.own, lessons.length]).toEqual([1, stored.id, true, 1]);
    }
    for (const as of [colleague, member]) {
      await gateway().refused("courseVideoUploads", { course: mine.course }, "COURSE_RIGHT_MISSING", as);
      await gateway().refused("videoUpload", send(), "COURSE_RIGHT_MISSING", as);
      await gateway().refused("deleteVideoUpload", { id: stored.id }, "VIDEO_UPLOAD_NOT_FOUND", as);
    }
    await gateway().refused("courseVideoUploads", { course: mine.course }, "NOT_SIGNED_IN", null);
    // Nothing of it stands in the course that learners see.
    expect(JSON.stringify(await gateway().ok("lessonById", { id: mine.lesson }))).not.toContain("前三秒");
  });

  it("is fetched whole and in parts by its signed address, and by no other", async () => {
    const { uploads } = await gateway().ok("courseVideoUploads", { course: mine.course }, admin);
    const address = uploads[0]?.address ?? "";
    const part = await gateway().fetch(address, { headers: { Range: "bytes=0-99" } });
    expect([part.status, part.headers.get("content-type")]).toEqual([206, "video/webm"]);
    expect(part.headers.get("x-content-type-options")).toBe("nosniff");
    const whole = Buffer.from(await (await gateway().fetch(address)).arrayBuffer());
    expect(whole.equals(smallVideo)).toBe(true);
    expect((await gateway().fetch(address.replace(/Signature=./, "Signature=x"))).status).toBe(404);
  });

  it("that is sent again is there once", async () => {
    const again = await gateway().ok("videoUpload", send({ lesson: mine.lesson }), teacher);
    const { total, uploads } = await gateway().ok("courseVideoUploads", { course: mine.course }, teacher);
    expect([total, uploads[0]?.id]).toEqual([1, again.id]);
    // For another lesson, or none yet, it is another one.
    await gateway().ok("videoUpload", send(), teacher);
    expect((await gateway().ok("courseVideoUploads", { course: mine.course }, teacher)).total).toBe(2);
  });

  it("is refused beside the field for what it is not", async () => {
    const picture = await png(20, 20);
    expect(await problemOf({ filename: "第一课.mov" }, "VIDEO_UPLOAD_REFUSED")).toEqual({
      file: ["只收 WebM 和 MP4 视频，请换一个文件"],
    });
    expect(await problemOf({ file: Buffer.alloc(0) }, "FILE_EMPTY")).toEqual({
      file: ["这个文件是空的，请换一个"],
    });
    for (const file of [picture, smallVideo.subarray(0, 60), Buffer.from("<html>不是视频</html>")])
      expect(await problemOf({ file }, "FILE_BROKEN")).toEqual({ file: ["内容不是 WebM 视频，或已损坏"] });
    // A WebM that calls itself an MP4, and an MP4 whose index stands behind.
    const late = Buffer.concat([box("ftyp", Buffer.from("isom\0\0\0\0isom")), box("mdat"), box("moov")]);
    for (const file of [smallVideo, late])
      expect((await problemOf({ file, filename: "第一课.mp4" }, "FILE_BROKEN"))?.file?.[0]).toContain(
        "faststart",
      );
    const large = Buffer.alloc(videoUploadBytesMax + 1);
    expect((await problemOf({ file: large }, "FILE_TOO_LARGE"))?.file?.[0]).toContain("20 MB");
    expect(await problemOf({ lesson: theirs.lesson }, "LESSON_NOT_FOUND")).toEqual({
      lesson: ["这门课程没有这节课"],
    });
    expect(await problemOf({ note: "长".repeat(201) }, "INVALID_REQUEST")).toEqual({
      note: ["说明不能超过 200 个字"],
    });
    await gateway().refused("videoUpload", send({ course: 2_000_000_000 }), "COURSE_NOT_FOUND", teacher);
    expect((await gateway().ok("courseVideoUploads", { course: mine.course }, teacher)).total).toBe(2);
  });

  it("is handed in before the course opens too", async () => {
    const opensAt = new Date(gateway().services.now().getTime() + 86_400_000);
    await gateway().database.update(courses).set({ opensAt }).where(eq(courses.id, theirs.course));
    const { id } = await gateway().ok("videoUpload", send({ course: theirs.course }), colleague);
    expect((await gateway().ok("deleteVideoUpload", { id }, colleague)).course).toBe(theirs.course);
  });

  it("is deleted by its lecturer or an administrator, and its file goes where nothing else names it", async () => {
    const { id, address } = await gateway().ok("videoUpload", send({ file: other() }), teacher);
    const name = /[0-9a-f]{32}\.webm/.exec(address)?.[0] ?? "";
    const isThere = async () => (await gateway().database.$count(files, eq(files.name, name))) === 1;
    const purge = async () => {
      await unusedFilesJob.run(gateway().services);
      await runJobs(gateway().services, [purgeUnusedFiles]);
    };
    gateway().pass(72 * 3_600);
    await purge();
    expect(await isThere()).toBe(true);
    await gateway().ok("deleteVideoUpload", { id }, await gateway().signIn(adminAccount()));
    await gateway().refused(
      "deleteVideoUpload",
      { id },
      "VIDEO_UPLOAD_NOT_FOUND",
      await gateway().signIn(teacherAccount()),
    );
    expect(await gateway().database.$count(videoUploads, eq(videoUploads.id, id))).toBe(0);
    gateway().pass(72 * 3_600);
    await purge();
    expect(await isThere()).toBe(false);
  });
});

const accountOf = ({ id, nickname }: Member) => ({ id, nickname, passwordHash: null });
const adminAccount = () => accountOf(admin);
const teacherAccount = () => accountOf(teacher);
