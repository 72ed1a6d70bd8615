import { readFileSync } from "node:fs";
import { recordingBytesMax, recordingPieceBytes, videoUploadBytesMax } from "contract/training/constants";
import { eq } from "drizzle-orm";
import { courses, files, videoUploads, videoUploadsBegun } from "gateway/database/schema";
import { purgeUnusedFiles, unusedFilesJob } from "gateway/files/needs/purge-unused";
import { runJobs } from "gateway/server/jobs";
import { dropBegunJob } from "gateway/training/uploads/drop-old";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Member, startGateway } from "../support/gateway";
import { saveTraining, smallVideo } from "../support/training";
import { png } from "../support/upload-files";

const gateway = startGateway();
type Course = Awaited<ReturnType<typeof saveTraining>>;
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
});
beforeEach(async () => {
  // A test may have let the sessions expire.
  for (const as of [teacher, colleague, member, admin])
    Object.assign(as, await gateway().signIn(accountOf(as)));
  mine = await saveTraining(gateway(), teacher.id);
  theirs = await saveTraining(gateway(), colleague.id);
});

const other = () => readFileSync("content/demo/media/dtim-current.webm");
/** A recording of nine megabytes: a video that plays, then data that its container format skips. */
const dump = () => {
  const more = 9 * 2 ** 20;
  // An EBML element that marks itself as empty: Void, with a size of eight bytes.
  const empty = Buffer.from([0xec, 0x01, 0, 0, 0, 0, 0, 0, 0]);
  empty.writeUInt32BE(more, 5);
  return Buffer.concat([smallVideo, empty, Buffer.alloc(more, 7)]);
};
const send = (more: object = {}) => ({
  course: mine.course,
  file: smallVideo,
  filename: "第一课.webm",
  ...more,
});
const problemOf = async (more: object, code: string) => {
  const { fields } = await gateway().refused("videoUpload", send(more) as never, code as never, teacher);
  return fields;
};

/** A box of an MP4: its length, its type, and its content. */
const box = (type: string, content = Buffer.alloc(8)) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.byteLength);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, content]);
};

