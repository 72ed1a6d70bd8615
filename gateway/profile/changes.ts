import { foldNickname } from "contract/account/identity";
import type { ExtendedProfile, ProfileChangeKind } from "contract/profile/fields";
import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../database/open";
import { accounts, profileChanges } from "../database/schema";
import { isUniqueViolation, transact } from "../database/transact";
import { notify } from "../messages/notify";
import { found } from "../server/refusal";
import { nicknameTaken } from "./nicknames";
import { type Person, type ProfileChange, readPerson, refreshCompleteness, writeProfile } from "./rows";

/**
 * What a change of each kind says: `before` as it was when the change was asked for, `after` as it is to be.
 */
export type Changes = {
  nickname: { nickname: string };
  /** Storage names. */
  avatar: { avatar: string | null; largeAvatar: string | null };
  extended: ExtendedProfile;
};

const open = (accountId: number, kind: ProfileChangeKind) =>
  and(
    eq(profileChanges.accountId, accountId),
    eq(profileChanges.kind, kind),
    isNull(profileChanges.decidedAt),
  );

/** Takes a change that waits away: a newer one of its kind has been applied. */
export async function dropChange(
  database: Database,
  accountId: number,
  kind: ProfileChangeKind,
): Promise<void> {
  await database.delete(profileChanges).where(open(accountId, kind));
}

/**
 * Puts a change before the moderators, in the place of one of its kind that waits there already. The account
 * is locked.
 */
export async function askForApproval<Kind extends ProfileChangeKind>(
  database: Database,
  accountId: number,
  kind: Kind,
  { before, after, words, at }: { before: Changes[Kind]; after: Changes[Kind]; words: string[]; at: Date },
): Promise<void> {
  await dropChange(database, accountId, kind);
  await database.insert(profileChanges).values({ accountId, kind, before, after, words, createdAt: at });
}

/**
 * Makes a change hold. The account is locked. Fails with a unique violation for a nickname that somebody has.
 */
export async function applyChange<Kind extends ProfileChangeKind>(
  database: Database,
  { account, profile }: Person,
  kind: Kind,
  change: Changes[Kind],
  at: Date,
): Promise<void> {
  const mine = eq(accounts.id, account.id);
  if (kind === "nickname") {
    const { nickname } = change as Changes["nickname"];
    const values = { nickname, nicknameFolded: foldNickname(nickname), nicknameChangedAt: at };
    await database.update(accounts).set(values).where(mine);
  } else if (kind === "avatar") {
    const { avatar, largeAvatar } = change as Changes["avatar"];
    await database.update(accounts).set({ avatar }).where(mine);
    await writeProfile(database, account.id, { largeAvatar }, at);
  } else {
    // A school that is locked stays, whatever became of it since the change was asked for.
    const school = profile?.schoolBound ? { school: profile.school } : {};
    await writeProfile(database, account.id, { ...(change as Changes["extended"]), ...school }, at);
  }
}

/** Changes that wait for a moderator, oldest first. */
export function changesToDecide(database: Database, limit: number): Promise<ProfileChange[]> {
  return database
    .select()
    .from(profileChanges)
    .where(isNull(profileChanges.decidedAt))
    .orderBy(profileChanges.createdAt)
    .limit(limit);
}

interface Decision {
  id: number;
  approved: boolean;
  /** Why not; the person reads it. */
  reason?: string;
  deciderId: number;
  at: Date;
}

/**
 * A moderator's word on a change: it holds from now on, or it does not; its person is told. Throws
 * PROFILE_CHANGE_NOT_FOUND when it is decided or gone, and NICKNAME_TAKEN when somebody else took the
 * nickname meanwhile.
 */
export async function decideProfileChange(database: Database, decision: Decision): Promise<void> {
  await transact(database, (transaction) => decideChange(transaction, decision)).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nicknameTaken("nickname") : error;
  });
}

/** The same inside the caller's transaction. Fails with a unique violation for a nickname that somebody has. */
export async function decideChange(
  transaction: Database,
  { id, approved, reason, deciderId, at }: Decision,
): Promise<void> {
  const undecided = and(eq(profileChanges.id, id), isNull(profileChanges.decidedAt));
  const [change] = await transaction
    .select({ accountId: profileChanges.accountId })
    .from(profileChanges)
    .where(undecided);
  // The account first, as every save locks it: then nothing replaces the change under the decision.
  const person = found(
    change && (await readPerson(transaction, change.accountId, true)),
    "PROFILE_CHANGE_NOT_FOUND",
  );
  const [decided] = await transaction
    .update(profileChanges)
    .set({ approved, reason: reason ?? null, decidedById: deciderId, decidedAt: at })
    .where(undecided)
    .returning();
  const { kind, after, accountId } = found(decided, "PROFILE_CHANGE_NOT_FOUND");
  if (approved) {
    await applyChange(transaction, person, kind, after as Changes[typeof kind], at);
    await refreshCompleteness(transaction, accountId);
  }
  await notify(transaction, [accountId], {
    event: approved ? "profileApproved" : "profileRefused",
    actorId: null,
    changeId: id,
    at,
  });
}
