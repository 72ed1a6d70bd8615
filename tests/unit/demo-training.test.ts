import { readFileSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { readCaptions } from "gateway/content/pack/check/captions";
import { readPackFolder } from "gateway/content/pack/pack-files";
import { type Pack, parsePack } from "gateway/content/pack/parse-pack";
import { readVideoFile } from "gateway/files/uploads/video";
import { beforeAll, describe, expect, it } from "vitest";

const place = "content/demo";
let pack: Pack;

beforeAll(async () => {
  const parsed = await parsePack(await readPackFolder(place));
  expect(parsed.problems).toEqual([]);
  if (!parsed.pack) throw new Error("the demo's pack cannot be read");
  pack = parsed.pack;
});

const courses = () => pack.catalogue.courses.map(({ front }) => front);
const filmed = () =>
  courses()
    .flatMap(({ chapters }) => chapters.flatMap(({ lessons }) => lessons))
    .filter(({ videos }) => videos);

describe("the demo's training classes", () => {
  it("have courses of every class and level, and every lecturer teaches", () => {
    const { training, lecturers, exams, talents } = pack.catalogue;
    expect(courses().length).toBeGreaterThanOrEqual(40);
    expect(training?.value.classes.length).toBe(6);
    for (const { id } of training?.value.classes ?? [])
      expect(courses().filter((course) => course.class === id).length).toBeGreaterThanOrEqual(6);
    for (const { id } of training?.value.levels ?? [])
      expect(courses().filter(({ level }) => level === id).length).toBeGreaterThanOrEqual(10);
    expect(lecturers?.value.lecturers.length).toBe(20);
    const teaching = new Set(courses().flatMap((course) => course.lecturers));
    expect(
      (lecturers?.value.lecturers ?? []).filter(({ id }) => !teaching.has(id)).map(({ name }) => name),
    ).toEqual([]);
    expect(exams.length).toBe(8);
    expect(talents?.front.programmes.length).toBe(3);
  });

  it("have exams with all kinds of questions, each with an explanation, and more than an attempt draws", () => {
    for (const { file, value } of pack.catalogue.exams) {
      const kinds = new Set(value.questions.map(({ type }) => type));
      expect([file, kinds.size]).toEqual([file, 4]);
      expect(value.questions.length).toBeGreaterThan(value.draw ?? 0);
      expect(value.questions.filter(({ why }) => why === "").map(({ text }) => text)).toEqual([]);
    }
  });

  it("have videos of 640 by 360, of 30 to 90 seconds and at most 250 KB", async () => {
    expect(filmed().length).toBe(24);
    for (const { videos: [name = ""] = [] } of filmed()) {
      const path = `${place}/${name}`;
      const handle = await open(path);
      const facts = await readVideoFile(handle, path, "webm").finally(() => handle.close());
      expect(facts).toMatchObject({ width: 640, height: 360 });
      const seconds = "seconds" in facts ? facts.seconds : 0;
      expect([name, seconds >= 30 && seconds <= 90]).toEqual([name, true]);
      expect([name, statSync(path).size <= 250_000]).toEqual([name, true]);
    }
  });

  it("contain in the text of slides everything that the captions say, each while its slide shows", () => {
    for (const { title, captions = "", slides } of filmed()) {
      const found = readCaptions(readFileSync(`${place}/${captions}`));
      if ("problem" in found) throw new Error(found.problem);
      for (const { at, text } of found.lines) {
        const currentSlide = slides.findLast((slide) => (slide.at ?? 0) <= at);
        expect([title, currentSlide?.text]).toEqual([title, expect.stringContaining(text)]);
      }
    }
  });
});
