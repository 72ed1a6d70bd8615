import { readdir, readFile } from "node:fs/promises";
import { courseDraft } from "contract/content/kinds/course-body";
import { type ContentList, controlAt, listAt } from "contract/content/kinds/field";
import { fieldsOf } from "contract/content/kinds/words";
import { describe, expect, it } from "vitest";
import { openField, putRows, rowCount, rowsOf } from "~/screens/moderator/editing/body/list-rows";
import { listsBeside, moveAcross, rowMoves } from "~/screens/moderator/editing/body/row-moves";
import { compactRows, formValues, typedBody } from "~/screens/moderator/editing/body/typed-body";

const none = { parameters: [] };
/** The form of a body, as it is posted. */
function formOf(kind: "courses" | "exams" | "activities" | "home", body: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(formValues(kind, body)))
    for (const one of [value].flat()) form.append(name, String(one));
  return form;
}

const video = { files: [{ name: `${"a".repeat(32)}.webm`, type: "video/webm", bytes: 1 }], seconds: 30 };
interface Course {
  title: string;
  lecturers: number[];
  tags: string[];
  resources: number[];
  chapters: {
    title: string;
    lessons: {
      id?: number;
      title: string;
      minutes: number;
      video?: typeof video;
      text: string;
      slides?: { title: string; at: number; text?: string; picture?: { name: string; alt: string }[] }[];
    }[];
  }[];
}
const course: Course = {
  title: "课",
  lecturers: [2, 1],
  tags: ["UART", "2024"],
  resources: [5, 6],
  chapters: [
    {
      title: "一",
      lessons: [
        {
          id: 7,
          title: "甲",
          minutes: 5,
          video,
          text: "讲义\n\n第二段",
          slides: [
            {
              title: "页",
              at: 65,
              text: "- 一\n- 二",
              picture: [{ name: `${"b".repeat(32)}.png`, alt: "图" }],
            },
            { title: "第二页", at: 3_725 },
          ],
        },
        { title: "乙", minutes: 1, text: "文" },
      ],
    },
    { title: "二", lessons: [{ id: 8, title: "丙", minutes: 2, text: "文" }] },
  ],
};
const typed = {
  ...course,
  // A tag that looks like a number is read as one, and the schema takes both.
  tags: ["UART", 2024],
  chapters: [
    {
      ...course.chapters[0],
      lessons: [
        {
          ...course.chapters[0]?.lessons[0],
          video: video.files[0]?.name,
          slides: [
            { ...course.chapters[0]?.lessons[0]?.slides?.[0], at: "1:05" },
            { title: "第二页", at: "1:02:05" },
          ],
        },
        course.chapters[0]?.lessons[1],
      ],
    },
    course.chapters[1],
  ],
};

