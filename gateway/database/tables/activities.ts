/** Competitions and events from the pack, with sign-ups, teams, works and check-ins. */

import type { ActivityKind, CheckInAnswer, ReviewMode, SignupState } from "contract/activities/constants";
import type { activityHome } from "contract/activities/home";
import type { result, signupField, workField } from "contract/activities/shapes";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { z } from "zod";
import { accounts } from "./accounts";
import { bytes, counter, location, moment, now } from "./columns";
import { sections } from "./forum";
import type { PackImage } from "./products";

type SignupField = z.output<typeof signupField>;
type WorkField = z.output<typeof workField>;
/** Answers by field: a text, the codes of chosen options, or the id of a file. */
export type Answers = Record<string, string | string[]>;

/** An activity's home (contract/activities/home.ts) as it is stored. */
export interface KeptHome
  extends Omit<z.output<typeof activityHome>, "steps" | "news" | "winners" | "recapHtml"> {
  /** Times are in milliseconds after the activity's start, so that they move with it. */
  steps: { at: number; until: number | null; title: string; text: string }[];
  news: { at: number; title: string; text: string }[];
  winners: (Omit<z.output<typeof activityHome>["winners"][number], "picture"> & {
    picture: PackImage | null;
  })[];
  recap: string;
  recapHtml: string;
}

