import type { CallRequest } from "contract";
import { pageSize } from "contract/base/constants";
import { excerpt } from "contract/base/plain-text";
import { subtractTime } from "contract/base/time";
import type { Notice } from "contract/messages/calls";
import type { NoticeEvent } from "contract/messages/events";
import type { LogAction } from "contract/moderation/actions";
import { appealableActions, appealDays } from "contract/moderation/constants";
import { type ProductState, productStates } from "contract/products/constants";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../database/open";
import {
  activities,
  announcements,
  appeals,
  moderationLog,
  moderationReasons,
  notifications,
  posts,
  productNotices,
  productStateChanges,
  products,
  profileChanges,
  resources,
  resourceVersions,
  sections,
  topics,
} from "../database/schema";
import { peopleByIds } from "../people/cards";
import { type Entitled, mayIn } from "../server/rights";
import { placeOf, stretch, turned } from "./keyset";
import { leadsSomewhere, topicOfNotice } from "./unread";

/** The section of a notice's topic; `sections` itself is joined for moderators' actions. */
const around = alias(sections, "around");

/** The number of a suggestion or complaint; administrators' notices have their event before it. */
function adviceOf(event: NoticeEvent, groupKey: string | null): string | null {
  if (event === "advice") return groupKey;
  const isStaffs = event === "adviceAssigned" || event === "adviceOverdue";
  return isStaffs ? (groupKey?.slice(event.length + 1) ?? null) : null;
}

const excerptLength = 120;
/** How much HTML is read, enough for the excerpt, so that long texts are not fetched whole. */
const excerptSource = 4_000;

interface ProductColumns {
  productId: number | null;
  productName: string | null;
  notice: string | null;
  noticeTitle: string | null;
  pk_rm_resource: number | null;
  resourceTitle: string | null;
  version: string | null;
  after: ProductState | null;
}

/** The product's news that a notice is about; null for other notices, and when it was withdrawn. */
function productOf({
  productId,
  productName,
  notice,
  noticeTitle,
  ...row
}: Omit<ProductColumns, "after">): Notice["product"] {
  if (productId === null || productName === null) return null;
  const { pk_rm_resource, resourceTitle, version } = row;
  const about = { id: productId, name: productName };
  if (notice !== null && noticeTitle !== null)
    return { ...about, title: noticeTitle, notice, pk_rm_resource: null };
  if (pk_rm_resource === null) return null;
  return { ...about, title: `${resourceTitle} ${version}`, notice: null, pk_rm_resource };
}

const stateName = (code: ProductState) => productStates.find((state) => state.code === code)?.name ?? code;

/** What happened to something in a list of the reader; null when it was withdrawn. */
function listOf({ words, after, ...row }: ProductColumns & { words: string | null }): Notice["list"] {
  const { productId, productName, notice, noticeTitle, pk_rm_resource, resourceTitle, version } = row;
  const about = {
    words: words ?? "",
    name: productName ?? resourceTitle ?? "",
    notice: null,
    pk_rm_resource: null,
    product: productId,
  };
  if (notice !== null && noticeTitle !== null) return { ...about, title: noticeTitle, notice };
  if (pk_rm_resource !== null)
    return {
      ...about,
      title: productName === null ? (version ?? "") : `${resourceTitle} ${version}`,
      pk_rm_resource,
    };
  return after === null ? null : { ...about, title: `的状态变为“${stateName(after)}”` };
}

interface ActivityColumns {
  activityId: number | null;
  activityTitle: string | null;
  words: string | null;
}

/** The activity that a notice is about; null for other notices. */
const activityOf = ({ activityId: id, activityTitle: title, words }: ActivityColumns): Notice["activity"] =>
  id === null || title === null ? null : { id, title, words: words ?? "" };

interface ModerationColumns {
  action: LogAction | null;
  why: string | null;
  logId: number | null;
  concerns: number | null;
  doneAt: Date | null;
  appealId: number | null;
  where: string | null;
}

/** A moderator's action, and whether the reader may appeal against it; null for other notices. */
function moderationOf(
  { action, why, logId, concerns, doneAt, appealId, where }: ModerationColumns,
  accountId: number,
  now: Date,
): Notice["moderation"] {
  if (action === null) return null;
  const inTime = doneAt !== null && doneAt >= subtractTime(now, appealDays, "day");
  const mine = concerns === accountId && (appealableActions as readonly LogAction[]).includes(action);
  const appealable = mine && inTime && appealId === null ? logId : null;
  return { action, reason: why ?? "", appealable, appealed: appealId !== null, section: where ?? "" };
}

/**
 * A page of a person's notices of one kind, latest first. Notices whose text nobody can read now are left out, as in
 * the badge's count.
 */
