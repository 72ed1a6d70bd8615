import { collectionKinds } from "contract/collections/calls";
import { and, asc, desc, eq, gt, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import * as tables from "../../database/schema";
import { attachmentAddress } from "../../files/storage/addresses";
import { fileAddress } from "../../files/storage/store";
import type { Account } from "../../server/context";
import { deviceOf } from "../../server/devices";
import { studyRecord } from "./study";

/** Rows read at a time. */
const atOnce = 200;

/** All rows of a list, a stretch at a time; each stretch begins behind the last one's end. */
async function* stretches<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = last.id;
  }
}

const { accounts, courses, lessons, topics, posts, products, resources, sections, videos } = tables;

/** The account itself, without what proves who somebody is. */
function accountRecord(account: Account) {
  const {
    id,
    nickname,
    phone,
    email,
    avatar,
    intro,
    favoritesPublic,
    mutedNotices,
    digest,
    signedPolicies,
    closingAt,
    createdAt,
  } = account;
  const icon = avatar ? fileAddress(avatar) : null;
  return {
    uid: id,
    nickname,
    phone,
    email,
    icon,
    intro,
    favoritesPublic,
    mutedNotices,
    digest,
    signedPolicies,
    closingAt,
    createdAt,
  };
}

async function* follows(database: Database, accountId: number) {
  const { follows: table, sections, tags } = tables;
  const names = { user: accounts.nickname, section: sections.name, tag: tags.name, product: products.name };
  const places = { user: accounts, section: sections, tag: tags, product: products };
  for (const kind of ["user", "section", "tag", "product"] as const) {
    const place = places[kind];
    yield* stretches((after) =>
      database
        .select({
          kind: table.kind,
          id: table.targetId,
          name: sql<string>`${names[kind]}`,
          since: table.createdAt,
        })
        .from(table)
        .innerJoin(place, eq(place.id, table.targetId))
        .where(and(eq(table.accountId, accountId), eq(table.kind, kind), gt(table.targetId, after)))
        .orderBy(asc(table.targetId))
        .limit(atOnce),
    );
  }
}

/** A title that everyone may read; null for others. */
const openTitle = sql<
  string | null
>`case when ${topics.listed} and ${topics.sectionId} in (select ${sections.id} from ${sections} where not ${sections.closed} and coalesce(${sections.rights} ->> 'view', 'everyone') = 'everyone') then ${topics.title} end`;

const favorites = (database: Database, accountId: number) =>
  stretches((after) =>
    database
      .select({ id: topics.id, title: openTitle, since: tables.favorites.createdAt })
      .from(tables.favorites)
      .innerJoin(topics, eq(topics.id, tables.favorites.topicId))
      .where(and(eq(tables.favorites.accountId, accountId), gt(topics.id, after)))
      .orderBy(asc(topics.id))
      .limit(atOnce),
  );

async function* collections(database: Database, accountId: number) {
  const { collections: table } = tables;
  const names = {
    product: products.name,
    resource: resources.title,
    video: videos.title,
    course: courses.title,
    lesson: lessons.title,
  };
  const places = { product: products, resource: resources, video: videos, course: courses, lesson: lessons };
  for (const kind of collectionKinds) {
    const place = places[kind];
    yield* stretches((after) =>
      database
        .select({
          kind: table.kind,
          id: table.targetId,
          name: sql<string>`${names[kind]}`,
          since: table.createdAt,
        })
        .from(table)
        .innerJoin(place, eq(place.id, table.targetId))
        .where(and(eq(table.accountId, accountId), eq(table.kind, kind), gt(table.targetId, after)))
        .orderBy(asc(table.targetId))
        .limit(atOnce),
    );
  }
}

/** Topics that the person read, follows or muted. */
const readings = (database: Database, accountId: number) => {
  const { topicReadings: table } = tables;
  return stretches((after) =>
    database
      .select({
        id: topics.id,
        title: openTitle,
        floor: table.floor,
        readAt: table.readAt,
        level: table.level,
      })
      .from(table)
      .innerJoin(topics, eq(topics.id, table.topicId))
      .where(and(eq(table.accountId, accountId), gt(topics.id, after)))
      .orderBy(asc(topics.id))
      .limit(atOnce),
  );
};

const likes = (database: Database, accountId: number) =>
  stretches((after) =>
    database
      .select({ id: posts.id, tid: posts.topicId, title: openTitle, since: tables.likes.createdAt })
      .from(tables.likes)
      .innerJoin(posts, eq(posts.id, tables.likes.postId))
      .innerJoin(topics, eq(topics.id, posts.topicId))
      .where(and(eq(tables.likes.accountId, accountId), gt(posts.id, after)))
      .orderBy(asc(posts.id))
      .limit(atOnce),
  );

