import { foldNickname } from "contract/account/identity";
import { eq, inArray } from "drizzle-orm";
import { contactsOf } from "../../../account/contacts";
import { newLetters } from "../../../activities/checkin/codes";
import { keepSteps, newKey, takeSeat } from "../../../activities/signups/seats";
import type { Database } from "../../../database/open";
import {
  accounts,
  activities,
  activitySearches,
  activitySignups,
  activityTeamMembers,
  activityTeams,
  consentRecords,
  policies,
} from "../../../database/schema";
import type { PrivateFile } from "../../pack/schemas/private";
import { idOf } from "../rows/ids";

type Group = PrivateFile["teams"][number];
type Said = Pick<Group, "activity" | "category" | "answers">;

interface Writing {
  database: Database;
  members: Map<string, number>;
  before(ago: number): Date;
  /** The version of the policy that people accept when they sign up. */
  policyVersion: string;
}

/** Signs a member up for a seat; null where there is none left. */
async function signUp(
  { database, members, before, policyVersion }: Writing,
  { activity: activityId, category, answers }: Said,
  key: string,
  ago: number,
): Promise<number | null> {
  const accountId = idOf(members, key);
  const [account] = await database.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account || !(await takeSeat(database, activityId, category))) return null;
  const { channel, contact } = contactsOf(account)[0] ?? { channel: "phone" as const, contact: "" };
  const [at, state] = [before(ago), "accepted" as const];
  const [row] = await database
    .insert(activitySignups)
    .values({
      activityId,
      category,
      accountId,
      answers,
      state,
      channel,
      contact,
      policyVersion,
      name: account.nickname,
      agreedAt: at,
      submissionId: `pack:${activityId}:${key}`,
      letters: newLetters(),
      proofKey: newKey(),
      updatedAt: at,
      createdAt: at,
    })
    .returning({ id: activitySignups.id });
  if (!row) return null;
  await database.insert(consentRecords).values({
    accountId,
    policyId: "activeprivacyPolicy",
    version: policyVersion,
    decision: "1" as const,
    address: "",
    userAgent: "",
    createdAt: at,
  });
  await keepSteps(database, [row.id], { action: "signUp", state, byId: accountId, at });
  return row.id;
}

/** Writes a team of demo members, and what its captain, the first of them, says of the people that it looks for. */
async function writeTeam(writing: Writing, { members: keys, ...group }: Group): Promise<void> {
  const { database, before } = writing;
  const { activity: activityId, name, text } = group;
  const signupIds: number[] = [];
  for (const key of keys) {
    const signupId = await signUp(writing, group, key, group.ago);
    if (signupId !== null) signupIds.push(signupId);
  }
  const [captainId] = signupIds;
  if (captainId === undefined) return;
  const at = before(group.ago);
  let teamId: number | null = null;
  if (name !== undefined) {
    const [team] = await database
      .insert(activityTeams)
      .values({ activityId, name, nameFolded: foldNickname(name), captainId, createdAt: at })
      .returning({ id: activityTeams.id });
    if (!team) return;
    teamId = team.id;
    await database
      .insert(activityTeamMembers)
      .values(signupIds.map((signupId) => ({ signupId, teamId: team.id, joinedAt: at })));
  }
  await database
    .insert(activitySearches)
    .values({ activityId, signupId: captainId, teamId, text, agreedAt: at });
}

/** Writes the teams of demo members who look for people, and the members who look for a team. */
export async function writeTeams(
  database: Database,
  groups: Group[],
  members: Map<string, number>,
  before: (ago: number) => Date,
): Promise<void> {
  if (groups.length === 0) return;
  const [policy] = await database
    .select({ version: policies.version })
    .from(policies)
    .where(eq(policies.id, "activeprivacyPolicy"));
  const named = groups.map(({ activity }) => activity);
  const rows = await database
    .select({ id: activities.id })
    .from(activities)
    .where(inArray(activities.id, named));
  const open = new Set(rows.map(({ id }) => id));
  if (!policy) return;
  const writing = { database, members, before, policyVersion: policy.version };
  for (const group of groups) if (open.has(group.activity)) await writeTeam(writing, group);
}
