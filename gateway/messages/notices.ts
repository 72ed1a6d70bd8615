import type { CallRequest } from "contract";
import { pageSize } from "contract/base/limits";
import { excerpt } from "contract/base/plain-text";
import type { Notice } from "contract/messages/calls";
import type { NoticeEvent } from "contract/messages/events";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "../database/open";
import {
  notifications,
  posts,
  productNotices,
  products,
  profileChanges,
  resources,
  resourceVersions,
  topics,
} from "../database/schema";
import { peopleByIds } from "../people/cards";
import { placeOf, stretch, turned } from "./keyset";
import { stands } from "./unread";

const excerptLength = 120;
/** Enough HTML for the excerpt's characters; the rest of a long text is not fetched. */
const excerptSource = 4_000;

interface ProductColumns {
  productId: number | null;
  productName: string | null;
  notice: string | null;
  noticeTitle: string | null;
  pk_rm_resource: number | null;
  resourceTitle: string | null;
  version: string | null;
}

/** What is new about a product; null for other notices, and where it was taken down again. */
function productOf({
  productId,
  productName,
  notice,
  noticeTitle,
  ...row
}: ProductColumns): Notice["product"] {
  if (productId === null || productName === null) return null;
  const { pk_rm_resource, resourceTitle, version } = row;
  const about = { id: productId, name: productName };
  if (notice !== null && noticeTitle !== null)
    return { ...about, title: noticeTitle, notice, pk_rm_resource: null };
  if (pk_rm_resource === null) return null;
  return { ...about, title: `${resourceTitle} ${version}`, notice: null, pk_rm_resource };
}

/**
 * One stretch of a person's notices of a kind, latest first. Those with nothing left to read are left out, as
 * in the badge.
 */
export async function noticeList(
  database: Database,
  accountId: number,
  { type, unread, event, before, after }: CallRequest<"queryDcmMessageByUser">,
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
      // One's own text is there for oneself until it is deleted.
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
    })
    .from(notifications)
    .leftJoin(topics, eq(topics.id, notifications.topicId))
    .leftJoin(posts, eq(posts.id, notifications.postId))
    .leftJoin(profileChanges, eq(profileChanges.id, notifications.changeId))
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
    .where(
      and(
        eq(notifications.accountId, accountId),
        event ? eq(notifications.event, event) : undefined,
        eq(notifications.kind, type),
        unread ? isNull(notifications.readAt) : undefined,
        gt(notifications.actors, 0),
        stands,
        place.where,
      ),
    )
    .orderBy(...place.orderBy)
    .limit(pageSize + 1);
  const { shown, ...beside } = turned(rows, pageSize, { before, after }, placeOf);
  const people = await peopleByIds(
    database,
    shown.map(({ actorId }) => actorId),
  );
  const notices = shown.map((row): Notice => {
    const { id, actors, tid, title, pid, floor, html, at } = row;
    const event = row.event as NoticeEvent;
    return {
      ...{ id, event, actors },
      actor: (row.actorId !== null && people.get(row.actorId)) || null,
      topic: tid !== null && title !== null && row.topicShown ? { tid, title } : null,
      post:
        pid !== null && row.topicShown && row.postShown
          ? {
              pid,
              floor,
              excerpt: excerpt(html, excerptLength),
              reason: event === "refused" ? row.reason : null,
            }
          : null,
      change: row.changeKind === null ? null : { kind: row.changeKind, reason: row.changeReason },
      advice: event === "advice" ? row.groupKey : null,
      product: productOf(row),
      createdAt: at.toISOString(),
      read: row.readAt !== null,
    };
  });
  return { notices, ...beside };
}

/** Marks a person's unread notices read: one of them, those of a kind or event, or all that stand. */
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
  // A notice whose text may come into sight again is still to be read then.
  const standing = database
    .select({ id: notifications.id })
    .from(notifications)
    .leftJoin(topics, eq(topics.id, notifications.topicId))
    .leftJoin(posts, eq(posts.id, notifications.postId))
    .where(and(unread, stands));
  await database
    .update(notifications)
    .set({ readAt: at })
    .where(and(unread, sql`${notifications.id} in ${standing}`));
}
