import { graceSeconds } from "contract/training/constants";
import { eq } from "drizzle-orm";
import { loadContentPack } from "gateway/content/load/load-pack";
import { certificates, examAttempts, exams, type KeptQuestion } from "gateway/database/schema";
import { runDueJobs } from "gateway/jobs";
import { attemptNow } from "gateway/training/exams/attempt-clock";
import { drawQuestions } from "gateway/training/exams/draw";
import { endAttemptsJob } from "gateway/training/exams/end-overdue";
import { nextTryAt } from "gateway/training/next-try";
import { studyRecord } from "gateway/training/personal-data";
import { isRight } from "gateway/training/questions/mark";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { changePack, copyPack, replacing, smallCatalogue } from "../support/content";
import { expectExactCounters } from "../support/counters";
import { type Member, startGateway } from "../support/gateway";
import { learnLesson, sceneTraining } from "../support/training";
import { trainingFiles } from "../support/training-pack";
import { samplePdf } from "../support/upload-files";

const gateway = startGateway();
let folder: string;
let tidy: () => unknown = () => undefined;
afterAll(() => tidy());
const load = () => loadContentPack(gateway().services, folder, { demo: false });
const exam = 1;

beforeAll(async () => {
  folder = await copyPack({ ...smallCatalogue(samplePdf()), ...trainingFiles() }, (remove) => {
    tidy = remove;
  });
  await load();
});

const start = (as: Member) => gateway().ok("startExam", { exam }, as);
type Attempt = Awaited<ReturnType<typeof start>>;

/** Every right answer of an attempt, which only the gateway knows. */
async function rightAnswers(attempt: Attempt) {
  const [row] = await gateway()
    .database.select({ questions: examAttempts.questions })
    .from(examAttempts)
    .where(eq(examAttempts.id, attempt.id));
  return (row?.questions ?? []).map(({ type, answer }, index) => ({
    number: index + 1,
    answer: type === "blank" ? answer.slice(0, 1) : answer,
  }));
}

