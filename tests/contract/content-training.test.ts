import { main } from "gateway/content/load/check-cli";
import { describe, expect, it } from "vitest";
import { copyPack, type PackChange, replacing, smallCatalogue } from "../support/content";
import { trainingFiles } from "../support/training-pack";
import { samplePdf } from "../support/upload-files";

/** The output of `npm run content:check` for the pack with these changes, and its exit code. */
async function check(changes: Record<string, PackChange> = {}) {
  const files = { ...smallCatalogue(samplePdf()), ...trainingFiles() };
  for (const [path, change] of Object.entries(changes)) {
    const before = files[path];
    if (typeof change === "function") files[path] = change(String(before ?? ""));
    else if (change === null) delete files[path];
    else files[path] = change;
  }
  const lines: string[] = [];
  const code = await main([await copyPack(files)], (line) => lines.push(line));
  return { code, lines };
}

/** The errors, without the last line, which counts them. */
const problems = async (changes: Record<string, PackChange>) => {
  const { code, lines } = await check(changes);
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(new RegExp(`有 ${lines.length - 1} 处问题。$`));
  return lines.slice(0, -1);
};
const inCourse = (from: string, to: string) => problems({ "courses/foc.md": replacing(from, to) });
const inExam = (from: string, to: string) => problems({ "exams/foc.yaml": replacing(from, to) });
const vtt = (...cues: string[]) => `WEBVTT\n\n${cues.map((cue) => `${cue}\n字\n`).join("\n")}`;

