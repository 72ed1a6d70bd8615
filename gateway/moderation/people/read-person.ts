import type { CallResponse } from "contract";
import { foldNickname } from "contract/account/identity";
import { and, desc, eq, isNotNull, isNull, like, or, sql } from "drizzle-orm";
import { likeBeginning } from "../../database/like";
import type { Database } from "../../database/open";
import {
  accounts,
  penalties,
  personNotes,
  postAddresses,
  posts,
  reportCases,
  topics,
} from "../../database/schema";
import { peopleByIds, personColumns, toPerson } from "../../people/cards";
import { nicknameTakenFor } from "../../profile/nicknames";
import { accountOf, type CallContext } from "../../server/context";
import { found } from "../../server/refusal";
import { readOperator } from "../operator";
import { whyBarred } from "../penalties/may-restrict";
import { countWarnings } from "../penalties/penalise";
import { penaltyViews } from "./list-forbidden";

const peopleMax = 10;
const penaltiesMax = 50;
const notesMax = 50;
const addressesMax = 10;
/** A person's addresses are collected from so many of their latest posts. */
const postsRead = 500;

/** People by uid or by the beginning of a nickname, without closed accounts. */
export async function matchUser(database: Database, text: string): Promise<CallResponse<"matchUser">> {
  if (text === "") return { people: [] };
  const beginning = likeBeginning(foldNickname(text));
  const byId = /^\d{1,9}$/.test(text) ? eq(accounts.id, Number(text)) : undefined;
  const rows = await database
    .select(personColumns)
    .from(accounts)
    .where(and(isNull(accounts.closedAt), or(byId, like(accounts.nicknameFolded, beginning))))
    // Of digits first whose number they are, then whose nickname.
    .orderBy(
      ...(byId
        ? [
            sql`${accounts.id} = ${Number(text)} desc`,
            sql`${accounts.nicknameFolded} = ${foldNickname(text)} desc`,
          ]
        : [accounts.nicknameFolded]),
      accounts.id,
    )
    .limit(peopleMax);
  return { people: rows.map(toPerson) };
}

/** The addresses of somebody's latest posts, latest first. */
async function addressesOf(database: Database, accountId: number) {
  const latest = database
    .select({ address: postAddresses.address, createdAt: postAddresses.createdAt })
    .from(postAddresses)
    .innerJoin(posts, eq(posts.id, postAddresses.postId))
    .where(eq(posts.authorId, accountId))
    .orderBy(desc(postAddresses.postId))
    .limit(postsRead)
    .as("latest");
  const last = sql<string>`max(${latest.createdAt})`;
  const rows = await database
    .select({ address: latest.address, posts: sql<number>`count(*)::int`, last })
    .from(latest)
    .groupBy(latest.address)
    .orderBy(desc(last))
    .limit(addressesMax);
  return rows.map((row) => ({ ...row, last: new Date(row.last).toISOString() }));
}

/** What moderators see about a person (spec 7.2, forbidden info). Throws USER_NOT_FOUND. */
export async function readPerson(context: CallContext, uid: number): Promise<CallResponse<"forbiddenInfo">> {
  const { database, now } = context;
  const [row] = await database
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, uid), isNull(accounts.closedAt)));
  const account = found(row, "USER_NOT_FOUND");
  const operator = await readOperator(database, accountOf(context).id);
  const at = now();
  const [texts] = await database
    .select({
      refused: sql<number>`count(*) filter (where ${posts.review} = 'refused')::int`,
      recycled: sql<number>`count(*) filter (where ${posts.recycledById} is not null or (${posts.floor} = 1 and ${topics.recycledById} is not null))::int`,
    })
    .from(posts)
    .innerJoin(topics, eq(topics.id, posts.topicId))
    .where(
      and(
        eq(posts.authorId, uid),
        or(eq(posts.review, "refused"), isNotNull(posts.recycledById), isNotNull(topics.recycledById)),
      ),
    );
  const upheld = and(eq(reportCases.authorId, uid), eq(reportCases.status, "upheld"));
  const rows = await database
    .select()
    .from(penalties)
    .where(eq(penalties.accountId, uid))
    .orderBy(desc(penalties.id))
    .limit(penaltiesMax);
  const notes = await database
    .select()
    .from(personNotes)
    .where(eq(personNotes.accountId, uid))
    .orderBy(desc(personNotes.id))
    .limit(notesMax);
  const people = await peopleByIds(
    database,
    notes.map(({ byId }) => byId),
  );
  return {
    person: toPerson(account),
    joinedAt: account.createdAt.toISOString(),
    looksLike: await nicknameTakenFor(context, account.nickname, uid),
    barred: await whyBarred(database, operator, uid),
    topics: account.topics,
    posts: account.posts,
    refused: texts?.refused ?? 0,
    recycled: texts?.recycled ?? 0,
    upheld: await database.$count(reportCases, upheld),
    warnings: await countWarnings(database, uid, at),
    penalties: await penaltyViews(database, rows, at),
    notes: notes.map(({ byId, text, createdAt }) => ({
      by: found(people.get(byId), "USER_NOT_FOUND"),
      text,
      at: createdAt.toISOString(),
    })),
    addresses: operator.admin ? await addressesOf(database, uid) : [],
  };
}