/** Activities of the content pack. */
export const activities = pgTable(
  "activities",
  {
    /** The id in the pack and in addresses. */
    id: integer("id").primaryKey(),
    kind: text("kind").$type<ActivityKind>().notNull(),
    title: text("title").notNull(),
    summary: text("summary").notNull().default(""),
    cover: jsonb("cover").$type<PackImage>(),
    startAt: moment("start_at").notNull(),
    endAt: moment("end_at").notNull(),
    signUpFrom: moment("sign_up_from").notNull(),
    signUpUntil: moment("sign_up_until").notNull(),
    place: text("place").notNull(),
    online: boolean("online").notNull().default(false),
    review: text("review").$type<ReviewMode>().notNull(),
    teams: jsonb("teams").$type<{ min: number; max: number }>(),
    teamsUntil: moment("teams_until"),
    fields: jsonb("fields").$type<SignupField[]>().notNull(),
    lookups: jsonb("lookups").$type<Record<string, { code: string; name: string }[]>>().notNull(),
    agenda: jsonb("agenda")
      .$type<{ at: string; title: string; speaker: string; place: string }[]>()
      .notNull(),
    speakers: jsonb("speakers")
      .$type<{ name: string; title: string; introduction: string; picture: PackImage | null }[]>()
      .notNull(),
    /** Files of the pack by their storage name, or addresses elsewhere. */
    attachments: jsonb("attachments")
      .$type<{ name: string; fileName: string | null; url: string | null; bytes: number }[]>()
      .notNull(),
    sectionId: integer("section_id").references(() => sections.id),
    verify: text("verify").array().$type<("phone" | "email")[]>().notNull(),
    guests: boolean("guests").notNull().default(false),
    exam: text("exam"),
    workFields: jsonb("work_fields").$type<WorkField[]>(),
    worksUntil: moment("works_until"),
    keepDays: integer("keep_days").notNull(),
    source: text("source").notNull(),
    html: text("html").notNull(),
    rules: text("rules").notNull().default(""),
    rulesHtml: text("rules_html").notNull().default(""),
    home: jsonb("home").$type<KeptHome>(),
    fingerprint: text("fingerprint").notNull(),
    /** The times as text in the pack. While the text is the same, relative times keep the values of the first load. */
    timesWritten: text("times_written").notNull(),
    /** A copy from the publication of the results, so that erasing a work later changes no rank. */
    results: jsonb("results").$type<z.output<typeof result>[]>(),
    resultsAt: moment("results_at"),
    /** The time at which answers and files were erased, keepDays after the end. */
    erasedAt: moment("erased_at"),
    delistedAt: moment("delisted_at"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [
    index("activities_end").on(table.endAt.desc(), table.id.desc()),
    index("activities_start").on(table.startAt),
  ],
);

/** Categories with their seats. Every write that changes `taken` or `waiting` locks this row. */
export const activityCategories = pgTable(
  "activity_categories",
  {
    activityId: integer("activity_id")
      .notNull()
      .references(() => activities.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    name: text("name").notNull(),
    position: integer("position").notNull(),
    seats: integer("seats").notNull(),
    /** The number of seats in the pack. An organiser's number stays in force until this changes. */
    packSeats: integer("pack_seats").notNull(),
    taken: counter("taken"),
    waiting: counter("waiting"),
    /** The last number that somebody got in the waiting list. */
    lastPlace: counter("last_place"),
    delistedAt: moment("delisted_at"),
  },
  (table) => [
    primaryKey({ columns: [table.activityId, table.key] }),
    check("activity_categories_taken", sql`${table.taken} between 0 and ${table.seats}`),
    check("activity_categories_waiting", sql`${table.waiting} >= 0`),
  ],
);

/** The organisers and judges of activities. */
export const activityOrganisers = pgTable(
  "activity_organisers",
  {
    activityId: integer("activity_id")
      .notNull()
      .references(() => activities.id, { onDelete: "cascade" }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["organiser", "judge"] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.activityId, table.accountId, table.role] }),
    index("activity_organisers_account").on(table.accountId),
  ],
);

const live = sql`state in ('waiting', 'pending', 'accepted', 'more')`;

export const activitySignups = pgTable(
  "activity_signups",
  {
    id: serial("id").primaryKey(),
    activityId: integer("activity_id")
      .notNull()
      .references(() => activities.id),
    category: text("category").notNull(),
    /** Null for a guest, until an account with that contact takes it over. */
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "set null" }),
    /** The verified contact in the form for comparison; empty for a walk-in without a contact. */
    channel: text("channel", { enum: ["phone", "email"] }).notNull(),
    contact: text("contact").notNull(),
    name: text("name").notNull(),
    answers: jsonb("answers").$type<Answers>().notNull(),
    state: text("state").$type<SignupState>().notNull(),
    /** The number in its category's waiting list. It gives the order; pages show the position instead. */
    place: integer("place"),
    reason: text("reason").notNull().default(""),
    walkIn: boolean("walk_in").notNull().default(false),
    /** The accepted version of activeprivacyPolicy; the ledger has it too when the person has an account. */
    policyVersion: text("policy_version").notNull(),
    agreedAt: moment("agreed_at").notNull(),
    submissionId: text("submission_id").notNull(),
    /** Eight letters that people can type at the entrance. */
    letters: text("letters").notNull(),
    proofKey: text("proof_key").notNull(),
    /** The key in the link to decline a seat from the waiting list; null before moving up and after use. */
    declineKey: text("decline_key"),
    movedUpAt: moment("moved_up_at"),
    remindedAt: moment("reminded_at"),
    checkedInAt: moment("checked_in_at"),
    checkedInById: integer("checked_in_by_id").references(() => accounts.id, { onDelete: "set null" }),
    erasedAt: moment("erased_at"),
    updatedAt: moment("updated_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("activity_signups_submission").on(table.submissionId),
    uniqueIndex("activity_signups_proof").on(table.proofKey),
    uniqueIndex("activity_signups_decline").on(table.declineKey),
    uniqueIndex("activity_signups_letters").on(table.activityId, table.letters),
    uniqueIndex("activity_signups_account").on(table.activityId, table.accountId).where(live),
    uniqueIndex("activity_signups_contact")
      .on(table.activityId, table.channel, table.contact)
      .where(sql`${live} and contact <> ''`),
    index("activity_signups_waiting")
      .on(table.activityId, table.category, table.place)
      .where(sql`state = 'waiting'`),
    index("activity_signups_list").on(table.activityId, table.id.desc()),
    index("activity_signups_own").on(table.accountId, table.id.desc()),
    index("activity_signups_contacts").on(table.channel, table.contact),
  ],
);

