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
import { activityHome } from "./home";

/** Response shapes shared by several calls of activities. Times are ISO 8601. */

export const activityState = z.enum(codesOf(activityStates));
export const signupState = z.enum(codesOf(signupStates));

/** A category with its free seats. */
export const category = z.object({
  key: z.string(),
  name: z.string(),
  seats: z.number(),
  /** Seats that are free now. */
  free: count,
  /** The number of sign-ups in the waiting list. */
  waiting: count,
});

/** An activity in a list. */
export const activityBrief = z.object({
  id: z.number(),
  kind: z.enum(codesOf(activityKinds)),
  title: z.string(),
  summary: words,
  state: activityState,
  /** Whether signing up is possible now, for a seat or for the waiting list. */
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

/** A field of a sign-up. `choices` are the field's own; lookups and dictionaries have calls of their own. */
export const signupField = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  hint: words,
  required: flag,
  /** For a text: the most characters. */
  max: count,
  /** For a text: whether it has several lines. */
  long: flag,
  /** For a choice: whether several may be chosen. */
  many: flag,
  choices: some(choiceItem),
  /** The key of the activity's own list, for queryActivityLookupItems. */
  lookup: z.string().nullable().default(null),
  /** The key of the site's list, for queryActivityDictionaryData. */
  dictionary: z.enum(dictionaryTypes).nullable().default(null),
  /** For a file: the possible endings with their dots, and the most bytes. */
  endings: some(z.string()),
  maxBytes: count,
  prefill: z.enum(prefillSources).nullable().default(null),
  /** The categories that have this field; empty means all. */
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

/** A stored file of a field. Its owner, the organisers and (for works) the judges may open `address`. */
export const storedFile = z.object({ id: z.number(), name: z.string(), bytes: count, address: z.string() });

/** An answer for display: its text, or its file. */
export const shownAnswer = z.object({
  key: z.string(),
  label: z.string(),
  /** The stored value: a text, codes of choices, ids of files. */
  value: z.union([z.string(), z.array(z.string())]),
  /** The value for readers: names of choices. */
  text: words,
  file: storedFile.nullable().default(null),
});

export const result = z.object({
  workId: z.number(),
  title: z.string(),
  /** The name of the team or of the person. */
  by: z.string(),
  category: words,
  score: z.number(),
  rank: z.number(),
});

/** An activity with all details. */
export const activityWhole = activityBrief.extend({
  /** The operator has withdrawn it: its page still works at its address, but nobody can sign up. */
  withdrawn: flag,
  /** The newest version that an editor saved, which is not published. */
  preview: flag,
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
  /** The type id of the exam that must be passed first; for selectTestPassedByTypeId. */
  exam: z.string().nullable().default(null),
  keepDays: count,
  /** What else its page tells; null for an activity with time and place alone. */
  home: activityHome.nullable().default(null),
  /** Set when the results are published. */
  resultsAt: z.string().nullable().default(null),
  results: some(result),
  /** The caller's rights in this activity. */
  organises: flag,
  judges: flag,
});

/** The caller's team. */
export const team = z.object({
  id: z.number(),
  name: z.string(),
  captainId: z.number(),
  members: z.array(
    z.object({
      signupId: z.number(),
      name: z.string(),
      /** Null for a member without an account. */
      person: person.nullable().default(null),
      captain: flag,
      /** Whether the organisers must still decide on this member's sign-up. */
      pending: flag,
      joinedAt: timestamp,
    }),
  ),
  /** People with an open invitation; only for the captain. */
  invited: some(z.object({ invitationId: z.number(), person, at: timestamp })),
  min: z.number(),
  max: z.number(),
  /** Teams can change until this time. */
  until: z.string(),
});

/** A sign-up as its owner sees it. */
export const mySignup = z.object({
  id: z.number(),
  activity: activityBrief,
  state: signupState,
  category: z.object({ key: z.string(), name: z.string() }),
  /** The position in the waiting list, from 1; null without one. */
  place: z.number().nullable().default(null),
  name: z.string(),
  /** Masked. */
  contact: words,
  answers: some(shownAnswer),
  /** Why it was refused or cancelled, or what the organisers ask for. */
  reason: words,
  createdAt: timestamp,
  updatedAt: timestamp,
  /** When it got a seat from the waiting list. */
  movedUpAt: z.string().nullable().default(null),
  checkedInAt: z.string().nullable().default(null),
  /** Whether the owner may change or cancel it now. */
  changeable: flag,
  cancellable: flag,
  /** The check-in code: a text for the QR code, and eight letters to type; null unless the sign-up is accepted. */
  code: z.object({ qr: z.string(), letters: z.string(), expiresAt: z.string() }).nullable().default(null),
  /** The key in the public address of the proof. */
  proofKey: z.string(),
  /** Its answers and files were deleted, keepDays after the end. */
  erased: flag,
});

/** A sign-up as organisers see it. */
export const signupRow = z.object({
  id: z.number(),
  name: z.string(),
  /** Unmasked, because organisers must be able to contact people. */
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
/** The result of a check-in, with the person if known. */
export const checkIn = z.object({
  answer: checkInAnswer,
  signupId: z.number().nullable().default(null),
  name: words,
  category: words,
  /** When and by whom the person was checked in. */
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
  /** Whether the organisers keep it out of the gallery. */
  withheld: flag,
});

export type ActivityBrief = z.infer<typeof activityBrief>;
export type ActivityWhole = z.infer<typeof activityWhole>;
export type MySignup = z.infer<typeof mySignup>;
export type SignupRow = z.infer<typeof signupRow>;
export type SignupField = z.infer<typeof signupField>;
export type ShownAnswer = z.infer<typeof shownAnswer>;
export type Team = z.infer<typeof team>;
export type CheckIn = z.infer<typeof checkIn>;