describe("lists inside of lists", () => {
  it("say in a form what a body says, and the other way about", () => {
    expect(typedBody("courses", formOf("courses", { ...course }), none)).toEqual(typed);
  });

  it("keep what a program prints, line by line, as a version has it", () => {
    const quiz = [{ type: "output", text: "打印什么", answer: ["  *\n ***", "a\n\n\tb\n    c\n", "  end"] }];
    const lessons = [{ title: "甲", minutes: 5, quiz }];
    const version = courseDraft.parse({ title: "课", chapters: [{ title: "一", lessons }] });
    const read = typedBody("courses", formOf("courses", { ...version }), none);
    const saved = courseDraft.parse({ ...read, title: "课" });
    const answers = ["*\n ***", "a\n\n\tb\n    c", "end"];
    expect(saved.chapters[0]?.lessons[0]?.quiz[0]?.answer).toEqual(answers);
    expect(version.chapters[0]?.lessons[0]?.quiz[0]?.answer).toEqual(answers);
  });

  it("move with all that stands in them, by the name of the list", () => {
    const form = formOf("courses", { ...course });
    const moved = (name: string, move: string, at: number) => {
      const list = listAt(fieldsOf("courses"), name);
      if (!list) throw new Error(`no list ${name}`);
      putRows(form, name, rowMoves[move]?.(rowsOf(form, name, list), at, list) ?? []);
    };
    moved("chapters", "down", 0);
    moved("chapters_1_lessons", "up", 1);
    moved("chapters_1_lessons_1_slides", "down", 0);
    const { chapters } = typedBody("courses", form, none) as unknown as Course;
    expect(chapters.map(({ title, lessons }) => [title, lessons.map((lesson) => lesson.title)])).toEqual([
      ["二", ["丙"]],
      ["一", ["乙", "甲"]],
    ]);
    expect(chapters[1]?.lessons[1]?.slides?.map(({ title }) => title)).toEqual(["第二页", "页"]);
    expect(chapters[1]?.lessons[1]?.id).toBe(7);
    moved("chapters_1_lessons", "remove", 1);
    moved("chapters_0_lessons", "add", -1);
    moved("chapters_0_lessons", "addSeveral", -1);
    expect(rowCount(form.get("chapters_0_lessons"))).toBe(7);
    // What is new and empty is left out when the form is saved, and what stood in a removed row is gone.
    compactRows("courses", form);
    expect(form.get("chapters_0_lessons")).toBe("1");
    expect([...form.keys()].filter((key) => key.startsWith("chapters_1_lessons_1"))).toEqual([]);
    expect(form.has(openField)).toBe(false);
  });

  it("go on into the neighbouring chapter from the edge of theirs, with their number", () => {
    const form = formOf("courses", { ...course });
    const list = listAt(fieldsOf("courses"), "chapters_0_lessons") as ContentList;
    const across = (name: string, move: string, at: number) => moveAcross(form, name, list, { move, at });
    const outline = () =>
      (typedBody("courses", form, none) as unknown as Course).chapters.map(({ lessons = [] }) =>
        lessons.map(({ title }) => title),
      );
    // Inside its list, at the course's ends, and where nothing stands, a row does not cross.
    for (const [name, move, at] of [
      ["chapters_0_lessons", "up", 0],
      ["chapters_0_lessons", "up", 1],
      ["chapters_0_lessons", "down", 0],
      ["chapters_1_lessons", "down", 0],
      ["chapters_0_lessons", "down", 7],
      ["chapters_0_lessons", "remove", 1],
    ] as const)
      expect([name, move, at, across(name, move, at)]).toEqual([name, move, at, undefined]);
    expect(across("chapters_1_lessons", "up", 0)).toEqual({ into: "chapters_0_lessons", isFull: false });
    expect(outline()).toEqual([["甲", "乙", "丙"], []]);
    for (const _ of course.chapters)
      expect(across("chapters_0_lessons", "down", rowCount(form.get("chapters_0_lessons")) - 1)).toEqual({
        into: "chapters_1_lessons",
        isFull: false,
      });
    expect(outline()).toEqual([["甲"], ["乙", "丙"]]);
    across("chapters_0_lessons", "down", 0);
    const { chapters } = typedBody("courses", form, none) as unknown as Course;
    expect(chapters[1]?.lessons[0]).toEqual(typed.chapters[0]?.lessons?.[0]);
    // A list that is full takes none, and none is lost.
    expect(moveAcross(form, "chapters_1_lessons", { ...list, max: 0 }, { move: "up", at: 0 })).toEqual({
      into: "chapters_0_lessons",
      isFull: true,
    });
    expect(outline()[1]).toEqual(["甲", "乙", "丙"]);
    // Slides stay with their lesson.
    const slides = listAt(fieldsOf("courses"), "chapters_1_lessons_0_slides") as ContentList;
    expect(listsBeside("chapters_1_lessons_0_slides", slides, (name) => form.get(name))).toEqual({});
  });

  it("are named by no other name, and problems find their control", () => {
    const fields = fieldsOf("courses");
    for (const name of [
      "title",
      "chapters_0",
      "chapters_x_lessons",
      "chapters_0_title",
      "none",
      "",
      "__proto__",
    ])
      expect([name, listAt(fields, name)]).toEqual([name, undefined]);
    const chapters = fields.find(([name]) => name === "chapters")?.[1];
    for (const [path, control] of [
      [["chapters"], "chapters"],
      [["chapters", 2], "chapters"],
      [["chapters", 2, "title"], "chapters_2_title"],
      [["chapters", 2, "lessons"], "chapters_2_lessons"],
      [["chapters", 2, "lessons", 1], "chapters_2_lessons"],
      [["chapters", 2, "lessons", 1, "title"], "chapters_2_lessons_1_title"],
      [["chapters", 2, "lessons", 1, "video", "files", 0], "chapters_2_lessons_1_video"],
      [
        ["chapters", 2, "lessons", 1, "slides", 0, "picture", 0, "alt"],
        "chapters_2_lessons_1_slides_0_picture_0_alt",
      ],
    ] as const)
      expect(controlAt(path, chapters)).toBe(control);
  });
});

