import { z } from "zod";
import { count, flag, some, words } from "../base/absent";
import { timestamp } from "../base/fields";
import { person, picture } from "../base/shapes";
import {
  activityKinds,
  activityStates,
  checkInAnswers,
  codesOf,
  dictionaryTypes,
  fieldTypes,
  prefillSources,
  reviewModes,
  signupStates,
  workFieldTypes,
} from "./constants";

/** Shapes that several calls of activities answer with. Times are ISO 8601. */

export const activityState = z.enum(codesOf(activityStates));
export const signupState = z.enum(codesOf(signupStates));

/** A category with what is left of its seats. */
export const category = z.object({
  key: z.string(),
  name: z.string(),
  seats: z.number(),
  /** Seats that are free at this moment. */
  free: count,
  /** How many wait. */
  waiting: count,
});

/** What a list shows of an activity. */
export const activityBrief = z.object({
  id: z.number(),
  kind: z.enum(codesOf(activityKinds)),
  title: z.string(),
  summary: words,
  state: activityState,
  /** Whether somebody can sign up now, for a seat or to wait. */
  signUpOpen: flag,
  startAt: z.string(),
  endAt: z.string(),
  signUpFrom: z.string(),
  signUpUntil: z.string(),
  place: words,
  online: flag,
  cover: picture.nullable().default(null),
  seats: count,
  free: count,
  signedUp: count,
  updatedAt: timestamp,
});

export const choiceItem = z.object({ code: z.string(), name: z.string() });

/** A field of a sign-up. `choices` are those of the field itself; lookups and dictionaries are asked for. */
export const signupField = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  hint: words,
  required: flag,
  /** Of a text: characters at most. */
  max: count,
  /** Of a text: whether it has several lines. */
  long: flag,
  /** Of a choice: whether several may be ticked. */
  many: flag,
  choices: some(choiceItem),
  /** The activity's own list, for queryActivityLookupItems. */
  lookup: z.string().nullable().default(null),
  /** The site's list, for queryActivityDictionaryData. */
  dictionary: z.enum(dictionaryTypes).nullable().default(null),
  /** Of a file: endings with their dots, and bytes at most. */
  endings: some(z.string()),
  maxBytes: count,
  prefill: z.enum(prefillSources).nullable().default(null),
  /** Empty: asked of everybody; else of these categories alone. */
  categories: some(z.string()),
});

export const workField = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(workFieldTypes),
  hint: words,
  required: flag,
  max: count,
  endings: some(z.string()),
  maxBytes: count,
});

/** A stored file of a field. `address` opens for its person, organisers and, of works, judges. */
export const storedFile = z.object({ id: z.number(), name: z.string(), bytes: count, address: z.string() });

/** An answer as it is shown: its words, or its file. */
export const shownAnswer = z.object({
  key: z.string(),
  label: z.string(),
  /** As it is kept: a text, codes of choices, ids of files. */
  value: z.union([z.string(), z.array(z.string())]),
  /** As it is read: names of choices. */
  text: words,
  file: storedFile.nullable().default(null),
});

export const result = z.object({
  workId: z.number(),
  title: z.string(),
  /** The team's name, or the person's. */
  by: z.string(),
  category: words,
  score: z.number(),
  rank: z.number(),
});

/** An activity whole. */
export const activityWhole = activityBrief.extend({
  /** The operator took it away: its page stays, for whoever has its address; nobody can sign up. */
  withdrawn: flag,
  /** Sanitised HTML. */
  html: z.string(),
  rulesHtml: words,
  categories: z.array(category),
  agenda: some(z.object({ at: z.string(), title: z.string(), speaker: words, place: words })),
  speakers: some(
    z.object({ name: z.string(), title: words, introduction: words, picture: picture.nullable() }),
  ),
  attachments: some(z.object({ name: z.string(), address: z.string(), bytes: count })),
  section: z.object({ id: z.number(), name: z.string() }).nullable().default(null),
  organisers: some(person),
  review: z.enum(reviewModes),
  guests: flag,
  verify: some(z.enum(["phone", "email"])),
  teams: z.object({ min: z.number(), max: z.number(), until: z.string() }).nullable().default(null),
  works: z
    .object({ until: z.string(), fields: z.array(workField), judged: flag })
    .nullable()
    .default(null),
  /** The type id of the exam that has to be passed; for selectTestPassedByTypeId. */
  exam: z.string().nullable().default(null),
  keepDays: count,
  /** Set once the results are published. */
  resultsAt: z.string().nullable().default(null),
  results: some(result),
  /** What the caller may do here. */
  organises: flag,
  judges: flag,
});

