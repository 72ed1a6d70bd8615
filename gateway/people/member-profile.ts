import type { CallResponse } from "contract";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import { outerColumn } from "../database/outer-column";
import { accounts, blocks, tagSkills, tags } from "../database/schema";
import { found } from "../server/refusal";
import { authorCardOf } from "./cards";
import { isFollowing } from "./following";

type Profile = CallResponse<"authorInfo">;

/** The number of skills on a member's page. */
const skillsMax = 6;

/** The tags with the most answers of a member; an accepted answer counts as ten replies. */
function skillsOf(database: Database, uid: number): Promise<Profile["skills"]> {
  return database
    .select({ id: tags.id, name: tags.name, posts: tagSkills.posts, accepted: tagSkills.accepted })
    .from(tagSkills)
    .innerJoin(tags, eq(tags.id, tagSkills.tagId))
    .where(and(eq(tagSkills.accountId, uid), gt(tagSkills.score, 0)))
    .orderBy(sql`${tagSkills.score} desc`, tags.id)
    .limit(skillsMax);
}

/**
 * The data of a member's page: the card, likes and accepted answers, skills, and whether the caller follows or blocked
 * them. Throws USER_NOT_FOUND.
 */
export async function profileOf(
  database: Database,
  uid: number,
  callerId: number | undefined,
): Promise<Profile> {
  const card = await authorCardOf(database, uid);
  const [more] = await database
    .select({
      likesReceived: accounts.likesReceived,
      answersAccepted: accounts.answersAccepted,
      favoritesPublic: accounts.favoritesPublic,
      closed: sql<boolean>`${accounts.closedAt} is not null`,
      blocked: sql<boolean>`exists (select 1 from ${blocks} where ${blocks.accountId} = ${callerId ?? 0} and ${blocks.blockedId} = ${outerColumn(accounts.id)})`,
    })
    .from(accounts)
    .where(eq(accounts.id, uid));
  const about = found(more, "USER_NOT_FOUND");
  if (about.closed)
    return { ...card, ...about, likesReceived: 0, answersAccepted: 0, followed: false, skills: [] };
  return {
    ...card,
    ...about,
    followed:
      callerId !== undefined &&
      callerId !== uid &&
      (await isFollowing(database, callerId, { kind: "user", target: uid })),
    skills: await skillsOf(database, uid),
  };
}
