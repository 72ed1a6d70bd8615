import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { courses } from "gateway/database/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyPack, smallCatalogue } from "../support/content";
import { type Member, startGateway } from "../support/gateway";
import { learnLesson } from "../support/training";
import { trainingFiles } from "../support/training-pack";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
let tidy: () => unknown = () => undefined;
afterAll(() => tidy());

beforeAll(async () => {
  const folder = await copyPack({ ...smallCatalogue(samplePdf()), ...trainingFiles() }, (remove) => {
    tidy = remove;
  });
  await loadContentPack(gateway().services, folder, { demo: false });
});

const last = async (as: Member) => (await gateway().ok("lastStudy", {}, as)).study;
const save = (as: Member, lesson: number, fields: object) =>
  gateway().ok("saveLessonPosition", { lesson, ...fields }, as);

describe("with what somebody goes on", () => {
  it("is nothing before they begin, and then the lesson of last time with the second", async () => {
    const me = await gateway().member();
    expect(await last(me)).toBeNull();
    await save(me, 1011, { position: 14 });
    expect(await last(me)).toEqual({
      course: { id: 101, name: "电机控制入门" },
      lesson: { id: 1011, name: "三个坐标系", number: 1 },
      position: 14,
    });
    gateway().pass(120);
    await save(me, 1020, { marked: false });
    expect(await last(me)).toMatchObject({ course: { id: 102 }, lesson: { id: 1020 }, position: 0 });
  });

  it("is the next lesson once that is done, and one marked by hand only if nothing else is left", async () => {
    const me = await gateway().member();
    await learnLesson(gateway(), me, 101, 1011);
    expect(await last(me)).toMatchObject({ lesson: { id: 1012 } });
    const other = await gateway().member();
    await save(other, 1011, { marked: true });
    expect(await last(other)).toMatchObject({ lesson: { id: 1012 } });
  });

  it("is nothing when the course is finished, taken down or put off", async () => {
    const [me, other] = [await gateway().member(), await gateway().member()];
    await learnLesson(gateway(), me, 102, 1020);
    expect(await last(me)).toBeNull();
    await save(other, 1030, { marked: false });
    expect(await last(other)).toMatchObject({ course: { id: 103 } });
    const set = (delistedAt: Date | null) =>
      gateway().database.update(courses).set({ delistedAt }).where(eq(courses.id, 103));
    await set(new Date());
    expect(await last(other)).toBeNull();
    await set(null);
    expect(await last(other)).toMatchObject({ course: { id: 103 } });
    const opens = (opensAt: Date) =>
      gateway().database.update(courses).set({ opensAt }).where(eq(courses.id, 103));
    await opens(new Date("2099-01-01"));
    expect(await last(other)).toBeNull();
    await opens(new Date("2026-01-01"));
  });
});