describe("npm run content:check", () => {
  it("accepts a valid pack, and counts its content", async () => {
    const { code, lines } = await check();
    // The lecturer's account is no member of the pack: reported, but not an error.
    expect([code, lines.length]).toEqual([0, 3]);
    expect(lines.slice(1)).toEqual([
      "提醒：policies/ 里没有隐私政策（privacyPolicy.md）：注册时就不请人同意，它的页面是 404。正式开放前请补上",
      "提醒：lecturers.yaml：讲师 teacher@example.com 不在 members.yaml 里，装载时要已经注册过账号，没有注册的先不给权限",
    ]);
    expect(lines[0]).toMatch(/检查通过.*课程 4 门（5 节课），考试 1 场（6 道题）。$/);
    expect(await main([], () => undefined)).toBe(1);
  });

  it.each([
    ["answer: true, why: 解析丙", "why: 解析丙", /^exams\/foc\.yaml:11（questions\[2\]\.answer）：缺少答案/],
    ["answer: B", "answer: D", /^exams\/foc\.yaml:9（questions\[0\]\.answer）：没有选项 D/],
    ["answer: [A, B]", "answer: true", /^exams\/foc\.yaml:10（questions\[1\]\.answer）：只有判断题/],
    ["answer: B", "answer: [A, B]", /^exams\/foc\.yaml:9（questions\[0\]\.answer）：单选题只有一个答案/],
    [
      "options: [90, 120, 180]",
      "options: [90]",
      /^exams\/foc\.yaml:9（questions\[0\]\.options）：选择题至少要有两项/,
    ],
    ["draw: 4", "draw: 40", /^exams\/foc\.yaml:5（draw）：题目只有 6 道/],
    ["course: 101", "course: 999", /^exams\/foc\.yaml:2（course）：没有课程 999/],
  ])("refuses an exam with %s as %s", async (from, to, message) => {
    expect((await inExam(from, to)).some((line) => message.test(line))).toBe(true);
  });

  it.each([
    [
      "        poster: images/wave.svg\n",
      "",
      /（chapters\[0\]\.lessons\[0\]\.poster）：有视频的课要有 poster/,
    ],
    [
      "        captions: media/foc.vtt\n",
      "",
      /（chapters\[0\]\.lessons\[0\]\.captions）：有视频的课要有 captions/,
    ],
    [
      "id: 1012",
      "id: 1020",
      /courses\/foc\.md:\d+（chapters\[0\]\.lessons\[1\]\.id）：“1020”已经用在 courses\/a\.md/,
    ],
    ["id: 101\n", "id: 102\n", /（id）：“102”已经用在 courses\/a\.md/],
    ["lecturers: [1, 2]", "lecturers: [1, 7]", /^courses\/foc\.md:\d+（lecturers\[1\]）：没有讲师 7/],
    ["class: 2", "class: 9", /^courses\/foc\.md:\d+（class）：training\.yaml 里没有分类 9/],
    ["replay: 1011", "replay: 1020", /（live\.replay）：这门课里没有编号为 1020 的课/],
    ["exam: 1 }", "exam: 5 }", /（certificate\.exam）：没有考试 5/],
    ["at: 0:10", "at: 0:05", /（chapters\[0\]\.lessons\[0\]\.slides\[1\]\.at）：要晚于前一页的 at/],
    ["at: 0:10", "at: 9:10", /（chapters\[0\]\.lessons\[0\]\.slides\[1\]\.at）：晚于视频结束（32 秒）/],
    [
      "text: 两个正交量",
      'text: "[去](/trainingClass/details/999)"',
      /链接 \/trainingClass\/details\/999 指向的课程不存在/,
    ],
  ])("refuses a course with %s as %s", async (from, to, message) => {
    expect((await inCourse(from, to)).some((line) => message.test(line))).toBe(true);
  });

  it("refuses a course with more questions than its form can have", async () => {
    const asked = Array.from(
      { length: 20 },
      (_, at) => `          - { type: judge, text: 第 ${at} 问, answer: true }\n`,
    ).join("");
    const lessons = Array.from(
      { length: 10 },
      (_, at) =>
        `      - id: ${2000 + at}\n        title: 课\n        minutes: 1\n        text: 课文\n        quiz:\n${asked}`,
    ).join("");
    const last = "      - { id: 1012,";
    expect(await inCourse(last, lessons + last)).toContainEqual(
      expect.stringMatching(/^courses\/foc\.md:\d+（chapters）：各课的随堂练习合计最多 200 题/),
    );
  });

  it("refuses captions that are out of order, end before they begin, or outlast the video", async () => {
    const problemsOf = (content: string) => problems({ "media/foc.vtt": content });
    expect(await problemsOf(vtt("00:05.000 --> 00:08.000", "00:02.000 --> 00:04.000"))).toEqual([
      "media/foc.vtt:6：字幕早于上一条，要按时间先后写",
    ]);
    expect(await problemsOf(vtt("00:05.000 --> 00:05.000"))).toEqual([
      "media/foc.vtt:3：字幕的结束时间不晚于开始时间",
    ]);
    expect(await problemsOf(vtt("00:05.000 --> 00:08.000", "00:50.000 --> 00:55.000"))).toEqual([
      "media/foc.vtt:6：字幕晚于视频结束（32 秒）",
    ]);
    expect(await problemsOf("WEBVTT\n\n0:5 --> 0:8\n字\n")).toEqual([
      "media/foc.vtt:3：看不懂时间“0:5 --> 0:8”",
    ]);
  });

  it("recognises a video by its content: another codec, another container, half a file", async () => {
    const whole = trainingFiles()["media/foc.webm"] as Buffer;
    const other = Buffer.from(whole);
    other.write("V_XYZ", other.indexOf("V_VP9"));
    for (const [content, message] of [
      [other, /V_XYZ 不支持，应为 VP8、VP9 或 AV1/],
      [Buffer.from("ftypisom 不是视频"), /内容不是 WebM 视频，或已损坏/],
      [whole.subarray(0, 200), /内容不是 WebM 视频，或已损坏/],
    ] as const) {
      const [line = ""] = await problems({ "media/foc.webm": content });
      expect(line).toMatch(
        /^courses\/foc\.md:\d+（chapters\[0\]\.lessons\[0\]\.videos\[0\]）：media\/foc\.webm：/,
      );
      expect(line).toMatch(message);
    }
  });
});
