import { isDeepStrictEqual } from "node:util";
import {
  type BasicProfile,
  contactFields,
  type ExtendedProfile,
  extendedFields,
  isTextField,
  type ProfileChangeKind,
  requiredMessages,
  type SaveResult,
  saveResults,
} from "contract/profile/fields";
import { refusals } from "contract/refusals";
import { inArray } from "drizzle-orm";
import type { Database } from "../database/open";
import { tags } from "../database/schema";
import { isUniqueViolation, transact } from "../database/transact";
import { checkFields } from "../sensitive-words/check-fields";
import { checkUnmuted } from "../server/access";
import { accountOf, type CallContext } from "../server/context";
import { found, Refusal } from "../server/refusal";
import { applyChange, askForApproval, type Changes, dropChange } from "./changes";
import { definitionsOf, industryOf, optionOf } from "./definitions";
import { checkNicknameAge, checkNicknameWords, nicknameTaken, requireOwnNickname } from "./nicknames";
import { addressOf } from "./regions";
import {
  extendedOf,
  type Person,
  readPerson,
  refreshCompleteness,
  waitingChanges,
  writeProfile,
} from "./rows";

type Fields = Record<string, string[]>;

function refuseFields(fields: Fields): void {
  if (Object.keys(fields).length > 0) throw new Refusal("INVALID_REQUEST", fields);
}

/**
 * Runs a save with the account locked, and updates its completeness afterwards. `work` returns null when there is
 * nothing to change.
 */
async function save(
  context: CallContext,
  work: (database: Database, person: Person) => Promise<SaveResult | null>,
): Promise<SaveResult> {
  const { id } = accountOf(context);
  return transact(context.database, async (database) => {
    const person = found(await readPerson(database, id, true), "USER_NOT_FOUND");
    const result = await work(database, person);
    if (result === null) throw new Refusal("NOTHING_CHANGED");
    await refreshCompleteness(database, id);
    return result;
  });
}

/**
 * Whether two states are equal. The order in a multiple choice does not count, because forms post it in their own
 * order.
 */
function saysSame(one: object, other: object): boolean {
  const [a, b] = [one, other].map((state) =>
    Object.entries(state).map(([name, value]) => [name, Array.isArray(value) ? [...value].sort() : value]),
  );
  return isDeepStrictEqual(Object.fromEntries(a ?? []), Object.fromEntries(b ?? []));
}

/**
 * Applies a change, or puts it into review when the operator wants to review its kind or its words need it. Null when
 * nothing changes, or when the same change waits already.
 */
async function change<Kind extends ProfileChangeKind>(
  { settings, now }: CallContext,
  database: Database,
  person: Person,
  kind: Kind,
  { before, after, words }: { before: Changes[Kind]; after: Changes[Kind]; words: string[] },
): Promise<SaveResult | null> {
  if (saysSame(before, after)) return null;
  const accountId = person.account.id;
  const waiting = (await waitingChanges(database, accountId)).get(kind);
  if (waiting && saysSame(waiting.after, after)) return null;
  if (words.length > 0 || settings.profileReview.includes(kind)) {
    await askForApproval(database, accountId, kind, { before, after, words, at: now() });
    return saveResults.waits;
  }
  await dropChange(database, accountId, kind);
  await applyChange(database, person, kind, after, now());
  return saveResults.applied;
}

/** Changes a nickname inside a save. @param field the name of the request's field */
async function changeNickname(
  context: CallContext,
  database: Database,
  person: Person,
  nickname: string,
  words: string[],
  field: string,
) {
  const { account } = person;
  if (nickname === account.nickname) return null;
  await checkUnmuted(account, { database, now: context.now });
  checkNicknameAge(account, context.now(), field);
  await requireOwnNickname({ database, settings: context.settings }, nickname, account.id, field);
  return change(context, database, person, "nickname", {
    before: { nickname: account.nickname },
    after: { nickname },
    words,
  });
}

/** Handles the case that somebody else took the nickname at the same moment. */
const orTaken = (field: string) => (error: unknown) => {
  throw isUniqueViolation(error) ? nicknameTaken(field) : error;
};

/**
 * Changes only the caller's nickname (spec 7.2, update-nickname). Throws NOTHING_CHANGED, NICKNAME_TAKEN,
 * NICKNAME_TOO_SOON, SENSITIVE_WORDS.
 */
export async function saveNickname(context: CallContext, nickname: string): Promise<SaveResult> {
  const words = await checkNicknameWords(context, nickname, "nickname");
  const work = (database: Database, person: Person) =>
    changeNickname(context, database, person, nickname, words, "nickname");
  return save(context, work).catch(orTaken("nickname"));
}

