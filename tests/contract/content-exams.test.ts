import { eq } from "drizzle-orm";
import { type BankQuestion, examAttempts, exams } from "gateway/database/schema";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Body, startCommunityEditing } from "../support/community-editing";
import { changePack, replacing } from "../support/content";
import { learnLesson } from "../support/training";

const { gateway, load, pieceOf, call, save, saved, publish, change, fresh, fieldsOf, decide, admin, folder } =
  startCommunityEditing(beforeEach);

const page = async (key: string, preview?: string) => {
  const { status, body } = await gateway().call(
    "examById",
    { id: Number(key), ...(preview === undefined ? {} : { preview }) },
    null,
  );
  return status === 200 ? (body as Body) : status;
};
const question = (more: Body = {}): Body => ({
  type: "single",
  text: "哪一个是对的",
  options: ["这个", "那个"],
  answer: ["A"],
  why: "保密的解析",
  ...more,
});
const whole = (more: Body = {}): Body => ({
  title: "新考试",
  course: 103,
  minutes: 10,
  pass: 60,
  questions: [question()],
  ...more,
});
async function newExam(more: Body = {}): Promise<string> {
  const made = await fresh("exams", whole(more));
  expect([made.body, made.status]).toMatchObject([{}, 200]);
  const { key } = made.body as { key: string };
  await publish("exams", key, 1);
  return key;
}
const stored = async (key: string) => {
  const [row] = await gateway()
    .database.select()
    .from(exams)
    .where(eq(exams.id, Number(key)));
  return row as NonNullable<typeof row>;
};
const bare = ({ type, html, options, answer }: BankQuestion) => ({
  type,
  html,
  options: options.map((option) => `${option.letter} ${option.html}`),
  answer,
});

