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

/** The values of a change of each kind: `before` when it was requested, `after` once it is approved. */
export type Changes = {
  nickname: { nickname: string };
  /** Storage names of the pictures. */
  avatar: { avatar: string | null; largeAvatar: string | null };
  extended: ExtendedProfile;
};

const open = (accountId: number, kind: ProfileChangeKind) =>
  and(
    eq(profileChanges.accountId, accountId),
    eq(profileChanges.kind, kind),
    isNull(profileChanges.decidedAt),
  );

/** Deletes a waiting change, because a newer one of its kind has been applied. */
export async function dropChange(
  database: Database,
  accountId: number,
  kind: ProfileChangeKind,
): Promise<void> {
  await database.delete(profileChanges).where(open(accountId, kind));
}

/**
 * Puts a change into the moderators' review, in place of a waiting one of its kind. The caller has locked the account.
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
 * Applies a change. The caller has locked the account. Fails with a unique violation for a nickname that somebody has.
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
    // A locked school stays, even if it was locked after the change was requested.
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
  /** The reason of a refusal, which the person reads. */
  reason?: string;
  deciderId: number;
  at: Date;
}

/**
 * Stores a moderator's decision on a change: applies it or not, and notifies the person. Throws
 * PROFILE_CHANGE_NOT_FOUND when it is decided or deleted, and NICKNAME_TAKEN when somebody else took the nickname
 * meanwhile.
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
  // Lock the account first, as every save does, so that no save replaces the change meanwhile.
  const person = found(
    change && (await readPerson(transaction, change.accountId, true)),
    "PROFILE_CHANGE_NOT_FOUND",
  );
  const [decidedChange] = await transaction
    .update(profileChanges)
    .set({ approved, reason: reason ?? null, decidedById: deciderId, decidedAt: at })
    .where(undecided)
    .returning();
  const { kind, after, accountId } = found(decidedChange, "PROFILE_CHANGE_NOT_FOUND");
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
