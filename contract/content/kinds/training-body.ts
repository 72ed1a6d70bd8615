import { z } from "zod";
import { withoutControls } from "../../base/fields";
import { line, packId } from "../fields";
import { storedPicture } from "./stored";
import { lecturerWords, pathWords } from "./training-words";

/** The schemas of a lecturer and of a learning path. */

/** What a pack's lecturer and one of the browser have in common. */
export const lecturerFields = {
  organisation: line(lecturerWords.organisation.max).optional(),
  intro: line(lecturerWords.intro.max),
};

export const lecturerShape = z.strictObject({
  ...lecturerFields,
  title: line(lecturerWords.title.max),
  position: line(lecturerWords.position.max).optional(),
  /** The number of their account. */
  account: z
    .string("账号的编号应为数字")
    .regex(/^[1-9]\d{0,8}$/, "账号的编号应为数字")
    .optional(),
  photo: z.array(storedPicture).max(1, "只能有一张").default([]),
});
export type LecturerBody = z.output<typeof lecturerShape>;

/** What a pack's learning path and one of the browser have in common. */
export const pathFields = {
  title: line(pathWords.title.max),
  summary: line(pathWords.summary.max),
  audience: line(pathWords.audience.max).optional(),
  /** Plain text in paragraphs. */
  intro: z
    .string()
    .max(pathWords.intro.max, `不能超过 ${pathWords.intro.max} 个字符`)
    .transform((value) => withoutControls(value).trim())
    .optional(),
  certificate: line(pathWords.certificate.max).optional(),
};
export const pathCoursesMax = pathWords.courses.max;

interface PathStep {
  course: number;
  needs: number[];
}

/** The number of courses that one course of a path may need. */
const needsMax = 20;

/** What is wrong with the courses of a path, by their places: twice there, after what comes later, or too many. */
export function wrongSteps(steps: PathStep[]): { at: number; field: "course" | "needs"; message: string }[] {
  return steps.flatMap(({ course, needs }, at) => {
    const before = steps.slice(0, at).map((step) => step.course);
    const later = needs.filter((id) => !before.includes(id));
    return [
      ...(before.includes(course) ? [{ at, field: "course" as const, message: `${course} 写了两次` }] : []),
      ...(later.length > 0
        ? [{ at, field: "needs" as const, message: `${later.join("、")} 不在它前面，先修课程要排在前面` }]
        : []),
      ...(new Set(needs).size < needs.length
        ? [{ at, field: "needs" as const, message: "有课程写了两次" }]
        : []),
      ...(needs.length > needsMax
        ? [{ at, field: "needs" as const, message: `先修课程最多 ${needsMax} 个` }]
        : []),
    ];
  });
}

/** The numbers of a typed list. */
export const numbersIn = (text: string | undefined): number[] =>
  (text ?? "").split(/\s+/).filter(Boolean).map(Number);

export const pathShape = z.strictObject({
  ...pathFields,
  courses: z
    .array(
      z.strictObject({
        course: packId,
        needs: z
          .string()
          .trim()
          .max(needsMax * 11, "太长")
          .regex(/^[1-9]\d{0,9}(?:\s+[1-9]\d{0,9})*$/, "应是课程编号，用空格隔开")
          .optional(),
      }),
    )
    .max(pathCoursesMax, `最多 ${pathCoursesMax} 个`)
    .default([]),
});

/** A path as it may be published. */
export const wholePath = pathShape.superRefine(({ courses }, context) => {
  if (courses.length === 0)
    context.addIssue({ code: "custom", path: ["courses"], message: "至少要有一门课程" });
  const steps = courses.map(({ course, needs }) => ({ course, needs: numbersIn(needs) }));
  for (const { at, field, message } of wrongSteps(steps))
    context.addIssue({ code: "custom", path: ["courses", at, field], message });
});
export type PathBody = z.output<typeof pathShape>;
