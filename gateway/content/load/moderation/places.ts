import type { LogAction, LogTarget } from "contract/moderation/actions";
import { and, desc, eq, isNull, type SQL } from "drizzle-orm";
import type { Database } from "../../../database/open";
import {
  appeals,
  innerMessages,
  messageReports,
  moderationLog,
  posts,
  profileChanges,
  reportCases,
  topicClasses,
  topics,
} from "../../../database/schema";
import { sideWith } from "../../../messages/conversations";
import { found } from "../../../server/refusal";
import { placeParts } from "../../pack/schemas/moderation";
import { idOf } from "../rows/ids";

interface Written {
  tid: number;
  pid: number;
}

/** Finds the texts that moderation.yaml names: loaded topics by their keys, and the texts that its own steps wrote. */
export class ModerationPlaces {
  private readonly written = new Map<string, Written>();

  constructor(
    private readonly database: Database,
    private readonly members: Map<string, number>,
  ) {}

  add(key: string, text: Written): void {
    this.written.set(key, text);
  }

  async topic(key: string): Promise<number> {
    const text = this.written.get(key);
    if (text) return text.tid;
    const [row] = await this.database.select({ id: topics.id }).from(topics).where(eq(topics.packKey, key));
    return found(row, "TOPIC_NOT_FOUND").id;
  }

  /** Throws POST_NOT_FOUND. */
  async post(place: string): Promise<number> {
    const { key, floor, depth } = placeParts(place);
    const text = this.written.get(key);
    if (text) return text.pid;
    const topicId = await this.topic(key);
    const [onFloor] = await this.of(and(eq(posts.topicId, topicId), eq(posts.floor, floor)));
    const floorId = found(onFloor, "POST_NOT_FOUND").id;
    if (depth === null) return floorId;
    const [beneath] = await this.of(and(eq(posts.parentId, floorId), eq(posts.depthNumber, depth)));
    return found(beneath, "POST_NOT_FOUND").id;
  }

  private of(where: SQL | undefined) {
    return this.database.select({ id: posts.id }).from(posts).where(where).limit(1);
  }

  async classOf(sectionId: number, name: string | undefined): Promise<number | null> {
    if (name === undefined) return null;
    const classMatch = and(eq(topicClasses.sectionId, sectionId), eq(topicClasses.name, name));
    const [row] = await this.database.select({ id: topicClasses.id }).from(topicClasses).where(classMatch);
    return row?.id ?? null;
  }

  /** The id of the target of an action, from a place or a member's key. */
  async target(kind: LogTarget, text: string): Promise<number> {
    switch (kind) {
      case "topic":
        return this.topic(text);
      case "person":
        return idOf(this.members, text);
      case "profile":
        return this.newest(profileChanges, text);
      case "appeal":
        return this.newest(appeals, text);
      case "case":
        return this.openCase(await this.post(text));
      case "message":
        return this.newest(messageReports, text);
      default:
        return this.post(text);
    }
  }

  /** The newest undecided row of a member. */
  private async newest(
    table: typeof profileChanges | typeof appeals | typeof messageReports,
    member: string,
  ): Promise<number> {
    const [row] = await this.database
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          eq(table.accountId, idOf(this.members, member)),
          isNull("closedAt" in table ? table.closedAt : table.decidedAt),
        ),
      )
      .orderBy(desc(table.id))
      .limit(1);
    return found(row, "CASE_NOT_FOUND").id;
  }

  private async openCase(postId: number): Promise<number> {
    const open = and(eq(reportCases.postId, postId), isNull(reportCases.decidedAt));
    const [row] = await this.database.select({ id: reportCases.id }).from(reportCases).where(open);
    return found(row, "CASE_NOT_FOUND").id;
  }

  /** The last message from one member to the other. */
  async lastMessage(fromId: number, toId: number): Promise<number> {
    const side = await sideWith(this.database, toId, fromId);
    const sent = and(
      eq(innerMessages.senderId, fromId),
      eq(innerMessages.conversationId, side?.conversationId ?? 0),
    );
    const [row] = await this.database
      .select({ id: innerMessages.id })
      .from(innerMessages)
      .where(sent)
      .orderBy(desc(innerMessages.id))
      .limit(1);
    return found(row, "MESSAGE_NOT_FOUND").id;
  }

  /** The latest row of the log with this action about a person. */
  async latestAbout(personId: number, action: LogAction): Promise<number> {
    const [row] = await this.database
      .select({ id: moderationLog.id })
      .from(moderationLog)
      .where(and(eq(moderationLog.personId, personId), eq(moderationLog.action, action)))
      .orderBy(desc(moderationLog.id))
      .limit(1);
    return found(row, "APPEAL_NOT_FOUND").id;
  }
}