/**
 * Saves the basic section (spec 3.3). A new nickname may wait for a moderator while the rest is applied at once; then
 * the answer is "1". Throws INVALID_REQUEST, NOTHING_CHANGED and what `saveNickname` throws, all beside the fields.
 */
export async function saveBasic(
  context: CallContext,
  { username, sex, ...address }: BasicProfile,
): Promise<SaveResult> {
  const { phone, email, nickname } = accountOf(context);
  const contacts = contactFields.safeParse({ phone: phone ?? "", email: email ?? "" });
  const fields: Fields = contacts.success
    ? {}
    : Object.fromEntries(contacts.error.issues.map((issue) => [issue.path[0], [issue.message]]));
  if (!isDeepStrictEqual(await addressOf(address.county), address)) fields.county = ["请选择地址"];
  refuseFields(fields);
  const words = username === nickname ? [] : await checkNicknameWords(context, username, "username");
  return save(context, async (database, person) => {
    const nicknameResult = await changeNickname(context, database, person, username, words, "username");
    const { profile } = person;
    const values = { sex, ...address };
    const stored = {
      sex: profile?.sex,
      province: profile?.province,
      city: profile?.city,
      county: profile?.county,
    };
    if (isDeepStrictEqual(values, stored)) return nicknameResult;
    await writeProfile(database, person.account.id, values, context.now());
    return nicknameResult ?? saveResults.applied;
  }).catch(orTaken("username"));
}

/**
 * Makes two stored pictures the caller's avatar. A picture that is applied or waits already is no error, because
 * somebody may send it again after a lost answer.
 */
export async function saveAvatar(context: CallContext, after: Changes["avatar"]): Promise<SaveResult> {
  return save(context, async (database, person) => {
    const before = { avatar: person.account.avatar, largeAvatar: person.profile?.largeAvatar ?? null };
    const result = await change(context, database, person, "avatar", { before, after, words: [] });
    return result ?? (isDeepStrictEqual(before, after) ? saveResults.applied : saveResults.waits);
  });
}

/** Refuses choices that are on no list, and tags that do not exist. */
async function checkChoices(
  database: Database,
  { eduBackground, industry, interestDirection }: ExtendedProfile,
): Promise<void> {
  const definitions = await definitionsOf(database);
  const fields: Fields = {};
  if (eduBackground && !optionOf(definitions.education, eduBackground))
    fields.eduBackground = [requiredMessages.eduBackground];
  if (industry && !industryOf(definitions, industry)) fields.industry = [requiredMessages.industry];
  const existing =
    interestDirection.length > 0 ? await database.$count(tags, inArray(tags.id, interestDirection)) : 0;
  if (existing !== interestDirection.length) fields.interestDirection = ["请重新选择"];
  refuseFields(fields);
}

/** The profile with sensitive words replaced, and the words that need a moderator. */
async function checkTexts(context: CallContext, profile: ExtendedProfile, stored: ExtendedProfile) {
  const changed = extendedFields
    .filter(isTextField)
    .filter((field) => profile[field] !== "" && profile[field] !== stored[field]);
  const entries = changed.map((field) => [field, { value: profile[field], strictness: "text" as const }]);
  const { texts, reviewed } = await checkFields(context, Object.fromEntries(entries));
  const replaced = Object.fromEntries(changed.map((field) => [field, texts[field]?.[0] ?? ""]));
  return { checked: { ...profile, ...replaced }, words: reviewed };
}

/** Keeps a locked school: a form without a school keeps it, and a different one is refused beside its field. */
function withLockedSchool(profile: ExtendedProfile, { profile: row }: Person): ExtendedProfile {
  if (!row?.schoolBound || profile.school === row.school) return profile;
  if (profile.school === "") return { ...profile, school: row.school };
  throw new Refusal(
    "INVALID_REQUEST",
    { school: ["学校已绑定，不能修改"] },
    refusals.INVALID_REQUEST.message,
  );
}

/**
 * Saves the extended section (spec 3.4). Throws INVALID_REQUEST, SENSITIVE_WORDS, NOTHING_CHANGED, beside the fields.
 */
export async function saveExtended(context: CallContext, values: ExtendedProfile): Promise<SaveResult> {
  const { database } = context;
  const before = found(await readPerson(database, accountOf(context).id), "USER_NOT_FOUND");
  const newValues = withLockedSchool(values, before);
  await checkChoices(database, newValues);
  const { checked, words } = await checkTexts(context, newValues, extendedOf(before.profile));
  return save(context, (transaction, person) =>
    change(context, transaction, person, "extended", {
      before: extendedOf(person.profile),
      after: checked,
      words,
    }),
  );
}
