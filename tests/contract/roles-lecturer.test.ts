import type { CallInput, CallName } from "contract";
import { contentEditingCalls } from "contract/content/editing";
import { contentKindNames } from "contract/content/kinds/words";
import { severalContentCalls } from "contract/content/several";
import { contentTableCalls } from "contract/content/tables";
import { lecturerKinds } from "contract/roles/constants";
import { and, desc, eq } from "drizzle-orm";
import { editedKinds } from "gateway/content/editing/kinds/all";
import { accounts, contentPieces, moderationLog } from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { endRolesJob } from "gateway/roles/end-roles";
import { beforeEach, describe, expect, it } from "vitest";
import { callRows } from "../support/call-rows";
import { type Body, startCommunityEditing } from "../support/community-editing";
import { type Member, submissionId } from "../support/gateway";
import type { Scene } from "../support/scene";

/** Courses 101, with exam 1, to 104. The lecturer has 101; another one has 102. */
const { gateway, admin, publish, saved } = startCommunityEditing(beforeEach);
let [lecturer, other, editor]: Member[] = [];
const day = 86_400;

const grant = async (courses: number[], more: { until?: string } = {}) => {
  const person = await gateway().member();
  const request = {
    role: "lecturer" as const,
    person: String(person.id),
    courses,
    reason: "讲这门课",
    ...more,
  };
  await gateway().ok("grantRole", request, admin());
  return person;
};

beforeEach(async () => {
  [lecturer, other, editor] = [await grant([101]), await grant([102]), await gateway().member()];
  const ofCourses = { role: "editor" as const, person: String(editor.id), reason: "管课程" };
  await gateway().ok("grantRole", { ...ofCourses, kinds: ["courses", "exams"] }, admin());
});

type Kind = "courses" | "exams";
const keysOf = async (kind: Kind, as: Member | undefined) =>
  (await gateway().ok("contentList", { kind, size: 100 }, as)).pieces
    .map(({ key }) => key)
    .sort((one, other) => Number(one) - Number(other));
/** Saves a piece with changes, as somebody's form does. */
async function save(kind: Kind, key: string, change: Body, as: Member | undefined) {
  const { body, version, standing } = await gateway().ok("contentPiece", { kind, key }, as);
  const request = { kind, key, base: version, standing, body: { ...body, ...change } };
  return gateway().call("saveContent", request, as);
}
const begin = async (kind: Kind, body: Body, as: Member | undefined) =>
  gateway().ok("saveContent", { kind, base: 0, fresh: true, body } as CallInput<"saveContent">, as);
const title = async (course: number) => (await gateway().ok("courseById", { id: course })).title;

const drafting = (Object.keys(contentEditingCalls) as (keyof typeof contentEditingCalls & CallName)[]).filter(
  (name) => contentEditingCalls[name].access === "writer",
);
const deciding = (
  Object.keys({ ...contentEditingCalls, ...severalContentCalls, ...contentTableCalls }) as CallName[]
).filter((name) => callRows[name].who === "editor");
const everything = (kind: Kind, key: string) => ({
  kind,
  key,
  version: 1,
  body: {},
  base: 0,
  standing: "",
  submissionId: submissionId(),
});

