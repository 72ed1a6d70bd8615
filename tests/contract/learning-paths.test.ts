import { and, eq } from "drizzle-orm";
import { certificates, courseLearners, courses } from "gateway/database/schema";
import { describe, expect, it } from "vitest";
import { type Body, startCommunityEditing } from "../support/community-editing";
import { changePack } from "../support/content";

const { gateway, load, pieceOf, call, save, saved, publish, fresh, fieldsOf, admin, folder } =
  startCommunityEditing();

const page = async (key: string, preview?: string) => {
  const request = { id: Number(key), ...(preview === undefined ? {} : { preview }) };
  const { status, body } = await gateway().call("learningPath", request, null);
  return status === 200 ? body : status;
};
const titles = async () => (await gateway().ok("learningPaths", {})).paths.map(({ title }) => title);

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
    const finish = (courseId: number) =>
      database.insert(courseLearners).values({
        accountId: me.id,
        courseId,
        finishedAt: new Date(),
        lessonsDone: 99,
        startedAt: new Date(),
        studiedAt: new Date(),
      });
    await finish(101);
    expect(await own()).toMatchObject({ next: 102, finished: false });
    await gateway().refused("claimPathCertificate", { id }, "PATH_UNFINISHED", me);
    await finish(102);
    expect(await own()).toMatchObject({ next: null, finished: true, certificate: null });
    // A course with a certificate has to have given it.
    await database.update(courses).set({ certificateName: "课程证书" }).where(eq(courses.id, 102));
    await gateway().refused("claimPathCertificate", { id }, "PATH_UNFINISHED", me);
    await database.update(courses).set({ certificateName: null }).where(eq(courses.id, 102));
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
});
