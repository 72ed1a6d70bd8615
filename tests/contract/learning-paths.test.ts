import { and, eq, inArray } from "drizzle-orm";
import { certificates, courseLearners, courses, examResults } from "gateway/database/schema";
import { beforeEach, describe, expect, it } from "vitest";
import { type Body, startCommunityEditing } from "../support/community-editing";
import { changePack } from "../support/content";
import type { Member } from "../support/gateway";

const { gateway, load, pieceOf, call, save, saved, publish, fresh, fieldsOf, admin, folder } =
  startCommunityEditing(beforeEach);

const page = async (key: string, preview?: string) => {
  const request = { id: Number(key), ...(preview === undefined ? {} : { preview }) };
  const { status, body } = await gateway().call("learningPath", request, null);
  return status === 200 ? body : status;
};
const titles = async () => (await gateway().ok("learningPaths", {})).paths.map(({ title }) => title);

/** Has a member finish a course. */
const finishFor = (member: Member, courseId: number) =>
  gateway().database.insert(courseLearners).values({
    accountId: member.id,
    courseId,
    finishedAt: new Date(),
    lessonsDone: 99,
    startedAt: new Date(),
    studiedAt: new Date(),
  });
/** The numbers of the courses whose certificates a member has. */
const certifiedIn = async (member: Member) =>
  (await gateway().ok("personalStudyInfo", {}, member)).certificates.map(({ course }) => course.id);

