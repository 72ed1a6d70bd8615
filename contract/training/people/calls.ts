/**
 * Lecturers, students and the university pages (spec 7.2, Dev resources: lecturers, top students, exam masters;
 * 2.1, /universityTalents).
 */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, page, previewSecret, timestamp } from "../../base/fields";
import { longKeep, shortKeep } from "../../base/keep-for";
import { person, picture, tag } from "../../base/shapes";
import { day, idAndName } from "../../resources/shapes";
import { shortListMax } from "../constants";
import { courseRow, lecturerRow, listPlace } from "../shapes";

const read = {
  group: "development",
  method: "POST",
  body: "json",
  access: "visitor",
} as const;

const short = z.object({ count: z.number().int().min(1).max(shortListMax).default(10) });

/** The address of a page outside the portal, for applying or reading. */
const url = z.string().nullable().default(null);

export const trainingPeopleCalls = {
  lecturers: defineCall({
    ...read,
    summary: "The lecturers, those with most learners first; a page at a time.",
    path: "/gateway/rest/training/lecturers",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: z.object({ page: page.default(1) }),
    response: z.object({ lecturers: z.array(lecturerRow), ...listPlace }),
  }),
  lecturerById: defineCall({
    ...read,
    summary:
      "A lecturer with their courses; a delisted one keeps the page. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    path: "/gateway/rest/training/lecturer",
    effect: "reads",
    seenAs: "shown",
    keepFor: { ...shortKeep, unless: "preview" },
    request: z.object({ id, preview: previewSecret }),
    response: lecturerRow.extend({ courseList: some(courseRow), delisted: flag, preview: flag }),
  }),
  topStudents: defineCall({
    ...read,
    summary: "The students with most lessons done, of those who agreed to be listed.",
    path: "/gateway/rest/training/top-students",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 10, whose: "everyone", until: "adds" },
    request: short,
    response: z.object({
      students: z.array(
        z.object({ person, lessonsDone: count, minutes: count, finished: count, certificates: count }),
      ),
    }),
  }),
  examMasters: defineCall({
    ...read,
    summary: "The students with most exams passed, then by result, of those who agreed to be listed.",
    path: "/gateway/rest/training/exam-masters",
    effect: "reads",
    seenAs: "shown",
    keepFor: { seconds: 10, whose: "everyone", until: "adds" },
    request: short,
    response: z.object({
      masters: z.array(
        z.object({
          person,
          passed: count,
          /** The mean of the best attempts at passed exams, in percent. */
          percent: count,
        }),
      ),
    }),
  }),
  courseLearners: defineCall({
    group: "development",
    method: "POST",
    body: "json",
    access: "user",
    effect: "reads",
    seenAs: "withheld",
    summary: "The learners of a course, latest studies first, for its lecturers and administrators.",
    path: "/gateway/rest/training/learners",
    request: z.object({ course: id, page: page.default(1) }),
    response: z.object({
      course: idAndName,
      learners: z.array(
        z.object({
          person,
          percent: count,
          lessonsDone: count,
          finished: flag,
          startedAt: timestamp,
          studiedAt: timestamp,
          /** The best of their attempts, in percent; null without one. */
          best: z.number().nullable().default(null),
          passed: flag,
        }),
      ),
      ...listPlace,
    }),
  }),
  universityTalents: defineCall({
    ...read,
    summary:
      "Information for universities: programmes, schools, joint labs, internships and contacts. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    path: "/gateway/rest/training/talents",
    effect: "reads",
    seenAs: "shown",
    keepFor: { ...shortKeep, unless: "preview" },
    request: z.object({ preview: previewSecret }),
    response: z.object({
      title: z.string(),
      summary: words,
      html: words,
      programmes: some(
        z.object({
          id: z.number(),
          name: z.string(),
          summary: words,
          /** The target group. */
          audience: words,
          html: words,
          cover: picture.nullable().default(null),
          /** The first and last day for applying; null when it is always open. */
          from: day.nullable().default(null),
          until: day.nullable().default(null),
          url,
          courses: some(idAndName),
        }),
      ),
      schools: some(z.object({ name: z.string(), city: words, summary: words, url })),
      labs: some(
        z.object({ name: z.string(), school: words, summary: words, since: z.string().default(""), url }),
      ),
      internships: some(
        z.object({
          name: z.string(),
          organisation: words,
          city: words,
          summary: words,
          /** The last day for applying. */
          until: day.nullable().default(null),
          /** The address for applying; if null, `internshipUrl`. */
          url,
        }),
      ),
      /** The address of the general internship page (spec 7.2). */
      internshipUrl: url,
      contacts: some(z.object({ name: z.string(), role: words, email: words, phone: words })),
      /** The tag of students' works in the forum. */
      works: tag.nullable().default(null),
      updatedAt: timestamp,
      preview: flag,
    }),
  }),
};

export type UniversityTalents = z.infer<typeof trainingPeopleCalls.universityTalents.response>;