function notifications(database: Database, accountId: number) {
  const {
    id,
    kind,
    event,
    actorId,
    actors,
    topicId,
    postId,
    createdAt,
    readAt,
    accountId: owner,
  } = tables.notifications;
  return stretches((after) =>
    database
      .select({
        id,
        kind,
        event,
        actorId,
        actorName: accounts.nickname,
        actors,
        topicId,
        postId,
        createdAt,
        readAt,
      })
      .from(tables.notifications)
      .leftJoin(accounts, eq(accounts.id, actorId))
      .where(and(eq(owner, accountId), gt(id, after)))
      .orderBy(asc(id))
      .limit(atOnce),
  );
}

/** The messages that the person wrote: what others wrote to them is the others' own. */
function messages(database: Database, accountId: number) {
  const { innerMessages: message, conversations: talk } = tables;
  const otherId = sql<number>`case when ${talk.firstId} = ${accountId} then ${talk.secondId} else ${talk.firstId} end`;
  return stretches((after) =>
    database
      .select({
        id: message.id,
        toId: otherId,
        toName: accounts.nickname,
        text: message.text,
        createdAt: message.createdAt,
      })
      .from(message)
      .innerJoin(talk, eq(talk.id, message.conversationId))
      .innerJoin(accounts, eq(accounts.id, otherId))
      .where(and(eq(message.senderId, accountId), gt(message.id, after)))
      .orderBy(asc(message.id))
      .limit(atOnce),
  );
}

async function* drafts(database: Database, accountId: number) {
  const { drafts: draft, draftVersions: version } = tables;
  const rows = await database
    .select()
    .from(draft)
    .where(eq(draft.accountId, accountId))
    .orderBy(asc(draft.id));
  for (const { accountId: _owner, ...row } of rows) {
    const versions = await database
      .select()
      .from(version)
      .where(eq(version.draftId, row.id))
      .orderBy(desc(version.revision));
    yield {
      ...row,
      versions: versions.map(({ revision, title, content, fields, savedAt }) => ({
        revision,
        title,
        content,
        fields,
        savedAt,
      })),
    };
  }
}

async function* uploads(database: Database, accountId: number) {
  const { uploads: table } = tables;
  for await (const row of stretches((after) =>
    database
      .select()
      .from(table)
      .where(and(eq(table.accountId, accountId), gt(table.id, after)))
      .orderBy(asc(table.id))
      .limit(atOnce),
  )) {
    const { id, kind, originalName, fileName, bytes, createdAt } = row;
    yield {
      id,
      kind,
      originalName,
      bytes,
      createdAt,
      address: kind === "image" ? fileAddress(fileName) : attachmentAddress(id, originalName),
    };
  }
}

/** A post of the person's with all that its file says. What they deleted themselves is not among them. */
export type WrittenPost = ReturnType<typeof writtenPosts> extends AsyncGenerator<infer Row> ? Row : never;

/** Topics (their first floors) or replies that the person wrote, oldest first. */
export function writtenPosts(database: Database, accountId: number, what: "topics" | "replies") {
  const first = eq(posts.floor, 1);
  const tags = sql<
    string[]
  >`array(select ${tables.tags.name} from ${tables.topicTags} join ${tables.tags} on ${tables.tags.id} = ${tables.topicTags.tagId}
    where ${tables.topicTags.topicId} = ${topics.id} order by ${tables.topicTags.position})`;
  return stretches((after) =>
    database
      .select({
        id: posts.id,
        tid: topics.id,
        title: openTitle,
        ownTitle: topics.title,
        section: tables.sections.name,
        tags,
        floor: posts.floor,
        source: posts.source,
        likes: posts.likes,
        createdAt: posts.createdAt,
        editedAt: posts.editedAt,
        listed: sql<boolean>`${posts.listed} and ${topics.listed}`,
      })
      .from(posts)
      .innerJoin(topics, eq(topics.id, posts.topicId))
      .innerJoin(tables.sections, eq(tables.sections.id, topics.sectionId))
      .where(
        and(
          eq(posts.authorId, accountId),
          what === "topics" ? first : or(isNull(posts.floor), ne(posts.floor, 1)),
          or(isNull(posts.deletedAt), isNotNull(posts.recycledById)),
          gt(posts.id, after),
        ),
      )
      .orderBy(asc(posts.id))
      .limit(atOnce),
  );
}