describe("a recording for a course", () => {
  it("is stored with its type by content, and seen by the course's managers alone", async () => {
    const stored = await gateway().ok(
      "videoUpload",
      send({ lesson: mine.lesson, note: " 前三秒剪掉 " }),
      teacher,
    );
    expect(stored).toMatchObject({
      name: "第一课.webm",
      bytes: smallVideo.byteLength,
      width: 640,
      height: 360,
      own: true,
      note: "前三秒剪掉",
      lesson: { id: mine.lesson, number: 1 },
      uploader: teacher.nickname,
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
    // The course that learners see contains nothing of it.
    expect(JSON.stringify(await gateway().ok("lessonById", { id: mine.lesson }))).not.toContain("前三秒");
  });

  it("is served whole and in parts by its signed address, and by no other", async () => {
    await gateway().ok("videoUpload", send(), teacher);
    const { uploads } = await gateway().ok("courseVideoUploads", { course: mine.course }, admin);
    const address = uploads[0]?.address ?? "";
    const part = await gateway().fetch(address, { headers: { Range: "bytes=0-99" } });
    expect([part.status, part.headers.get("content-type")]).toEqual([206, "video/webm"]);
    expect(part.headers.get("x-content-type-options")).toBe("nosniff");
    const whole = Buffer.from(await (await gateway().fetch(address)).arrayBuffer());
    expect(whole.equals(smallVideo)).toBe(true);
    expect((await gateway().fetch(address.replace(/Signature=./, "Signature=x"))).status).toBe(404);
  });

  it("that is sent again exists once", async () => {
    await gateway().ok("videoUpload", send({ lesson: mine.lesson }), teacher);
    const again = await gateway().ok("videoUpload", send({ lesson: mine.lesson }), teacher);
    const { total, uploads } = await gateway().ok("courseVideoUploads", { course: mine.course }, teacher);
    expect([total, uploads[0]?.id]).toEqual([1, again.id]);
    // For another lesson, or none yet, it is another recording.
    await gateway().ok("videoUpload", send(), teacher);
    expect((await gateway().ok("courseVideoUploads", { course: mine.course }, teacher)).total).toBe(2);
  });

  it("is refused beside the field with the reason", async () => {
    const picture = await png(20, 20);
    expect(await problemOf({ filename: "第一课.mov" }, "VIDEO_UPLOAD_REFUSED")).toEqual({
      file: ["只收 WebM 和 MP4 视频，请换一个文件"],
    });
    expect(await problemOf({ file: Buffer.alloc(0) }, "FILE_EMPTY")).toEqual({
      file: ["这个文件是空的，请换一个"],
    });
    for (const file of [picture, smallVideo.subarray(0, 60), Buffer.from("<html>不是视频</html>")])
      expect(await problemOf({ file }, "FILE_BROKEN")).toEqual({ file: ["内容不是 WebM 视频，或已损坏"] });
    // A WebM that calls itself an MP4, and an MP4 whose index is at its end.
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
    expect((await gateway().ok("courseVideoUploads", { course: mine.course }, teacher)).total).toBe(0);
  });

  it("is uploaded in pieces, and continues where it stopped, when the same file is chosen again", async () => {
    const file = dump();
    const uploadRequest = {
      course: mine.course,
      lesson: mine.lesson,
      filename: "长课.webm",
      bytes: file.length,
    };
    const begin = (more: object = {}) =>
      gateway().ok("beginVideoUpload", { ...uploadRequest, mark: "now", note: "长", ...more }, teacher);
    const { id, received } = await begin();
    expect(received).toBe(0);
    const piece = (at: number, as = teacher) => ({
      request: { id, at, file: file.subarray(at, at + recordingPieceBytes) },
      as,
    });
    const send = async (at: number) => {
      const { request, as } = piece(at);
      return (await gateway().ok("sendVideoPiece", request, as)).received;
    };
    const refused = (request: object, code: string, as = teacher) =>
      gateway().refused("sendVideoPiece", request as never, code as never, as);
    expect(await send(0)).toBe(recordingPieceBytes);
    // The answer was lost: the same piece is there already. A gap, an odd piece, and others' pieces are refused.
    expect(await send(0)).toBe(recordingPieceBytes);
    await refused(piece(2 * recordingPieceBytes).request, "RECORDING_PIECE_MISPLACED");
    const at = recordingPieceBytes;
    for (const length of [100, recordingPieceBytes + 2 ** 20])
      await refused({ id, at, file: file.subarray(at, at + length) }, "RECORDING_PIECE_MISPLACED");
    await refused(piece(at).request, "RECORDING_NOT_BEGUN", admin);
    await gateway().refused("finishVideoUpload", { id }, "RECORDING_PIECE_MISPLACED", teacher);
    // On another day the page shows it, and the same file continues; another file of its name and size starts anew.
    expect((await gateway().ok("courseVideoUploads", { course: mine.course }, teacher)).begun).toEqual([
      { id, name: "长课.webm", bytes: file.length, received: at, note: "长", lesson: mine.lesson },
    ]);
    expect((await gateway().ok("courseVideoUploads", { course: mine.course }, admin)).begun).toEqual([]);
    const other = await begin({ mark: "changed" });
    expect([other.received, other.id === id]).toEqual([0, false]);
    expect(await gateway().ok("dropVideoUpload", { id: other.id }, teacher)).toEqual({ course: mine.course });
    expect(await begin()).toEqual({ id, received: at, upload: null });
    for (let next = at; next < file.length; ) next = await send(next);
    // Until it is finished nobody sees it, and its pieces are not deleted as unused.
    const before = (await gateway().ok("courseVideoUploads", { course: mine.course }, teacher)).total;
    const done = await gateway().ok("finishVideoUpload", { id }, teacher);
    expect(done).toMatchObject({ name: "长课.webm", bytes: file.length, seconds: 32, note: "长", own: true });
    const { total, begun } = await gateway().ok("courseVideoUploads", { course: mine.course }, teacher);
    expect([total, begun]).toEqual([before + 1, []]);
    const whole = Buffer.from(await (await gateway().fetch(done.address)).arrayBuffer());
    expect(whole.equals(file)).toBe(true);
    await gateway().refused("finishVideoUpload", { id }, "RECORDING_NOT_BEGUN", teacher);
    // The last answer was lost: the recording is complete.
    expect(await begin()).toMatchObject({ received: file.length, upload: { id: done.id } });
    await gateway().ok("deleteVideoUpload", { id: done.id }, teacher);
  });

  it("that comes in pieces is refused as early as its name, size or first bytes show that it is no video", async () => {
    const begin = (more: object) =>
      ["beginVideoUpload", { course: mine.course, filename: "长课.webm", bytes: 9e6, ...more }] as const;
    const refused = async (more: object, code: string) =>
      (await gateway().refused(...begin(more), code as never, teacher)).fields?.file?.[0];
    expect(await refused({ filename: "长课.mov" }, "VIDEO_UPLOAD_REFUSED")).toContain("只收 WebM 和 MP4");
    expect(await refused({ bytes: recordingBytesMax + 1 }, "FILE_TOO_LARGE")).toContain("不能超过 2 GB");
    expect(await refused({ bytes: 0 }, "FILE_EMPTY")).toContain("空的");
    await gateway().refused(...begin({}), "COURSE_RIGHT_MISSING", member);
    const count = () => gateway().database.$count(videoUploadsBegun);
    const held = await count();
    for (const [filename, head] of [
      ["长课.webm", Buffer.alloc(2 ** 20)],
      ["长课.mp4", smallVideo.subarray(0, 2 ** 10)],
      [
        "长课.mp4",
        Buffer.concat([box("ftyp", Buffer.from("isom\0\0\0\0isom")), box("mdat", Buffer.alloc(2 ** 20))]),
      ],
    ] as const) {
      const { id } = await gateway().ok(...begin({ filename, bytes: head.length }), teacher);
      const { fields } = await gateway().refused(
        "sendVideoPiece",
        { id, at: 0, file: head },
        "FILE_BROKEN",
        teacher,
      );
      expect(fields?.file?.[0]).toMatch(/内容不是/);
    }
    // A file that starts as a video and is none is refused at its end, and leaves nothing behind.
    const cut = smallVideo.subarray(0, 60);
    const { id } = await gateway().ok(...begin({ bytes: cut.length }), teacher);
    await gateway().ok("sendVideoPiece", { id, at: 0, file: cut }, teacher);
    const [{ fileName } = { fileName: "" }] = await gateway()
      .database.select()
      .from(videoUploadsBegun)
      .where(eq(videoUploadsBegun.id, id));
    await gateway().refused("finishVideoUpload", { id }, "FILE_BROKEN", teacher);
    expect(await gateway().database.$count(files, eq(files.name, fileName))).toBe(0);
    expect(await count()).toBe(held);
  });

  it("that nobody continues is given up after a week, and its pieces are deleted", async () => {
    const { id } = await gateway().ok(
      "beginVideoUpload",
      { course: mine.course, filename: "半截.webm", bytes: 5e6 },
      teacher,
    );
    const there = () => gateway().database.$count(videoUploadsBegun, eq(videoUploadsBegun.id, id));
    const [row] = await gateway()
      .database.select()
      .from(videoUploadsBegun)
      .where(eq(videoUploadsBegun.id, id));
    gateway().pass(6 * 86_400);
    await dropBegunJob.run(gateway().services);
    expect(await there()).toBe(1);
    gateway().pass(2 * 86_400);
    await dropBegunJob.run(gateway().services);
    expect(await there()).toBe(0);
    expect(await gateway().database.$count(files, eq(files.name, row?.fileName ?? ""))).toBe(0);
  });

  it("can be handed in before the course opens", async () => {
    const opensAt = new Date(gateway().services.now().getTime() + 86_400_000);
    await gateway().database.update(courses).set({ opensAt }).where(eq(courses.id, theirs.course));
    const { id } = await gateway().ok("videoUpload", send({ course: theirs.course }), colleague);
    expect((await gateway().ok("deleteVideoUpload", { id }, colleague)).course).toBe(theirs.course);
  });

  it("is deleted by its lecturer or an administrator, and its file is deleted unless something else names it", async () => {
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
