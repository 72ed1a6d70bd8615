/** Learning paths: series of courses with prerequisites and a certificate at their end. */
import { z } from "zod";
import { count, flag, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, previewSecret, timestamp } from "../../base/fields";
import { longKeep, shortKeep } from "../../base/keep-for";
import { courseProgress, courseRow } from "../shapes";

const read = { group: "development", method: "POST", body: "json", access: "visitor" } as const;
const own = { ...read, access: "user" } as const;

const path = z.object({
  id: z.number(),
  title: z.string(),
  summary: words,
  /** For whom it is; empty where that is not said. */
  audience: words,
  /** The courses that are listed, also those that open later, and the minutes of all of them. */
  courses: count,
  minutes: count,
  /** The name of the certificate at its end; null without one. */
  certificate: z.string().nullable().default(null),
});

export const pathCalls = {
  learningPaths: defineCall({
    ...read,
    summary: "The learning paths with a course that is open, in the operator's order.",
    path: "/gateway/rest/training/paths",
    effect: "reads",
    seenAs: "shown",
    keepFor: longKeep,
    request: z.object({}),
    response: z.object({ paths: z.array(path) }),
  }),
  learningPath: defineCall({
    ...read,
    summary:
      "A learning path with its courses in order; one that was taken down keeps its page. `preview` gives the newest version that an editor saved, to whoever has its secret.",
    path: "/gateway/rest/training/path",
    effect: "reads",
    seenAs: "shown",
    keepFor: { ...shortKeep, unless: "preview" },
    request: z.object({ id, preview: previewSecret }),
    response: path.extend({
      /** A text without markup, with line breaks. */
      intro: words,
      /** `needs` are the courses of the path that are to be finished before; `opens` is null once a course is open. */
      steps: some(courseRow.extend({ needs: some(z.number()), opens: timestamp.nullable().default(null) })),
      delisted: flag,
      preview: flag,
    }),
  }),
  ownPath: defineCall({
    ...own,
    summary:
      "The caller's progress in the courses of a learning path, the course to go on with, and their certificate.",
    path: "/gateway/rest/training/own-path",
    effect: "reads",
    seenAs: "shown",
    request: z.object({ id }),
    response: z.object({
      courses: some(courseProgress),
      /** The first open course that is not finished; null without one. */
      next: z.number().nullable().default(null),
      /** All its courses are finished; one that opens later is not. */
      finished: flag,
      /** The finished courses whose certificate the path's needs, and what is missing: an exam, or it was revoked. */
      lacking: some(
        z.object({
          course: z.number(),
          exam: z.number().nullable().default(null),
          /** The public id of the revoked certificate. */
          revoked: z.string().nullable().default(null),
        }),
      ),
      /** The public id of the certificate; null before it was fetched. */
      certificate: z.string().nullable().default(null),
    }),
  }),
  claimPathCertificate: defineCall({
    ...own,
    summary:
      "Issues the certificate of a learning path to the caller, who has finished all its courses and has their certificates; the one that they have, if it was issued before.",
    path: "/gateway/rest/training/claim-path-certificate",
    limit: "edit",
    effect: "private",
    request: z.object({ id }),
    response: z.object({ publicId: z.string() }),
  }),
};

export type LearningPath = z.infer<typeof path>;