describe("a lecturer", () => {
  it("lists, reads and writes drafts of the course of the role and its exam, and visitors see none of it", async () => {
    const at = gateway();
    expect([await keysOf("courses", lecturer), await keysOf("exams", lecturer)]).toEqual([["101"], ["1"]]);
    expect([await keysOf("courses", other), await keysOf("exams", other)]).toEqual([["102"], []]);
    expect(await at.ok("moderatorOverview", {}, lecturer)).toMatchObject({
      offices: ["lecturer"],
      kinds: [],
      drafts: ["courses", "exams"],
    });
    const before = await title(101);
    expect(await save("courses", "101", { title: "讲师写的" }, lecturer)).toMatchObject({
      status: 200,
      body: { version: 2, state: "published" },
    });
    expect(await save("exams", "1", { title: "讲师的考试" }, lecturer)).toMatchObject({ status: 200 });
    expect(await title(101)).toBe(before);
    const piece = { kind: "courses" as const, key: "101" };
    const { preview, body } = await at.ok("contentPiece", piece, lecturer);
    expect((await at.ok("courseById", { id: 101, preview })).title).toBe("讲师写的");
    expect((await at.ok("contentVersions", { ...piece, version: 2 }, lecturer)).versions).toHaveLength(2);
    expect(
      (await at.ok("compareContent", { ...piece, body: { ...body, title: "又改了" } }, lecturer)).version,
    ).toBe(2);
    // An editor sees that a draft waits, and whose it is, and publishes it.
    const waiting = await at.ok("contentList", { kind: "courses", only: "drafted" }, editor);
    expect(waiting.pieces).toMatchObject([{ key: "101", version: 2, editor: lecturer?.nickname }]);
    await at.ok("publishContent", { ...piece, version: 2 }, editor);
    expect(await title(101)).toBe("讲师写的");
  });

  it("is refused everything about another's course and exam, also by a key typed by hand", async () => {
    const named = drafting.filter(
      (name) => !["contentList", "contentProducts", "uploadContentFile"].includes(name),
    );
    expect(named).toHaveLength(5);
    for (const [kind, key, as] of [
      ["courses", "102", lecturer],
      ["courses", "9999", lecturer],
      ["exams", "1", other],
    ] as const)
      for (const name of named)
        await gateway().refused(
          name,
          everything(kind, key) as CallInput<typeof name>,
          "CONTENT_NOT_YOURS",
          as,
        );
    for (const kind of contentKindNames.filter((each) => editedKinds[each].teaches === undefined))
      await gateway().refused("contentList", { kind }, "CONTENT_NOT_YOURS", lecturer);
    expect(await gateway().database.select().from(contentPieces)).toEqual([]);
  });

  it.each(deciding)("is refused %s, which says that an editor does it", async (name) => {
    const request = callRows[name].request({} as Scene) as Body;
    const own =
      "kind" in request
        ? { kind: "courses", key: "101", ...("keys" in request ? { keys: ["101"] } : {}) }
        : {};
    await gateway().refused(
      name,
      { ...request, ...own } as CallInput<typeof name>,
      "CONTENT_DRAFTS_ONLY",
      lecturer,
    );
    // Also of somebody who edits another kind.
    const role = {
      role: "editor" as const,
      person: String(lecturer?.id),
      kinds: ["news" as const],
      reason: "也管资讯",
    };
    await gateway().ok("grantRole", role, admin());
    const code = name in contentTableCalls ? "CONTENT_NOT_YOURS" : "CONTENT_DRAFTS_ONLY";
    await gateway().refused(name, { ...request, ...own } as CallInput<typeof name>, code, lecturer);
  });

  it("goes on with the courses and exams that they began, also when these are published, and nobody else does", async () => {
    const at = gateway();
    const whole = {
      title: "新开的课",
      summary: "一句话",
      class: 1,
      level: 1,
      from: "2026-01-01 09:00",
      content: "文",
    };
    const chapters = [{ title: "第一章", lessons: [{ title: "第一课", minutes: 3, text: "讲义" }] }];
    const { key } = await begin("courses", { ...whole, chapters }, lecturer);
    expect([await keysOf("courses", lecturer), await keysOf("courses", other)]).toEqual([
      ["101", key],
      ["102"],
    ]);
    await at.refused("contentPiece", { kind: "courses", key }, "CONTENT_NOT_YOURS", other);
    // A draft of an exam may name no course yet, and is whose who began it.
    const exam = await begin("exams", { title: "没选课的考试" }, lecturer);
    expect([await keysOf("exams", lecturer), await keysOf("exams", other)]).toEqual([["1", exam.key], []]);
    await at.refused("contentPiece", { kind: "exams", key: exam.key }, "CONTENT_NOT_YOURS", other);
    await publish("courses", key, 1);
    const { choices } = await at.ok("contentPiece", { kind: "exams", key: exam.key }, lecturer);
    expect(new Set(choices.course?.map(({ value }) => value))).toEqual(new Set(["101", key]));
    expect(await save("exams", exam.key, { course: Number(key) }, lecturer)).toMatchObject({ status: 200 });
    expect(await save("courses", key, { title: "改了" }, lecturer)).toMatchObject({ status: 200 });
    // An administrator may name what is only a draft, and then it is the other's too.
    const draft = await begin("courses", { title: "草稿课" }, editor);
    const { choices: offered, holders } = await at.ok("roleList", { role: "lecturer" }, admin());
    expect(offered.courses.map(({ name }) => name)).toContain("草稿课（草稿）");
    const held = holders.find(({ person }) => person.uid === other?.id);
    expect(held?.courses).toEqual([{ id: 102, name: "课程 102" }]);
    const wider = { role: "lecturer" as const, person: `UID:${other?.id}`, reason: "加一门", change: true };
    await at.ok("grantRole", { ...wider, courses: [102, Number(draft.key)] }, admin());
    expect(await keysOf("courses", other)).toEqual(["102", draft.key]);
  });

  it("brings no exam to another's course, and keeps the lecturers of a course", async () => {
    const moved = await save("exams", "1", { course: 102 }, lecturer);
    expect(moved).toMatchObject({ status: 422, body: { errorCode: "CONTENT_NOT_YOURS" } });
    expect(moved.body).toMatchObject({ fields: { course: ["请选择你负责的课程"] } });
    expect(await save("exams", "1", { course: undefined }, lecturer)).toMatchObject({ status: 422 });
    const named = await save("courses", "101", { lecturers: [2] }, lecturer);
    expect(named.body).toMatchObject({
      errorCode: "CONTENT_NOT_YOURS",
      fields: { lecturers: ["只有编辑能改，现在是：1 2"] },
    });
    const own = {
      kind: "courses" as const,
      base: 0,
      fresh: true,
      body: { title: "自己的课", lecturers: [1] },
    };
    await gateway().refused("saveContent", own, "CONTENT_NOT_YOURS", lecturer);
    expect(await save("courses", "101", { lecturers: [2] }, editor)).toMatchObject({ status: 200 });
    // Whose exam an editor moved, or is about to move, it is no more.
    await publish("courses", "101", await saved("courses", "101", { exam: undefined }));
    await saved("exams", "1", { course: 102 });
    expect([await keysOf("exams", lecturer), await keysOf("exams", other)]).toEqual([[], []]);
    await gateway().refused("contentPiece", { kind: "exams", key: "1" }, "CONTENT_NOT_YOURS", lecturer);
    await publish("exams", "1", 2);
    expect([await keysOf("exams", lecturer), await keysOf("exams", other)]).toEqual([[], ["1"]]);
  });

  it("without a course writes what they begin", async () => {
    const person = await grant([]);
    expect(await keysOf("courses", person)).toEqual([]);
    expect(await gateway().ok("contentPiece", { kind: "courses" }, person)).toMatchObject({ key: "" });
    const { key } = await begin("courses", { title: "第一门" }, person);
    expect(await keysOf("courses", person)).toEqual([key]);
  });

  it("who edits the kind too is its editor", async () => {
    const role = {
      role: "editor" as const,
      person: String(lecturer?.id),
      kinds: ["exams" as const],
      reason: "题库",
    };
    await gateway().ok("grantRole", role, admin());
    const { kinds, drafts } = await gateway().ok("moderatorOverview", {}, lecturer);
    expect([kinds, drafts]).toEqual([["exams"], ["courses"]]);
    await save("exams", "1", { title: "题库的考试" }, lecturer);
    await gateway().ok("publishContent", { kind: "exams", key: "1", version: 2 }, lecturer);
  });

  it("writes nothing once the role has ended or was taken back, and while muted", async () => {
    const at = gateway();
    const today = new Date(at.services.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
    const brief = await grant([103], { until: today });
    const mutedUntil = new Date(at.services.now().getTime() + 3_600_000);
    const mute = (until: Date | null) =>
      at.database.update(accounts).set({ mutedUntil: until }).where(eq(accounts.id, brief.id));
    await mute(mutedUntil);
    await at.refused("contentPiece", { kind: "courses", key: "103" }, "MUTED", brief);
    await mute(null);
    expect(await save("courses", "103", { title: "还在" }, brief)).toMatchObject({ status: 200 });
    at.pass(day);
    await at.refused("contentList", { kind: "courses" }, "NOT_PERMITTED", brief);
    await at.refused("publishContent", { kind: "courses", key: "103", version: 1 }, "NOT_PERMITTED", brief);
    await runDueJobs(at.services, [endRolesJob]);
    const [row] = await at.database
      .select()
      .from(moderationLog)
      .where(and(eq(moderationLog.personId, brief.id), eq(moderationLog.action, "endRole")))
      .orderBy(desc(moderationLog.id));
    expect(row).toMatchObject({ before: { role: "lecturer", courses: "103" }, after: { courses: null } });
    await at.ok("revokeRole", { role: "lecturer", uid: lecturer?.id ?? 0, reason: "讲完了" }, admin());
    await at.refused("contentList", { kind: "courses" }, "NOT_PERMITTED", lecturer);
  });
});

describe("the role of a lecturer", () => {
  it("is told and logged with its courses, and names none that there is not", async () => {
    const at = gateway();
    const person = await at.member();
    const request = {
      role: "lecturer" as const,
      person: String(person.id),
      courses: [102, 101],
      reason: "讲两门",
    };
    const wrong = await at.refused(
      "grantRole",
      { ...request, courses: [101, 77] },
      "ROLE_COURSE_NOT_FOUND",
      admin(),
    );
    expect(wrong.fields?.courses).toHaveLength(1);
    await at.ok("grantRole", request, admin());
    const fewer = { ...request, courses: [101], change: true };
    expect(await at.ok("grantRole", fewer, admin())).toEqual({ changed: true });
    const rows = await at.database
      .select()
      .from(moderationLog)
      .where(eq(moderationLog.personId, person.id))
      .orderBy(desc(moderationLog.id));
    expect(rows).toMatchObject([
      {
        action: "appointLecturer",
        before: { courses: "101,102" },
        after: { role: "lecturer", courses: "101" },
      },
      { action: "appointLecturer", before: { role: null, courses: null }, after: { courses: "101,102" } },
    ]);
    const { notices } = await at.ok("queryDcmMessageByUser", { type: "system" }, person);
    expect(notices.map(({ moderation }) => moderation?.action)).toEqual([
      "appointLecturer",
      "appointLecturer",
    ]);
    // Of a course that was taken down the form keeps the name.
    await at.ok("withdrawContent", { kind: "courses", key: "101" }, admin());
    const { choices } = await at.ok("roleList", { role: "lecturer" }, admin());
    expect(choices.courses.map(({ name }) => name)).toContain("电机控制入门（已下架）");
  });

  it("is about the kinds that belong to courses", () => {
    const teaching = contentKindNames.filter((kind) => editedKinds[kind].teaches !== undefined);
    expect(teaching).toEqual([...lecturerKinds]);
  });
});