describe("an exam", () => {
  it("lives from draft over its preview to its course, is withdrawn and restored, and no answer leaves the server", async () => {
    const half = await fresh("exams", { title: "半场考试" });
    const { key } = half.body as { key: string };
    const early = await call("publishContent", { kind: "exams", key, version: 1 });
    expect(Object.keys(fieldsOf(early)).sort()).toEqual(["course", "minutes", "pass", "questions"]);
    const version = await saved("exams", key, {
      ...whole(),
      draw: 3,
      attempts: 2,
      wait: 5,
      questions: [
        question({ text: "**哪一个**", points: 3 }),
        question({ type: "multiple", options: ["甲\n第二行", "乙", "丙"], answer: ["c", "a"] }),
        question({ type: "judge", options: [], answer: ["错"] }),
        question({ type: "blank", options: [], answer: ["转子", "Rotor"] }),
      ],
    });
    const { preview } = await pieceOf("exams", key);
    const shown = await page(key, preview);
    expect(shown).toMatchObject({
      title: "新考试",
      course: { id: 103, name: "蓝牙测距" },
      questions: 3,
      minutes: 10,
      pass: 60,
      attempts: 2,
      wait: 5,
      preview: true,
    });
    expect([await page(key), await page(key, "x".repeat(24)), await page(key, "")]).toEqual([404, 404, 404]);
    const before = (await gateway().ok("courseById", { id: 103 })).exams;
    await publish("exams", key, version);
    expect((await stored(key)).questions.map(bare)).toEqual([
      {
        type: "single",
        html: "<p><strong>哪一个</strong></p>",
        options: ["A <p>这个</p>", "B <p>那个</p>"],
        answer: ["A"],
      },
      expect.objectContaining({ type: "multiple", answer: ["A", "C"] }),
      expect.objectContaining({ type: "judge", answer: ["false"] }),
      expect.objectContaining({ type: "blank", answer: ["转子", "Rotor"] }),
    ]);
    const me = await gateway().member();
    const course = await gateway().ok("courseById", { id: 103 });
    expect([course.exams, course.examList.map(({ title }) => title)]).toEqual([before + 1, ["新考试"]]);
    const attempt = await gateway().ok("startExam", { exam: Number(key) }, me);
    expect(attempt.questions).toHaveLength(3);
    const said = JSON.stringify([shown, await page(key), course, attempt]);
    expect(said).not.toMatch(/保密的解析|Rotor|"source"/);
    const [row] = await gateway().database.select().from(examAttempts).where(eq(examAttempts.id, attempt.id));
    expect(row?.questions.every((one) => !("source" in one))).toBe(true);
    // Nobody but an editor of exams reads the bank.
    const piece = { kind: "exams" as const, key };
    await gateway().refused("contentPiece", piece, "NOT_PERMITTED", me);
    for (const [kinds, status] of [
      [["courses"], 422],
      [["exams"], 200],
    ] as const) {
      const editor = await gateway().member();
      const role = { role: "editor" as const, person: String(editor.id), classes: [], reason: "题库" };
      await gateway().ok("grantRole", { ...role, kinds: [...kinds] }, admin());
      for (const name of ["contentPiece", "contentVersions"] as const)
        expect([kinds, (await gateway().call(name, piece, editor)).status]).toEqual([kinds, status]);
    }

    expect((await load()).changes).toEqual({});
    await gateway().ok("withdrawContent", { kind: "exams", key }, admin());
    expect(await page(key)).toMatchObject({ delisted: true });
    expect((await gateway().ok("courseById", { id: 103 })).exams).toBe(before);
    await publish("exams", key, version);
    expect(await page(key)).toMatchObject({ delisted: false });
    const versions = await gateway().ok("contentVersions", { kind: "exams", key, version }, admin());
    expect(versions.shown.changes.map(({ name }) => name)).toContain("questions");
  });

  it("with something wrong is not saved or not published, and the answer says what at the control", async () => {
    const wrong: [Body, string, string][] = [
      [{ course: 77_777 }, "course", "请选择一门课程"],
      [{ minutes: 0 }, "minutes", "至少 1 分钟"],
      [{ pass: 101 }, "pass", "最多 100"],
      [{ questions: [question({ points: 0 })] }, "questions_0_points", "应为正整数"],
      [{ questions: [question(), question({ text: "" })] }, "questions_1_text", "不能为空"],
      [{ questions: [question({ type: "essay" })] }, "questions_0_type", "type 只能是"],
      [
        { questions: [question({ options: Array.from({ length: 9 }, (_, index) => `项${index}`) })] },
        "questions_0_options",
        "最多 8 项",
      ],
      [{ questions: [question({ options: ["这个", " ", "那个"] })] }, "questions_0_options", "选项不能为空"],
    ];
    for (const [body, field, message] of wrong) {
      const answer = await save("exams", "1", body);
      expect([body, answer.status]).toEqual([body, 400]);
      expect(fieldsOf(answer)[field]?.join()).toContain(message);
    }
    const late: [Body, string, string][] = [
      [{ draw: 7 }, "draw", "题目只有 6 道"],
      [{ questions: [question({ answer: [] })] }, "questions_0_answer", "没有答案"],
      [{ questions: [question({ answer: ["C"] })] }, "questions_0_answer", "没有选项 C"],
      [{ questions: [question({ answer: ["A", "B"] })] }, "questions_0_answer", "单选题只有一个答案"],
      [{ questions: [question({ options: ["一项"] })] }, "questions_0_options", "选择题至少要有两项"],
      [
        { questions: [question({ type: "judge", options: [], answer: ["真"] })] },
        "questions_0_answer",
        "写“对”或“错”",
      ],
      [
        { questions: [question({ type: "judge", answer: ["对"] })] },
        "questions_0_options",
        "只有选择题有选项",
      ],
    ];
    const { body } = await pieceOf("exams", "1");
    for (const [change, field, message] of late) {
      const draft = await save("exams", "1", { draw: 1, questions: body.questions, ...change });
      expect([change, draft.body]).toMatchObject([change, { state: expect.any(String) }]);
      const { version } = draft.body as { version: number };
      const answer = await call("publishContent", { kind: "exams", key: "1", version });
      expect([change, answer.status]).toEqual([change, 422]);
      expect(fieldsOf(answer)[field]?.join()).toContain(message);
    }
  });

  it("that is running keeps its questions, its answers and its mark, whatever is published meanwhile", async () => {
    const key = await newExam();
    const me = await gateway().member();
    const attempt = await gateway().ok("startExam", { exam: Number(key) }, me);
    await gateway().ok("saveAnswer", { attempt: attempt.id, answers: [{ number: 1, answer: ["A"] }] }, me);
    await change("exams", key, { pass: 100, questions: [question({ text: "别的题", answer: ["B"] })] });
    const still = await gateway().ok("examAttempt", { attempt: attempt.id }, me);
    expect(still.questions).toEqual([{ ...attempt.questions[0], answer: ["A"] }]);
    const marked = await gateway().ok("submitExam", { attempt: attempt.id, answers: [] }, me);
    expect(marked).toMatchObject({ passed: true, percent: 100 });
    expect(marked.questions[0]?.solution).toMatchObject({ answer: ["A"], right: true });
    // Taken down, it is no longer begun; what was passed stays.
    await gateway().ok("withdrawContent", { kind: "exams", key }, admin());
    await gateway().refused("startExam", { exam: Number(key) }, "COURSE_ENDED", await gateway().member());
    expect((await gateway().ok("examAttempts", { exam: Number(key) }, me)).attempts).toMatchObject([
      { passed: true },
    ]);
    const { version } = await pieceOf("exams", key);
    await publish("exams", key, version);
    const next = await gateway().ok("startExam", { exam: Number(key) }, await gateway().member());
    expect(next.questions[0]?.html).toContain("别的题");
  });

  it("shows no answers to who failed, taken down or not, before all tries are used up", async () => {
    const key = await newExam({
      attempts: 2,
      wait: 0,
      questions: [question(), question({ text: "另一题" })],
    });
    const me = await gateway().member();
    const { id: attempt } = await gateway().ok("startExam", { exam: Number(key) }, me);
    await gateway().ok("submitExam", { attempt, answers: [] }, me);
    const solved = async () => {
      const shown = await gateway().ok("examAttempt", { attempt }, me);
      expect(shown.questions.every(({ solution }) => (solution !== null) === shown.solved)).toBe(true);
      expect(JSON.stringify(shown).includes("保密的解析")).toBe(shown.solved);
      return shown.solved;
    };
    expect(await solved()).toBe(false);
    // It may come back, with the same questions.
    await gateway().ok("withdrawContent", { kind: "exams", key }, admin());
    expect(await solved()).toBe(false);
    await change("exams", key, { attempts: 1 });
    expect(await solved()).toBe(true);
    // More tries are for everybody, and hide the answers again.
    await change("exams", key, { attempts: 2 });
    expect(await solved()).toBe(false);
    await gateway().ok("startExam", { exam: Number(key) }, me);
  });

  it("with the largest bank lays out what was changed alone", async () => {
    const key = await newExam();
    const row = await stored(key);
    const bank = Array.from({ length: 1_000 }, (_, index): BankQuestion => {
      const source = {
        text: `第 **${index}** 题`,
        options: [`${index} V/ms`, "`uint8_t`"],
        why: "1. 甲\n2. 乙",
      };
      const html = `<p>第 <strong>${index}</strong> 题</p>`;
      const options = [`<p>${index} V/ms</p>`, "<p><code>uint8_t</code></p>"];
      const why = "<ol>\n<li>甲</li>\n<li>乙</li>\n</ol>";
      const letters = options.map((option, at) => ({ letter: "AB"[at] ?? "", html: option }));
      return { type: "single", points: 1, answer: ["A"], html, options: letters, why, source };
    });
    await gateway()
      .database.insert(exams)
      .values({ ...row, id: 778, draw: 10, questions: bank });
    const run = vi.spyOn(gateway().services.texts, "run");
    const renders = () => run.mock.calls.filter(([job]) => job === "render").length;
    const { body } = await pieceOf("exams", "778");
    const questions = body.questions as Body[];
    const changed = (text: string) => questions.map((one, index) => (index === 7 ? { ...one, text } : one));
    // The first save is made from what stands, the next from the version.
    await saved("exams", "778", { questions: changed("改过的**题**") });
    expect(renders()).toBe(1);
    const version = await saved("exams", "778", { questions: changed("再改的**题**") });
    expect(renders()).toBe(2);
    expect(await saved("exams", "778", {})).toBe(version);
    expect(renders()).toBe(2);
    await publish("exams", "778", version);
    const { questions: written } = await stored("778");
    expect(written.map(({ html }) => html)).toEqual(
      bank.map(({ html }, index) => (index === 7 ? "<p>再改的<strong>题</strong></p>" : html)),
    );
    expect(written[999]?.options).toEqual(bank[999]?.options);
    await gateway().ok("withdrawContent", { kind: "exams", key: "778" }, admin());
  });

  it("that moved to another course gives the certificate of that course, whenever its attempt began", async () => {
    const key = await newExam();
    const me = await gateway().member();
    const { id: attempt } = await gateway().ok("startExam", { exam: Number(key) }, me);
    await change("exams", key, { course: 102 });
    await change("courses", "102", { certificate: "换课的证书", exam: Number(key) });
    await learnLesson(gateway(), me, 102, 1020);
    const handed = { attempt, answers: [{ number: 1, answer: ["A"] }] };
    const marked = await gateway().ok("submitExam", handed, me);
    const { certificates } = await gateway().ok("personalStudyInfo", {}, me);
    expect(certificates).toMatchObject([{ name: "换课的证书", publicId: marked.certificate }]);
    await change("courses", "102", { certificate: undefined, exam: undefined });
    await change("exams", key, { course: 103 });
  });

  it("that a certificate needs is neither taken down nor given to another course", async () => {
    const key = await newExam();
    await change("courses", "103", { certificate: "证书", exam: Number(key) });
    const answer = await call("withdrawContent", { kind: "exams", key });
    expect(answer).toMatchObject({
      status: 409,
      body: { errorCode: "CONTENT_NEEDED", message: expect.stringContaining("课程「蓝牙测距」的证书") },
    });
    const moved = await save("exams", key, { course: 102 });
    expect(fieldsOf(moved).course?.join()).toContain("课程「蓝牙测距」的证书要通过这场考试");
    const foreign = await save("courses", "102", { certificate: "证书", exam: Number(key) });
    expect(fieldsOf(foreign).exam).toEqual(["请选择这门课的考试"]);
    await change("courses", "103", { certificate: undefined, exam: undefined });
    await gateway().ok("withdrawContent", { kind: "exams", key }, admin());
  });

  it("of a pack is edited from what stands, and stays as the browser has it until somebody decides", async () => {
    const { body } = await pieceOf("exams", "1");
    expect(body).toMatchObject({ course: 101 });
    await change("exams", "1", { title: "站内的考试" });
    await changePack(folder(), { "exams/foc.yaml": replacing("minutes: 20", "minutes: 25") });
    await load();
    const { conflict } = await pieceOf("exams", "1");
    expect(conflict?.changes.map(({ name }) => name)).toContain("minutes");
    expect((await decide("exams", "1", "pack")).status).toBe(200);
    expect(await page("1")).toMatchObject({ minutes: 25, questions: 4 });
    expect((await stored("1")).questions).toHaveLength(6);
    expect((await pieceOf("exams", "1")).body.questions).toMatchObject([
      { type: "single", options: ["90", "120", "180"], answer: ["B"], points: 2, why: "解析甲" },
      {},
      { type: "judge", answer: ["对"] },
      { type: "blank", answer: ["转子", "Rotor"] },
      { answer: ["错"] },
      {},
    ]);
    expect((await load()).changes).toEqual({});
  });

  it("that an earlier release stored without its texts is edited after the next load", async () => {
    const key = await newExam();
    const row = await stored(key);
    await gateway()
      .database.insert(exams)
      .values({
        ...row,
        id: 777,
        questions: row.questions.map(({ source: _, ...one }) => one),
      });
    await gateway().refused("contentPiece", { kind: "exams", key: "777" }, "CONTENT_NO_SOURCE", admin());
    await gateway().database.delete(exams).where(eq(exams.id, 777));
  });
});