/** One's own team. */
export const team = z.object({
  id: z.number(),
  name: z.string(),
  captainId: z.number(),
  members: z.array(
    z.object({
      signupId: z.number(),
      name: z.string(),
      /** Null for somebody without an account. */
      person: person.nullable().default(null),
      captain: flag,
      /** Whether their sign-up still waits for the organisers' word. */
      pending: flag,
      joinedAt: timestamp,
    }),
  ),
  /** Who is invited and has not answered; for the captain alone. */
  invited: some(z.object({ invitationId: z.number(), person, at: timestamp })),
  min: z.number(),
  max: z.number(),
  /** Until when teams can change. */
  until: z.string(),
});

/** A sign-up as its person sees it. */
export const mySignup = z.object({
  id: z.number(),
  activity: activityBrief,
  state: signupState,
  category: z.object({ key: z.string(), name: z.string() }),
  /** 1 for the first in the waiting list; null for who does not wait. */
  place: z.number().nullable().default(null),
  name: z.string(),
  /** Masked. */
  contact: words,
  answers: some(shownAnswer),
  /** Why it was refused, or what is asked for; of a cancelled one why it was. */
  reason: words,
  createdAt: timestamp,
  updatedAt: timestamp,
  /** When it moved up from the waiting list. */
  movedUpAt: z.string().nullable().default(null),
  checkedInAt: z.string().nullable().default(null),
  /** What may be done with it now. */
  changeable: flag,
  cancellable: flag,
  /** The check-in code, to draw, and eight letters to type; null unless accepted. */
  code: z.object({ qr: z.string(), letters: z.string(), expiresAt: z.string() }).nullable().default(null),
  /** In the public address of the proof. */
  proofKey: z.string(),
  /** The answers and files were erased, keepDays after the end. */
  erased: flag,
});

/** A sign-up as organisers see it. */
export const signupRow = z.object({
  id: z.number(),
  name: z.string(),
  /** Whole: organisers have to reach people. */
  contact: words,
  person: person.nullable().default(null),
  category: z.object({ key: z.string(), name: z.string() }),
  state: signupState,
  place: z.number().nullable().default(null),
  team: words,
  answers: some(shownAnswer),
  reason: words,
  walkIn: flag,
  createdAt: timestamp,
  checkedInAt: z.string().nullable().default(null),
  checkedInBy: words,
});

export const checkInAnswer = z.enum(codesOf(checkInAnswers));
/** What a check-in came to, with whom it was of where that is known. */
export const checkIn = z.object({
  answer: checkInAnswer,
  signupId: z.number().nullable().default(null),
  name: words,
  category: words,
  /** When and by whom, of one that stands. */
  at: z.string().nullable().default(null),
  by: words,
});

export const uploadedWork = z.object({
  id: z.number(),
  title: z.string(),
  answers: some(shownAnswer),
  by: words,
  category: words,
  updatedAt: timestamp,
});

export type ActivityBrief = z.infer<typeof activityBrief>;
export type ActivityWhole = z.infer<typeof activityWhole>;
export type MySignup = z.infer<typeof mySignup>;
export type SignupRow = z.infer<typeof signupRow>;
export type SignupField = z.infer<typeof signupField>;
export type ShownAnswer = z.infer<typeof shownAnswer>;
export type Team = z.infer<typeof team>;
export type CheckIn = z.infer<typeof checkIn>;
