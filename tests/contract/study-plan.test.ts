import { loadContentPack } from "gateway/content/load/load-pack";
import { afterAll, beforeAll, expect, it } from "vitest";
import { copyPack, smallCatalogue } from "../support/content";
import { type Member, startGateway } from "../support/gateway";
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

const day = 86_400;
const weekOf = async (as: Member) => (await gateway().ok("personalStudyInfo", {}, as)).week;
const study = (as: Member, lesson: number) =>
  gateway().ok("saveLessonPosition", { lesson, marked: true }, as);

/** Moves the clock to 09:00 in China on the next Monday. */
function toMonday(): void {
  const now = gateway().services.now().getTime();
  const china = new Date(now + 8 * 3_600_000);
  const sinceMidnight = (now + 8 * 3_600_000) % (day * 1000);
  const days = (8 - china.getUTCDay()) % 7 || 7;
  gateway().pass(days * day - sinceMidnight / 1000 + 9 * 3600);
}

it("counts days of China's week by the plan, and the weeks in a row", async () => {
  toMonday();
  const me = await gateway().member();
  expect(await weekOf(me)).toBeNull();
  await gateway().ok("planStudy", { days: 1 }, me);
  expect(await weekOf(me)).toEqual({ plan: 1, days: 0, weeks: 0 });
  await study(me, 1011);
  await study(me, 1012);
  expect(await weekOf(me)).toEqual({ plan: 1, days: 1, weeks: 1 });
  // Sunday 23:30 in China is in this week, half an hour later the next one begins.
  gateway().pass(6 * day + 14.5 * 3600);
  expect(await weekOf(me)).toEqual({ plan: 1, days: 1, weeks: 1 });
  gateway().pass(3600);
  expect(await weekOf(me)).toEqual({ plan: 1, days: 0, weeks: 1 });
  await study(me, 1020);
  expect(await weekOf(me)).toEqual({ plan: 1, days: 1, weeks: 2 });
  expect((await gateway().ok("lastStudy", {}, me)).week).toEqual({ plan: 1, days: 1, weeks: 2 });
  await gateway().ok("planStudy", { days: 2 }, me);
  expect(await weekOf(me)).toEqual({ plan: 2, days: 1, weeks: 0 });
  gateway().pass(14 * day);
  await gateway().ok("planStudy", { days: 1 }, me);
  expect(await weekOf(me)).toEqual({ plan: 1, days: 0, weeks: 0 });
  await gateway().ok("planStudy", { days: null }, me);
  expect(await weekOf(me)).toBeNull();
});

it("takes a plan of one to seven days alone", async () => {
  const me = await gateway().member();
  for (const days of [0, 8, 1.5]) await gateway().refused("planStudy", { days }, "INVALID_REQUEST", me);
});
