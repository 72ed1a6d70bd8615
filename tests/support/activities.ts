import { createHash, randomUUID } from "node:crypto";
import type { SignupState } from "contract/activities/constants";
import { seatedStates } from "contract/activities/transitions";
import { desc, eq, sql } from "drizzle-orm";
import { newLetters } from "gateway/activities/checkin/codes";
import { newKey } from "gateway/activities/signups/seats";
import type { Database } from "gateway/database/open";
import {
  accounts,
  activities,
  activityCategories,
  activityOrganisers,
  activityProofs,
  activitySignups,
  outbox,
  policies,
} from "gateway/database/schema";
import { createSigner } from "gateway/server/signer";
import encodeQR from "qr";
import sharp from "sharp";
import { captchaSecret, type Member, next, type TestGateway } from "./test-gateway";

export const policyVersion = "V9";

/** Saves the policy that everybody who signs up agrees to. */
export async function savePolicy(database: Database): Promise<void> {
  await database
    .insert(policies)
    .values({
      id: "activeprivacyPolicy",
      title: "活动隐私政策",
      version: policyVersion,
      source: "",
      html: "",
    })
    .onConflictDoUpdate({ target: policies.id, set: { version: policyVersion } });
}

type Columns = typeof activities.$inferInsert;
type Field = Columns["fields"][number];

const plainField: Field = {
  key: "",
  label: "",
  type: "text",
  hint: "",
  required: true,
  max: 20,
  long: false,
  many: false,
  choices: [],
  lookup: null,
  dictionary: null,
  endings: [],
  maxBytes: 0,
  prefill: null,
  categories: [],
};
export const field = (change: Partial<Field> & { key: string }): Field => ({
  ...plainField,
  label: change.key,
  ...change,
});

interface Wanted extends Partial<Columns> {
  /** Seats by category. */
  seats?: Record<string, number>;
  organisers?: Member[];
  judges?: Member[];
}

const hour = 3_600_000;

/** Adds an activity whose sign-up is open and which begins in ten days. */
export async function addActivity(
  { database, services }: TestGateway,
  { seats = { all: 100 }, organisers = [], judges = [], ...change }: Wanted = {},
): Promise<number> {
  await savePolicy(database);
  const id = 700_000 + next();
  const now = services.now().getTime();
  const at = (hours: number) => new Date(now + hours * hour);
  await database.insert(activities).values({
    id,
    kind: "salon",
    title: `活动${id}`,
    place: "深圳",
    review: "auto",
    fields: [],
    lookups: {},
    startAt: at(240),
    endAt: at(248),
    signUpFrom: at(-24),
    signUpUntil: at(200),
    agenda: [],
    speakers: [],
    attachments: [],
    verify: ["phone", "email"],
    keepDays: 180,
    source: "",
    html: "<p>介绍</p>",
    fingerprint: "",
    timesWritten: "",
    ...change,
  });
  await database.insert(activityCategories).values(
    Object.entries(seats).map(([key, count], position) => ({
      activityId: id,
      key,
      name: `组别${key}`,
      position,
      seats: count,
      packSeats: count,
    })),
  );
  const people = [
    ...organisers.map((member) => ({ activityId: id, accountId: member.id, role: "organiser" as const })),
    ...judges.map((member) => ({ activityId: id, accountId: member.id, role: "judge" as const })),
  ];
  if (people.length > 0) await database.insert(activityOrganisers).values(people);
  return id;
}

let contacts = 0;
/** A phone that no member has. */
export const guestPhone = () => `177${String(10_000_000 + ++contacts)}`;

/** Adds a sign-up directly in the database, with its seat or its place in the queue. */
export async function addSignup(
  { database, services }: TestGateway,
  activityId: number,
  member: Member | null,
  change: Partial<typeof activitySignups.$inferInsert> & { state?: SignupState } = {},
): Promise<typeof activitySignups.$inferSelect> {
  const state = change.state ?? "accepted";
  const category = change.category ?? "all";
  const seated = (seatedStates as readonly SignupState[]).includes(state);
  const [moved] = await database
    .update(activityCategories)
    .set(
      seated
        ? { taken: sql`${activityCategories.taken} + 1` }
        : state === "waiting"
          ? {
              waiting: sql`${activityCategories.waiting} + 1`,
              lastPlace: sql`${activityCategories.lastPlace} + 1`,
            }
          : { taken: activityCategories.taken },
    )
    .where(sql`${activityCategories.activityId} = ${activityId} and ${activityCategories.key} = ${category}`)
    .returning();
  const [account] = member
    ? await database
        .select({ phone: accounts.phone, email: accounts.email })
        .from(accounts)
        .where(eq(accounts.id, member.id))
    : [];
  const now = services.now();
  const [row] = await database
    .insert(activitySignups)
    .values({
      activityId,
      category,
      state,
      accountId: member?.id ?? null,
      name: "王小明",
      answers: {},
      channel: account?.phone || !member ? "phone" : "email",
      policyVersion,
      agreedAt: now,
      contact: account?.phone ?? account?.email ?? guestPhone(),
      submissionId: randomUUID(),
      letters: newLetters(),
      proofKey: newKey(),
      place: state === "waiting" ? (moved?.lastPlace ?? 1) : null,
      updatedAt: now,
      createdAt: now,
      ...change,
    })
    .returning();
  if (!row) throw new Error("no sign-up");
  return row;
}

/** The proof that a guest gets for a right code. */
export async function proofOf(
  { database, services }: TestGateway,
  activityId: number,
  contact: string,
): Promise<string> {
  const uuid = randomUUID();
  await database.insert(activityProofs).values({
    uuidHash: createHash("sha256").update(uuid).digest("base64url"),
    activityId,
    channel: "phone",
    contact,
    expiresAt: new Date(services.now().getTime() + hour / 2),
  });
  return uuid;
}

/** A photo of a QR code. */
export async function photoOf(text: string): Promise<Uint8Array> {
  const svg = encodeQR(text, "svg", { border: 4, scale: 8 });
  return new Uint8Array(
    await sharp(Buffer.from(svg), { density: 300 }).flatten({ background: "#fff" }).jpeg().toBuffer(),
  );
}

/** The categories' seats of an activity, as the database has them. */
export const seatsOf = ({ database }: TestGateway, activityId: number) =>
  database
    .select()
    .from(activityCategories)
    .where(eq(activityCategories.activityId, activityId))
    .orderBy(activityCategories.position);

/** An image captcha with its answer. The test signs it with the gateway's own secret. */
export function solvedCaptcha({ services }: TestGateway): { captchaToken: string; captchaAnswer: string } {
  const expires = (services.now().getTime() + hour / 6).toString(36);
  const nonce = newKey().slice(0, 16);
  const signature = createSigner([captchaSecret]).sign("captcha", `${expires}.${nonce}.ABCD`);
  return { captchaToken: `${expires}.${nonce}.${signature}`, captchaAnswer: "abcd" };
}

/** The newest code that was sent to a phone or an email. */
export async function codeTo({ database }: TestGateway, recipient: string): Promise<string> {
  const [message] = await database
    .select({ text: outbox.text })
    .from(outbox)
    .where(eq(outbox.recipient, recipient))
    .orderBy(desc(outbox.id))
    .limit(1);
  return /验证码 (\d{6})/.exec(message?.text ?? "")?.[1] ?? "";
}