/** Sign-ups with what was answered, and the teams and works that they came to. */
async function* activitySignups(database: Database, accountId: number) {
  const { activities, activitySignups: table, activityTeamMembers, activityTeams, activityWorks } = tables;
  yield* stretches((after) =>
    database
      .select({
        id: table.id,
        activity: activities.title,
        category: table.category,
        name: table.name,
        contact: table.contact,
        answers: table.answers,
        state: table.state,
        reason: table.reason,
        agreedTo: table.policyVersion,
        team: activityTeams.name,
        work: activityWorks.title,
        workAnswers: activityWorks.answers,
        signedUpAt: table.createdAt,
        checkedInAt: table.checkedInAt,
      })
      .from(table)
      .innerJoin(activities, eq(activities.id, table.activityId))
      .leftJoin(activityTeamMembers, eq(activityTeamMembers.signupId, table.id))
      .leftJoin(activityTeams, eq(activityTeams.id, activityTeamMembers.teamId))
      .leftJoin(
        activityWorks,
        or(eq(activityWorks.signupId, table.id), eq(activityWorks.teamId, activityTeamMembers.teamId)),
      )
      .where(and(eq(table.accountId, accountId), gt(table.id, after)))
      .orderBy(asc(table.id))
      .limit(atOnce),
  );
}

/** Every list of the export but what the person published, by the name of its file; read as it is packed. */
export function recordsOf(
  database: Database,
  account: Account,
): Record<string, () => AsyncIterable<unknown> | Promise<unknown>> {
  const { id } = account;
  const {
    profiles,
    profileChanges,
    consentRecords,
    accessRecords,
    analyticsEvents,
    sessions,
    suggestions,
    complaints,
    reports,
    messageReports,
    blocks,
  } = tables;
  const own = async <Row extends { accountId: number | null }>(rows: Promise<Row[]>) =>
    (await rows).map(({ accountId: _owner, ...row }) => row);
  return {
    "account.json": async () => accountRecord(account),
    "profile.json": async () => ({
      profile: (await own(database.select().from(profiles).where(eq(profiles.accountId, id))))[0] ?? null,
      changes: (
        await own(database.select().from(profileChanges).where(eq(profileChanges.accountId, id)))
      ).map(({ decidedById: _moderator, words: _words, ...change }) => change),
    }),
    "consents.json": () =>
      own(
        database
          .select()
          .from(consentRecords)
          .where(eq(consentRecords.accountId, id))
          .orderBy(asc(consentRecords.id)),
      ),
    "visits.json": () =>
      own(
        database
          .select()
          .from(accessRecords)
          .where(eq(accessRecords.accountId, id))
          .orderBy(asc(accessRecords.id)),
      ),
    "analytics.json": () =>
      own(
        database
          .select({
            accountId: analyticsEvents.accountId,
            code: analyticsEvents.code,
            page: analyticsEvents.page,
            data: analyticsEvents.data,
            eventAt: analyticsEvents.eventAt,
            createdAt: analyticsEvents.createdAt,
          })
          .from(analyticsEvents)
          .where(eq(analyticsEvents.accountId, id))
          .orderBy(asc(analyticsEvents.id)),
      ),
    "sessions.json": async () =>
      (
        await database
          .select()
          .from(sessions)
          .where(eq(sessions.accountId, id))
          .orderBy(desc(sessions.seenAt))
      ).map((session) => {
        const { userAgent, address, createdAt, seenAt, expiresAt, endedAt } = session;
        return { ...deviceOf(userAgent), userAgent, address, createdAt, seenAt, expiresAt, endedAt };
      }),
    "follows.json": () => follows(database, id),
    "favorites.json": () => favorites(database, id),
    "collections.json": () => collections(database, id),
    "likes.json": () => likes(database, id),
    "readings.json": () => readings(database, id),
    "blocks.json": () =>
      database
        .select({ uid: blocks.blockedId, name: accounts.nickname, since: blocks.createdAt })
        .from(blocks)
        .innerJoin(accounts, eq(accounts.id, blocks.blockedId))
        .where(eq(blocks.accountId, id)),
    "notifications.json": () => notifications(database, id),
    "messages.json": () => messages(database, id),
    "suggestions.json": () =>
      own(
        database.select().from(suggestions).where(eq(suggestions.accountId, id)).orderBy(asc(suggestions.id)),
      ),
    "complaints.json": () =>
      own(database.select().from(complaints).where(eq(complaints.accountId, id)).orderBy(asc(complaints.id))),
    "reports.json": async () => ({
      posts: await own(
        database.select().from(reports).where(eq(reports.accountId, id)).orderBy(asc(reports.id)),
      ),
      messages: await own(
        database
          .select()
          .from(messageReports)
          .where(eq(messageReports.accountId, id))
          .orderBy(asc(messageReports.id)),
      ),
    }),
    "activities.json": () => activitySignups(database, id),
    "drafts.json": () => drafts(database, id),
    "studies.json": () => studyRecord(database, id),
    "uploads.json": () => uploads(database, id),
  };
}