describe("the options of a question", () => {
  const options = (text: string) => {
    const form = formOf("exams", {
      title: "考",
      questions: [{ type: "single", text: "题", options: ["甲", "乙"] }],
    });
    form.set("questions_0_options", text);
    return (typedBody("exams", form, none).questions as { options: string[] }[])[0]?.options;
  };

  it("are a line each, and an indented line goes on with the one before", () => {
    expect(options("甲\r\n\r\n  第二行\n乙\n\t- 一\n\n丙  ")).toEqual(["甲\n第二行", "乙\n- 一", "丙"]);
    const all = ["```c\nint a;\n  int b;\n```", "乙"];
    const form = formOf("exams", { title: "考", questions: [{ type: "single", text: "题", options: all }] });
    expect((typedBody("exams", form, none).questions as { options: string[] }[])[0]?.options).toEqual(all);
  });
});

describe("the form of an activity", () => {
  const field = { label: "方向", type: "choice", required: true, long: false, many: false };
  const activity = {
    title: "沙龙",
    starts: "2031-03-01 09:00",
    online: true,
    guests: false,
    gallery: false,
    fields: [
      {
        ...field,
        key: "track",
        choices: [{ code: "rf", name: "射频" }, { name: "电源 | 电池" }],
        categories: ["学生组"],
      },
    ],
    steps: [{ at: "2031-01-01 09:00", title: "报名" }],
    organisers: [7, 8],
  };

  it("says what its body says, with codes before the names of choices", () => {
    const form = formOf("activities", activity);
    expect(form.get("fields_0_choices")).toBe("rf | 射频\n电源 | 电池");
    expect([form.get("starts"), form.get("steps_0_at")]).toEqual(["2031-03-01T09:00", "2031-01-01T09:00"]);
    expect([form.get("online"), form.get("guests")]).toEqual(["on", ""]);
    expect(typedBody("activities", form, none)).toEqual(activity);
  });

  it("takes a name without a code, and full-width bars; a box that is not ticked says no", () => {
    const form = formOf("activities", activity);
    form.set("fields_0_choices", " 软件 \r\n\r\nhw ｜ 硬件\n中文 | 名称");
    form.delete("fields_0_required");
    form.delete("online");
    const typed = typedBody("activities", form, none) as typeof activity;
    expect(typed.fields[0]).toMatchObject({
      required: false,
      choices: [{ name: "软件" }, { code: "hw", name: "硬件" }, { name: "中文 | 名称" }],
    });
    expect(typed.online).toBe(false);
  });

  it("leaves out a new row in which nothing is typed", () => {
    const form = formOf("activities", activity);
    const list = listAt(fieldsOf("activities"), "fields") as ContentList;
    putRows(
      form,
      "fields",
      (rowMoves.add as (typeof rowMoves)[string])(rowsOf(form, "fields", list), -1, list),
    );
    expect(rowCount(form.get("fields"))).toBe(2);
    compactRows("activities", form);
    expect(typedBody("activities", form, none)).toEqual(activity);
  });
});

it("every course and exam of the demo has room in a form", async () => {
  // The longest names of controls are those that a form may have.
  const longest = "chapters_49_lessons_99_slides_199_picture_0_name";
  expect(longest.length).toBeLessThanOrEqual(60);
  for (const folder of ["courses", "exams"])
    for (const file of await readdir(`content/demo/${folder}`))
      expect((await readFile(`content/demo/${folder}/${file}`, "utf8")).length).toBeLessThan(600_000);
});