/** The changes of state of sign-ups. */
export const activitySteps = pgTable(
  "activity_steps",
  {
    id: serial("id").primaryKey(),
    signupId: integer("signup_id")
      .notNull()
      .references(() => activitySignups.id, { onDelete: "cascade" }),
    action: text("action").notNull(),
    state: text("state").$type<SignupState>().notNull(),
    byId: integer("by_id").references(() => accounts.id, { onDelete: "set null" }),
    reason: text("reason").notNull().default(""),
    at: moment("at").notNull(),
  },
  (table) => [index("activity_steps_signup").on(table.signupId, table.id)],
);

/** Proofs of a guest's contact. A proof allows one sign-up, and access to it for a while. */
export const activityProofs = pgTable(
  "activity_proofs",
  {
    uuidHash: text("uuid_hash").primaryKey(),
    activityId: integer("activity_id")
      .notNull()
      .references(() => activities.id, { onDelete: "cascade" }),
    channel: text("channel", { enum: ["phone", "email"] }).notNull(),
    contact: text("contact").notNull(),
    /** The submission of its sign-up. */
    usedFor: text("used_for"),
    createdAt: now(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [index("activity_proofs_expiry").on(table.expiresAt)],
);

/** Files of sign-ups and works, in pieces. Only the author, organisers and judges may download them. */
export const activityFiles = pgTable(
  "activity_files",
  {
    id: serial("id").primaryKey(),
    activityId: integer("activity_id")
      .notNull()
      .references(() => activities.id, { onDelete: "cascade" }),
    of: text("of", { enum: ["signup", "work"] }).notNull(),
    field: text("field").notNull(),
    accountId: integer("account_id").references(() => accounts.id, { onDelete: "cascade" }),
    /** The proved contact of a guest. */
    channel: text("channel", { enum: ["phone", "email"] }),
    contact: text("contact"),
    /** The key in its address. */
    key: text("key").notNull(),
    type: text("type").notNull(),
    originalName: text("original_name").notNull(),
    bytes: integer("bytes").notNull(),
    sha256: text("sha256").notNull(),
    location: location(),
    createdAt: now(),
  },
  (table) => [
    index("activity_files_location").on(table.location.op("text_pattern_ops")),
    uniqueIndex("activity_files_key").on(table.key),
    index("activity_files_activity").on(table.activityId),
    index("activity_files_account").on(table.accountId),
  ],
);

export const activityFilePieces = pgTable(
  "activity_file_pieces",
  {
    fileId: integer("file_id")
      .notNull()
      .references(() => activityFiles.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    content: bytes("content").notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.number] })],
);