describe("a learning path", () => {
  const body: Body = {
    summary: "从电机到串口",
    courses: [{ course: 101 }, { course: 102, needs: "101" }],
    certificate: "路径证书",
  };

  it("lives from draft to the list, is withdrawn and restored", async () => {
    const half = await fresh("paths", { title: "入门路径" });
    const { key } = half.body as { key: string };
    const early = await call("publishContent", { kind: "paths", key, version: 1 });
    expect(Object.keys(fieldsOf(early)).sort()).toEqual(["summary"]);
    const version = await saved("paths", key, body);
    const { preview } = await pieceOf("paths", key);
    expect(await page(key, preview)).toMatchObject({ title: "入门路径", courses: 2, preview: true });
    expect([await page(key), await page(key, "x".repeat(24))]).toEqual([404, 404]);
    await publish("paths", key, version);
    expect(await page(key)).toMatchObject({
      title: "入门路径",
      certificate: "路径证书",
      steps: [
        { id: 101, needs: [] },
        { id: 102, needs: [101] },
      ],
      delisted: false,
      preview: false,
    });
    expect(await titles()).toContain("入门路径");
    await load();
    expect(await page(key)).toMatchObject({ delisted: false });
    await gateway().ok("withdrawContent", { kind: "paths", key }, admin());
    expect([await page(key), await titles()]).toMatchObject([{ delisted: true }, []]);
    await publish("paths", key, version);
    expect(await page(key)).toMatchObject({ delisted: false });
    await gateway().ok("withdrawContent", { kind: "paths", key }, admin());
  });

  it("with something wrong is not saved", async () => {
    const { key } = (await fresh("paths", { title: "错的" })).body as { key: string };
    const wrong: [Body, string, string][] = [
      [{ courses: [{ course: 999_999 }] }, "courses_0_course", "没有课程 999999"],
      [{ courses: [{ course: 101, needs: "甲" }] }, "courses_0_needs", "应是课程编号"],
    ];
    for (const [change, field, message] of wrong) {
      const answer = await save("paths", key, change);
      expect([field, fieldsOf(answer)[field]?.join()]).toEqual([field, expect.stringContaining(message)]);
    }
    // What is only wrong as a whole may be a draft, and is not published.
    for (const [courseList, field] of [
      [[{ course: 101 }, { course: 101 }], "courses_1_course"],
      [[{ course: 101, needs: "102" }, { course: 102 }], "courses_0_needs"],
      [[{ course: 101 }, { course: 102, needs: "101 101" }], "courses_1_needs"],
    ] as const) {
      const version = await saved("paths", key, { summary: "一句话", courses: courseList } as Body);
      const answer = await call("publishContent", { kind: "paths", key, version });
      expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([422, [field]]);
    }
  });

  it("of a pack is loaded, changed and taken down; what is wrong is said with its place", async () => {
    const file = (needs: string) => `paths:
  - id: 7
    title: 包里的路径
    summary: 一句话
    intro: |-
      第一段
      第二段
    courses: [{ course: 101 }, { course: 102, needs: [${needs}] }]
`;
    await changePack(folder(), { "paths.yaml": file("101") });
    await load();
    expect(await page("7")).toMatchObject({ title: "包里的路径", intro: "第一段\n第二段", courses: 2 });
    const { body: standing } = await pieceOf("paths", "7");
    expect(standing).toMatchObject({ courses: [{ course: 101 }, { course: 102, needs: "101" }] });
    await changePack(folder(), { "paths.yaml": file("103") });
    await expect(load()).rejects.toThrow(/paths\.yaml/);
    await changePack(folder(), { "paths.yaml": "paths: []\n" });
    await load();
    expect(await page("7")).toMatchObject({ delisted: true });
  });

  it("shows how far a member is, and gives its certificate once everything is finished", async () => {
    const { key } = (await fresh("paths", { title: "走完的路径" })).body as { key: string };
    await publish("paths", key, await saved("paths", key, body));
    const id = Number(key);
    const { database } = gateway();
    // Neither course gives a certificate of its own here.
    await database.update(courses).set({ certificateName: null, certificateExamId: null });
    const me = await gateway().member({ nickname: "走路的人" });
    const own = () => gateway().ok("ownPath", { id }, me);
    expect(await own()).toMatchObject({ next: 101, finished: false, certificate: null });
    const finish = (courseId: number) => finishFor(me, courseId);
    await finish(101);
    expect(await own()).toMatchObject({ next: 102, finished: false });
    await gateway().refused("claimPathCertificate", { id }, "PATH_UNFINISHED", me);
    await finish(102);
    expect(await own()).toMatchObject({ next: null, finished: true, certificate: null });
    const claims = await Promise.all([1, 2].map(() => gateway().ok("claimPathCertificate", { id }, me)));
    const [first] = claims;
    expect(new Set(claims.map(({ publicId }) => publicId)).size).toBe(1);
    const mine = and(eq(certificates.accountId, me.id), eq(certificates.pathId, id));
    expect(await database.$count(certificates, mine)).toBe(1);
    expect(await own()).toMatchObject({ certificate: first?.publicId });
    expect(await gateway().ok("certificateByPublicId", { publicId: first?.publicId ?? "" })).toMatchObject({
      name: "路径证书",
      course: "走完的路径",
      courseId: null,
      pathId: id,
      holder: "走路的人",
    });
    const info = await gateway().ok("personalStudyInfo", {}, me);
    expect(info.certificates).toMatchObject([{ course: { id: null, name: "走完的路径" } }]);
    await gateway().refused("ownPath", { id: 999_999 }, "PATH_NOT_FOUND", me);
    await gateway().refused("claimPathCertificate", { id: 999_999 }, "PATH_NOT_FOUND", me);
  });

  it("is not finished while one of its courses has not opened, and is listed while one has", async () => {
    const { key } = (await fresh("paths", { title: "每周一门" })).body as { key: string };
    await publish("paths", key, await saved("paths", key, body));
    const id = Number(key);
    const { database, services } = gateway();
    await database.update(courses).set({ certificateName: null, certificateExamId: null });
    const opening = (day: number, ...ids: number[]) =>
      database
        .update(courses)
        .set({ opensAt: new Date(services.now().getTime() + day * 86_400_000) })
        .where(inArray(courses.id, ids));
    await opening(7, 102);
    const me = await gateway().member({ nickname: "每周学" });
    await finishFor(me, 101);
    expect(await page(key)).toMatchObject({
      courses: 2,
      steps: [
        { id: 101, opens: null },
        { id: 102, needs: [101], opens: expect.stringMatching(/Z$/) },
      ],
    });
    expect(await gateway().ok("ownPath", { id }, me)).toMatchObject({ next: null, finished: false });
    await gateway().refused("claimPathCertificate", { id }, "PATH_UNFINISHED", me);
    expect(await titles()).toContain("每周一门");
    await opening(-7, 102);
    expect(await gateway().ok("ownPath", { id }, me)).toMatchObject({ next: 102 });
    await finishFor(me, 102);
    expect(await gateway().ok("ownPath", { id }, me)).toMatchObject({ finished: true, lacking: [] });
    await gateway().ok("claimPathCertificate", { id }, me);
  });

  it("needs its courses' certificates: it names the exam that is left, gives what came later, and takes none that is revoked", async () => {
    const { key } = (await fresh("paths", { title: "带考试的路径" })).body as { key: string };
    await publish("paths", key, await saved("paths", key, body));
    const id = Number(key);
    const { database } = gateway();
    await database.update(courses).set({ certificateName: null, certificateExamId: null });
    const [me, other] = await Promise.all(
      ["考试的人", "被撤销的人"].map((nickname) => gateway().member({ nickname })),
    );
    const people = [me, other].filter((one) => one !== undefined);
    for (const person of people) for (const course of [101, 102]) await finishFor(person, course);
    // Both courses begin to give a certificate after they were finished, one of them with an exam.
    await database
      .update(courses)
      .set({ certificateName: "课程证书" })
      .where(inArray(courses.id, [101, 102]));
    await database.update(courses).set({ certificateExamId: 1 }).where(eq(courses.id, 101));
    const [first, second] = people as [Member, Member];
    expect(await gateway().ok("ownPath", { id }, first)).toMatchObject({
      next: null,
      finished: true,
      lacking: [{ course: 101, exam: 1, revoked: null }],
    });
    await gateway().refused("claimPathCertificate", { id }, "PATH_UNCERTIFIED", first);
    expect(await certifiedIn(first)).toEqual([]);
    for (const { id: accountId } of people)
      await database.insert(examResults).values({ accountId, examId: 1, taken: 1, best: 90, passed: true });
    expect(await gateway().ok("ownPath", { id }, first)).toMatchObject({ lacking: [] });
    await gateway().ok("claimPathCertificate", { id }, first);
    expect((await certifiedIn(first)).sort()).toEqual([101, 102, null]);

    // Another path of the same courses, whose certificate of one is then revoked.
    const { key: otherKey } = (await fresh("paths", { title: "另一条" })).body as { key: string };
    await publish("paths", otherKey, await saved("paths", otherKey, { ...body, courses: [{ course: 102 }] }));
    await gateway().ok("claimPathCertificate", { id: Number(otherKey) }, second);
    const { certificates: issued } = await gateway().ok("personalStudyInfo", {}, second);
    const publicId = issued.find(({ course }) => course.id === 102)?.publicId ?? "";
    await gateway().ok("revokeCertificate", { publicId, reason: "代学" }, admin());
    expect(await gateway().ok("ownPath", { id }, second)).toMatchObject({
      finished: true,
      lacking: [{ course: 102, exam: null, revoked: publicId }],
    });
    await gateway().refused("claimPathCertificate", { id }, "PATH_UNCERTIFIED", second);
  });
});