export async function noticeList(
  database: Database,
  accountId: number,
  { type, unread, event, before, after }: CallRequest<"queryDcmMessageByUser">,
  { now, reader }: { now: Date; reader: Entitled },
): Promise<{ notices: Notice[]; newer: string | null; older: string | null }> {
  const place = stretch(notifications.createdAt, notifications.id, { before, after });
  const rows = await database
    .select({
      id: notifications.id,
      event: notifications.event,
      actorId: notifications.actorId,
      actors: notifications.actors,
      groupKey: notifications.groupKey,
      at: notifications.createdAt,
      readAt: notifications.readAt,
      tid: topics.id,
      title: topics.title,
      // Authors see their own text until it is deleted.
      topicShown: sql<boolean>`(${topics.listed} or (${topics.authorId} = ${accountId} and ${topics.deletedAt} is null))`,
      pid: posts.id,
      floor: posts.floor,
      html: sql<string>`left(${posts.html}, ${excerptSource})`,
      postShown: sql<boolean>`(${posts.listed} or (${posts.authorId} = ${accountId} and ${posts.deletedAt} is null))`,
      reason: posts.stateReason,
      changeKind: profileChanges.kind,
      changeReason: profileChanges.reason,
      productId: products.id,
      productName: products.name,
      notice: productNotices.number,
      noticeTitle: productNotices.title,
      pk_rm_resource: resources.id,
      resourceTitle: resources.title,
      version: resourceVersions.version,
      after: productStateChanges.after,
      action: moderationLog.action,
      why: moderationReasons.text,
      logId: moderationLog.id,
      concerns: moderationLog.personId,
      doneAt: moderationLog.at,
      appealId: appeals.id,
      where: sections.name,
      activityId: activities.id,
      activityTitle: activities.title,
      words: notifications.words,
      announcement: {
        kind: announcements.kind,
        title: announcements.title,
        text: announcements.text,
        link: announcements.link,
      },
      topicSection: { id: around.id, rights: around.rights, closed: around.closed },
    })
    .from(notifications)
    .leftJoin(posts, eq(posts.id, notifications.postId))
    .leftJoin(topics, topicOfNotice)
    .leftJoin(around, eq(around.id, topics.sectionId))
    .leftJoin(profileChanges, eq(profileChanges.id, notifications.changeId))
    .leftJoin(activities, eq(activities.id, notifications.activityId))
    .leftJoin(announcements, eq(announcements.id, notifications.announcementId))
    .leftJoin(products, eq(products.id, notifications.productId))
    .leftJoin(
      productNotices,
      and(eq(productNotices.number, notifications.noticeNumber), isNull(productNotices.delistedAt)),
    )
    .leftJoin(
      resourceVersions,
      and(eq(resourceVersions.id, notifications.versionId), isNull(resourceVersions.delistedAt)),
    )
    .leftJoin(resources, eq(resources.id, resourceVersions.resourceId))
    .leftJoin(productStateChanges, eq(productStateChanges.id, notifications.stateChangeId))
    .leftJoin(moderationLog, eq(moderationLog.id, notifications.logId))
    .leftJoin(moderationReasons, eq(moderationReasons.id, moderationLog.reasonId))
    .leftJoin(appeals, and(eq(appeals.logId, moderationLog.id), eq(appeals.accountId, accountId)))
    .leftJoin(sections, eq(sections.id, moderationLog.sectionId))
    .where(
      and(
        eq(notifications.accountId, accountId),
        event ? eq(notifications.event, event) : undefined,
        eq(notifications.kind, type),
        unread ? isNull(notifications.readAt) : undefined,
        gt(notifications.actors, 0),
        leadsSomewhere,
        place.where,
      ),
    )
    .orderBy(...place.orderBy)
    .limit(pageSize + 1);
  const { visible, ...beside } = turned(rows, pageSize, { before, after }, placeOf);
  const people = await peopleByIds(
    database,
    visible.map(({ actorId }) => actorId),
  );
  const notices = visible.map((row): Notice => {
    const { id, actors, tid, title, pid, floor, html, at, topicSection } = row;
    // A reader who may not view the section any more does not see its texts here either.
    const inSight = topicSection !== null && !topicSection.closed && mayIn(reader, topicSection, "view");
    const isTopicVisible = row.topicShown && inSight;
    const event = row.event as NoticeEvent;
    return {
      id,
      event,
      actors,
      actor: (row.actorId !== null && people.get(row.actorId)) || null,
      topic: tid !== null && title !== null && isTopicVisible ? { tid, title } : null,
      post:
        pid !== null && isTopicVisible && row.postShown
          ? {
              pid,
              floor,
              excerpt: excerpt(html, excerptLength),
              reason: event === "refused" ? row.reason : null,
            }
          : null,
      change: row.changeKind === null ? null : { kind: row.changeKind, reason: row.changeReason },
      moderation: moderationOf(row, accountId, now),
      advice: adviceOf(event, row.groupKey),
      product: event === "listNews" ? null : productOf(row),
      list: event === "listNews" ? listOf(row) : null,
      activity: activityOf(row),
      announcement: row.announcement,
      createdAt: at.toISOString(),
      read: row.readAt !== null,
    };
  });
  return { notices, ...beside };
}

/** Marks a person's unread notices as read: one of them, those of a kind or event, or all that are visible. */
export async function readNotices(
  database: Database,
  accountId: number,
  { id, type, event }: CallRequest<"updateReadMessage">,
  at: Date,
): Promise<void> {
  const unread = and(
    eq(notifications.accountId, accountId),
    isNull(notifications.readAt),
    id ? eq(notifications.id, id) : undefined,
    type ? eq(notifications.kind, type) : undefined,
    event ? eq(notifications.event, event) : undefined,
  );
  // A hidden notice stays unread, because its text may become visible again.
  const visibleIds = database
    .select({ id: notifications.id })
    .from(notifications)
    .leftJoin(posts, eq(posts.id, notifications.postId))
    .leftJoin(topics, topicOfNotice)
    .where(and(unread, leadsSomewhere));
  await database
    .update(notifications)
    .set({ readAt: at })
    .where(and(unread, sql`${notifications.id} in ${visibleIds}`));
}