export const activityTeams = pgTable(
  "activity_teams",
  {
    id: serial("id").primaryKey(),
    activityId: integer("activity_id")
      .notNull()
      .references(() => activities.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    nameFolded: text("name_folded").notNull(),
    captainId: integer("captain_id")
      .notNull()
      .references((): AnyPgColumn => activitySignups.id, { onDelete: "cascade" }),
    createdAt: now(),
  },
  (table) => [uniqueIndex("activity_teams_name").on(table.activityId, table.nameFolded)],
);

/** The members of teams. A sign-up belongs to at most one team, so a person is in one team of an activity. */
export const activityTeamMembers = pgTable(
  "activity_team_members",
  {
    signupId: integer("signup_id")
      .primaryKey()
      .references(() => activitySignups.id, { onDelete: "cascade" }),
    teamId: integer("team_id")
      .notNull()
      .references(() => activityTeams.id, { onDelete: "cascade" }),
    joinedAt: moment("joined_at").notNull(),
  },
  (table) => [index("activity_team_members_team").on(table.teamId, table.joinedAt)],
);

export const activityInvitations = pgTable(
  "activity_invitations",
  {
    id: serial("id").primaryKey(),
    teamId: integer("team_id")
      .notNull()
      .references(() => activityTeams.id, { onDelete: "cascade" }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("activity_invitations_person").on(table.teamId, table.accountId),
    index("activity_invitations_account").on(table.accountId),
  ],
);

/**
 * What captains say of the people they look for, and people of the team they look for. A row ends with what it is about;
 * a captain's one with the captaincy, because it is that person's text.
 */
export const activitySearches = pgTable(
  "activity_searches",
  {
    id: integer("id").primaryKey().generatedByDefaultAsIdentity(),
    activityId: integer("activity_id")
      .notNull()
      .references(() => activities.id, { onDelete: "cascade" }),
    /** Who wrote it. */
    signupId: integer("signup_id")
      .notNull()
      .references(() => activitySignups.id, { onDelete: "cascade" }),
    /** The team that looks for people; null for a person who looks for a team. */
    teamId: integer("team_id").references(() => activityTeams.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    /** When its author agreed that everybody reads it. */
    agreedAt: moment("agreed_at").notNull(),
  },
  (table) => [
    uniqueIndex("activity_searches_signup").on(table.signupId),
    uniqueIndex("activity_searches_team").on(table.teamId),
    index("activity_searches_list").on(table.activityId, table.agreedAt.desc(), table.id.desc()),
  ],
);

/** The works of teams, or of persons in activities without teams. */
export const activityWorks = pgTable(
  "activity_works",
  {
    id: serial("id").primaryKey(),
    activityId: integer("activity_id")
      .notNull()
      .references(() => activities.id, { onDelete: "cascade" }),
    teamId: integer("team_id").references(() => activityTeams.id, { onDelete: "cascade" }),
    signupId: integer("signup_id").references(() => activitySignups.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    answers: jsonb("answers").$type<Record<string, string>>().notNull(),
    /** Since when the organisers keep it out of the gallery; null while they do not. */
    withheldAt: moment("withheld_at"),
    updatedAt: moment("updated_at").notNull(),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("activity_works_team").on(table.teamId),
    uniqueIndex("activity_works_signup").on(table.signupId),
    index("activity_works_activity").on(table.activityId, table.id),
    check("activity_works_whose", sql`num_nonnulls(${table.teamId}, ${table.signupId}) = 1`),
  ],
);

export const activityScores = pgTable(
  "activity_scores",
  {
    workId: integer("work_id")
      .notNull()
      .references(() => activityWorks.id, { onDelete: "cascade" }),
    accountId: integer("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    score: integer("score").notNull(),
    comment: text("comment").notNull().default(""),
    at: moment("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workId, table.accountId] }),
    index("activity_scores_account").on(table.accountId),
  ],
);

/** Scans with their answers, so that a scan that is synced twice gets the same answer. */
export const activityScans = pgTable(
  "activity_scans",
  {
    activityId: integer("activity_id")
      .notNull()
      .references(() => activities.id, { onDelete: "cascade" }),
    nonce: text("nonce").notNull(),
    signupId: integer("signup_id").references(() => activitySignups.id, { onDelete: "cascade" }),
    answer: text("answer").$type<CheckInAnswer>().notNull(),
    duplicate: boolean("duplicate").notNull().default(false),
    byId: integer("by_id").references(() => accounts.id, { onDelete: "set null" }),
    at: moment("at").notNull(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.activityId, table.nonce] }),
    index("activity_scans_signup").on(table.signupId, table.at),
  ],
);

/** Messages from organisers to all participants. */
export const activityMessages = pgTable(
  "activity_messages",
  {
    id: serial("id").primaryKey(),
    activityId: integer("activity_id")
      .notNull()
      .references(() => activities.id, { onDelete: "cascade" }),
    byId: integer("by_id").references(() => accounts.id, { onDelete: "set null" }),
    text: text("text").notNull(),
    recipients: counter("recipients"),
    submissionId: text("submission_id").notNull(),
    createdAt: now(),
  },
  (table) => [uniqueIndex("activity_messages_submission").on(table.submissionId)],
);

/** The keys that sign check-in codes. They are created once, and all processes share them. */
export const activityKeys = pgTable("activity_keys", {
  kid: text("kid").primaryKey(),
  /** PKCS #8, PEM. */
  privateKey: text("private_key").notNull(),
  x: text("x").notNull(),
  y: text("y").notNull(),
  createdAt: now(),
});