describe("an attempt", () => {
  it("has questions drawn for it, which stay, and contains no solution before it is marked", async () => {
    const me = await gateway().member();
    const first = await start(me);
    expect(first.questions).toHaveLength(4);
    const again = await start(me);
    expect([again.id, again.questions]).toEqual([first.id, first.questions]);
    const answers = await rightAnswers(first);
    await gateway().ok("saveAnswer", { attempt: first.id, answers: answers.slice(0, 1) }, me);
    for (const [name, request] of [
      ["startExam", { exam }],
      ["examAttempt", { attempt: first.id }],
      ["examById", { id: exam }],
      ["courseById", { id: 101 }],
    ] as const) {
      const { body } = await gateway().callOverHttp(name, request, me);
      expect(JSON.stringify(body)).not.toMatch(/解析|Rotor/);
    }
    const state = await gateway().ok("examAttempt", { attempt: first.id }, me);
    expect(state.questions.map(({ solution }) => solution)).toEqual([null, null, null, null]);
    const drawn = new Set<string>();
    for (let one = 0; one < 8; one += 1) {
      const attempt = await start(await gateway().member());
      drawn.add(attempt.questions.map(({ html }) => html).join());
    }
    expect(drawn.size).toBeGreaterThan(1);
  });

  it("saves each answer at once, ignores an older one that comes late, and refuses invalid ones", async () => {
    const me = await gateway().member();
    const attempt = await start(me);
    const at = attempt.now;
    const number = attempt.questions.findIndex(({ type }) => type === "judge") + 1;
    const save = (answer: string[], moment: number) =>
      gateway().ok("saveAnswer", { attempt: attempt.id, at: moment, answers: [{ number, answer }] }, me);
    const answered = async () =>
      (await gateway().ok("examAttempt", { attempt: attempt.id }, me)).questions[number - 1]?.answer;
    await save(["true"], at - 500);
    await save(["false"], at - 200);
    await save(["true"], at - 400);
    expect(await answered()).toEqual(["false"]);
    expect(await save([], at - 100)).toMatchObject({ answered: 0 });
    for (const wrong of [
      { number, answer: ["A"] },
      { number, answer: ["true", "false"] },
      { number: 5, answer: ["true"] },
    ])
      await gateway().refused(
        "saveAnswer",
        { attempt: attempt.id, answers: [wrong] },
        "EXAM_ANSWER_WRONG",
        me,
      );
    const other = await gateway().member();
    await gateway().refused("examAttempt", { attempt: attempt.id }, "ATTEMPT_NOT_FOUND", other);
    await gateway().refused("submitExam", { attempt: attempt.id }, "ATTEMPT_NOT_FOUND", other);
  });

  it("handed in from an older page overwrites no later answer, and asks where both changed one", async () => {
    const me = await gateway().member();
    const { id: attempt } = await start(me);
    const right = await rightAnswers(await gateway().ok("examAttempt", { attempt }, me));
    const [one, other] = right as [(typeof right)[number], (typeof right)[number]];
    await gateway().ok("saveAnswer", { attempt, answers: [one] }, me);
    const older = [
      { ...one, answer: [], was: ["true"] },
      { ...other, was: [] },
    ];
    const unlike = one.answer[0] === "true" ? [{ ...older[0], was: ["false"] }, older[1]] : older;
    for (const name of ["saveAnswer", "submitExam"] as const)
      await gateway().refused(name, { attempt, answers: unlike } as never, "EXAM_ANSWERED_ELSEWHERE", me);
    const detail = await gateway().ok("examAttempt", { attempt }, me);
    expect([detail.state, detail.answered]).toEqual(["running", 1]);
    // Equal answers of both pages are no conflict, and an answer that the page has seen may be changed.
    await gateway().ok("saveAnswer", { attempt, answers: [{ ...one, was: ["别的"] }] }, me);
    await gateway().ok("saveAnswer", { attempt, answers: [{ ...one, answer: [], was: one.answer }] }, me);
    await gateway().ok("saveAnswer", { attempt, answers: [{ ...one, was: [] }] }, me);
    const rest = right.slice(1).map((each) => ({ ...each, was: [] }));
    const marked = await gateway().ok("submitExam", { attempt, answers: rest }, me);
    expect(marked).toMatchObject({ state: "marked", percent: 100 });
    // Within the minute of grace the page does not ask: the last answer counts.
    const late = await start(me);
    const [last] = await rightAnswers(late);
    gateway().pass(late.secondsLeft + 5);
    const handed = { attempt: late.id, answers: [{ ...(last as typeof one), was: ["别的"] }] };
    expect((await gateway().ok("submitExam", handed, me)).questions[0]?.answer).toEqual(last?.answer);
  });

  it("is marked once by fifty requests at once, and shows what was right, and why", async () => {
    const me = await gateway().member();
    const attempt = await start(me);
    const answers = await rightAnswers(attempt);
    const marked = await Promise.all(
      Array.from({ length: 50 }, () => gateway().ok("submitExam", { attempt: attempt.id, answers }, me)),
    );
    expect(new Set(marked.map(({ endedAt }) => endedAt)).size).toBe(1);
    expect(marked[49]).toMatchObject({ state: "marked", percent: 100, passed: true, points: attempt.total });
    expect(marked[0]?.questions.every(({ solution }) => solution?.right && solution.why !== "")).toBe(true);
    const { attempts } = await gateway().ok("examAttempts", { exam }, me);
    expect(attempts).toMatchObject([{ id: attempt.id, percent: 100, passed: true }]);
    const { exams: standing } = await gateway().ok("studyOfCourse", { course: 101 }, me);
    expect(standing).toMatchObject([{ taken: 1, left: 2, best: 100, passed: true, running: null }]);
    await gateway().refused("saveAnswer", { attempt: attempt.id, answers }, "ATTEMPT_ENDED", me);
    await expectExactCounters(gateway().database);
  });

  it("uses its own time when the gateway's clock is set back", async () => {
    const me = await gateway().member();
    const attempt = await start(me);
    const [first, second] = await rightAnswers(attempt);
    const save = (answers: (typeof first | undefined)[]) =>
      gateway().call(
        "saveAnswer",
        {
          attempt: attempt.id,
          at: gateway().services.now().getTime(),
          answers: answers.filter((one) => !!one),
        },
        me,
      );
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      await save([first]);
      gateway().pass(-86_400);
      vi.advanceTimersByTime(10 * 60_000);
      expect(await save([second])).toMatchObject({ status: 200, body: { answered: 2 } });
      const detail = await gateway().ok("examAttempt", { attempt: attempt.id }, me);
      expect(detail.questions[1]?.answer).toEqual(second?.answer);
      expect(detail.secondsLeft).toBeLessThanOrEqual(10 * 60);
      // A process that starts now: no time before the latest answer.
      const started = { database: Object.create(gateway().database), now: gateway().services.now };
      const row = { id: attempt.id, startedAt: new Date(attempt.startedAt) };
      expect((await attemptNow(started, gateway().database, row)).getTime()).toBeGreaterThan(attempt.now - 1);
      vi.advanceTimersByTime(10 * 60_000 + graceSeconds * 1_000 + 1_000);
      const late = { attempt: attempt.id, answers: [{ number: 1, answer: [] }] };
      await gateway().refused("saveAnswer", late, "ATTEMPT_ENDED", me);
    } finally {
      vi.useRealTimers();
      gateway().pass(86_400);
    }
  });

  it("ends at the gateway's time, with a minute of grace for requests on their way; then the saved answers count", async () => {
    const [late, gone] = [await gateway().member(), await gateway().member()];
    const attempt = await start(late);
    const left = await start(gone);
    const answers = await rightAnswers(attempt);
    await gateway().ok("saveAnswer", { attempt: left.id, answers: await rightAnswers(left) }, gone);
    expect(attempt.secondsLeft).toBeGreaterThan(20 * 60 - 5);
    gateway().pass(20 * 60 + graceSeconds - 20);
    expect(await gateway().ok("saveAnswer", { attempt: attempt.id, answers }, late)).toMatchObject({
      secondsLeft: 0,
    });
    gateway().pass(30);
    await gateway().refused(
      "saveAnswer",
      { attempt: attempt.id, answers: [{ number: 1, answer: [] }] },
      "ATTEMPT_ENDED",
      late,
    );
    expect(await gateway().ok("submitExam", { attempt: attempt.id, answers: [] }, late)).toMatchObject({
      passed: true,
      percent: 100,
      endedAt: attempt.endsAt,
    });
    await runDueJobs(gateway().services, [endAttemptsJob]);
    const [row] = await gateway().database.select().from(examAttempts).where(eq(examAttempts.id, left.id));
    expect([row?.state, row?.percent, row?.endedAt?.toISOString()]).toEqual(["marked", 100, left.endsAt]);
  });

  it("can be made as often as the exam allows, and a reload makes none", async () => {
    const me = await gateway().member();
    const first = await start(me);
    await changePack(folder, {
      "exams/foc.yaml": replacing("三相电流相差多少度", "改过的题目"),
    });
    expect((await load()).changes).toMatchObject({ exams: { changed: 1 } });
    expect((await gateway().ok("examAttempt", { attempt: first.id }, me)).questions).toEqual(first.questions);
    for (let one = 0; one < 3; one += 1) {
      const { id } = await start(me);
      await gateway().ok("submitExam", { attempt: id }, me);
      gateway().pass(86_400);
    }
    await gateway().refused("startExam", { exam }, "ATTEMPTS_USED_UP", me);
    const [row] = await gateway().database.select().from(exams).where(eq(exams.id, exam));
    expect(row?.questions.some(({ html }) => html.includes("改过的题目"))).toBe(true);
  });

  it("shows after a failed try how many answers were right, and the solutions once no further try counts", async () => {
    const [passes, fails] = [await gateway().member(), await gateway().member()];
    const failOnce = async (me: Member) => {
      const { id } = await start(me);
      const [one] = await rightAnswers(await gateway().ok("examAttempt", { attempt: id }, me));
      const failed = await gateway().ok("submitExam", { attempt: id, answers: one ? [one] : [] }, me);
      expect(failed).toMatchObject({ state: "marked", passed: false, right: 1, solved: false });
      for (const name of ["examAttempt", "submitExam"] as const) {
        const { body } = await gateway().callOverHttp(name, { attempt: id }, me);
        expect(JSON.stringify(body)).not.toMatch(/解析|Rotor|"solution":\{/);
      }
      return id;
    };
    const first = await failOnce(passes);
    await failOnce(fails);
    gateway().pass(30 * 60);
    const second = await start(passes);
    const handed = { attempt: second.id, answers: await rightAnswers(second) };
    expect(await gateway().ok("submitExam", handed, passes)).toMatchObject({ solved: true, right: 4 });
    const before = await gateway().ok("examAttempt", { attempt: first }, passes);
    expect(before.questions.every(({ solution }) => solution?.why)).toBe(true);
    // After the solutions are shown a further try is practice: the earlier result stays.
    await gateway().ok("submitExam", { attempt: (await start(passes)).id }, passes);
    const {
      exams: [standing],
    } = await gateway().ok("studyOfCourse", { course: 101 }, passes);
    expect(standing).toMatchObject({ taken: 3, best: 100, passed: true });
    // The last try: no solution while it runs, and then all of them.
    const theirs = await failOnce(fails);
    gateway().pass(60 * 60);
    const last = await start(fails);
    expect(await gateway().ok("examAttempt", { attempt: theirs }, fails)).toMatchObject({ solved: false });
    expect(await gateway().ok("submitExam", { attempt: last.id }, fails)).toMatchObject({ solved: true });
    expect(await gateway().ok("examAttempt", { attempt: theirs }, fails)).toMatchObject({ solved: true });
  });

  it("can be repeated after a wait that doubles with each failed try, with questions that the earlier try did not have", async () => {
    const me = await gateway().member();
    const bank =
      (await gateway().database.select().from(exams).where(eq(exams.id, exam)))[0]?.questions ?? [];
    const htmlOf = ({ questions }: Attempt) => questions.map(({ html }) => html);
    const from = async () => (await gateway().ok("studyOfCourse", { course: 101 }, me)).exams[0]?.from;
    let seen: string[] = [];
    for (const minutes of [30, 60]) {
      expect(await from()).toBeNull();
      const attempt = await start(me);
      const unlike = bank.filter(({ html }) => !seen.includes(html)).map(({ html }) => html);
      expect(seen.length === 0 || unlike.every((html) => htmlOf(attempt).includes(html))).toBe(true);
      seen = htmlOf(attempt);
      const { endedAt } = await gateway().ok("submitExam", { attempt: attempt.id }, me);
      expect(Date.parse((await from()) ?? "")).toBe(Date.parse(endedAt ?? "") + minutes * 60_000);
      gateway().pass(minutes * 60 - 90);
      const refused = await gateway().call("startExam", { exam }, me);
      expect(refused).toMatchObject({ status: 409, body: { errorCode: "EXAM_WAIT" } });
      expect(JSON.stringify(refused.body)).toMatch(/\d\d:\d\d:\d\d 起可以再考，还要等 2 分钟/);
      gateway().pass(90);
    }
    expect((await start(me)).questions).toHaveLength(4);
  });

  it("draws questions that the earlier try did not have, as far as the bank allows", () => {
    const bank = Array.from(
      { length: 6 },
      (_, index): KeptQuestion => ({
        type: "judge",
        html: `第 ${index} 题`,
        options: [],
        points: 1,
        answer: ["true"],
        why: "",
      }),
    );
    for (let one = 0; one < 50; one += 1) {
      const before = drawQuestions(bank, 4, []);
      expect(new Set(before).size).toBe(4);
      const again = drawQuestions(bank, 4, before);
      const repeated = again.filter(({ html }) => before.some((each) => each.html === html));
      expect([new Set(again).size, repeated.length]).toEqual([4, 2]);
      const others = drawQuestions(bank, 3, bank.slice(0, 3)).map(({ html }) => html);
      expect(others.sort()).toEqual(["第 3 题", "第 4 题", "第 5 题"]);
    }
    expect(drawQuestions(bank, 6, bank)).toHaveLength(6);
    expect(nextTryAt({ wait: 30 }, { taken: 9, passed: false, endedAt: 0 })).toBe(1_440 * 60_000);
    expect(nextTryAt({ wait: 10_080 }, { taken: 2, passed: false, endedAt: 0 })).toBe(10_080 * 60_000);
    expect(nextTryAt({ wait: 0 }, { taken: 1, passed: false, endedAt: 0 })).toBeNull();
  });

  it("compares a blank without regard to width, case and spaces, and choices as sets", () => {
    const blank = { type: "blank" as const, answer: ["250 us"] };
    expect(["250us", "２５０ US", " 250 uS "].map((text) => isRight(blank, [text]))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isRight(blank, ["251us"])).toBe(false);
    const multiple = { type: "multiple" as const, answer: ["A", "C"] };
    expect([["C", "A"], ["A"], ["A", "B", "C"], []].map((given) => isRight(multiple, given))).toEqual([
      ...[true, false, false, false],
    ]);
  });
});

describe("the export of personal data", () => {
  it("has the lessons and answers of the person, and no solutions", async () => {
    const me = await gateway().member();
    const { course, lesson, attempt, certificate } = await sceneTraining(gateway(), me);
    await gateway().ok("saveLessonPosition", { lesson, position: 30 }, me);
    await gateway().ok("saveAnswer", { attempt, answers: [{ number: 1, answer: [] }] }, me);
    const record = await studyRecord(gateway().database, me.id);
    expect(record).toMatchObject({
      total: { courses: 1 },
      courses: [{ id: course }],
      lessons: [{ position: 30 }],
      attempts: [{ state: "running", answers: [{ number: 1, answer: [] }] }],
      certificates: [{ publicId: certificate, holder: me.nickname }, { name: "路径证书" }],
    });
    expect(JSON.stringify(record)).not.toMatch(/题目|"250"/);
  });
});

describe("a certificate", () => {
  it("is issued with its last requirement, keeps the data of that day, and stays when it is revoked", async () => {
    const me = await gateway().member();
    const attempt = await start(me);
    const marked = await gateway().ok(
      "submitExam",
      { attempt: attempt.id, answers: await rightAnswers(attempt) },
      me,
    );
    expect([marked.passed, marked.certificate]).toEqual([true, null]);
    // A lesson marked by hand does not count as learned.
    for (const lesson of [1012, 1011])
      expect(await gateway().ok("saveLessonPosition", { lesson, marked: true }, me)).toMatchObject({
        certificate: null,
        percent: 0,
      });
    await learnLesson(gateway(), me, 101, 1012);
    await gateway().ok("saveLessonPosition", { lesson: 1011, position: 0 }, me);
    gateway().pass(15);
    const last = await gateway().ok("saveLessonPosition", { lesson: 1011, position: 31 }, me);
    expect(last).toMatchObject({ percent: 100, finished: true });
    const publicId = last.certificate ?? "";
    const certificate = await gateway().ok("certificateByPublicId", { publicId });
    expect(certificate).toMatchObject({
      state: "valid",
      name: "电机控制（入门）",
      holder: me.nickname,
      course: "电机控制入门",
      class: "电机控制",
      level: "入门",
      lessons: 2,
      minutes: 10,
      lecturers: ["陈工", "林老师"],
      exam: "电机控制结业考试",
      percent: 100,
      issuer: "测试社区",
      revokedAt: null,
    });
    await changePack(folder, {
      "courses/foc.md": replacing("title: 电机控制入门", "title: 换了名字的课"),
    });
    await load();
    gateway().pass(11);
    expect(await gateway().ok("certificateByPublicId", { publicId })).toEqual(certificate);
    expect(await gateway().ok("personalStudyInfo", {}, me)).toMatchObject({
      finished: 1,
      examsPassed: 1,
      certificates: [{ publicId, state: "valid" }],
    });
    // Doing everything again gives no second certificate.
    await learnLesson(gateway(), me, 101, 1011);
    await gateway().ok("saveLessonPosition", { lesson: 1011, position: 31, from: 0 }, me);
    const mine = eq(certificates.accountId, me.id);
    expect(await gateway().database.$count(certificates, mine)).toBe(1);
    const admin = await gateway().member({ admin: true });
    await gateway().refused("revokeCertificate", { publicId, reason: "代考" }, "NOT_PERMITTED", me);
    await gateway().ok("revokeCertificate", { publicId, reason: "代考" }, admin);
    expect(await gateway().ok("certificateByPublicId", { publicId })).toMatchObject({
      ...certificate,
      state: "revoked",
      revokedReason: "代考",
      revokedAt: expect.any(String),
    });
    await gateway().ok("agreeToBeListed", { listed: true }, me);
    const { masters } = await gateway().ok("examMasters", {});
    expect(masters).toMatchObject([{ person: { uid: me.id }, passed: 1, percent: 100 }]);
  });
});
