import { sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { conversationSides, conversations, innerMessages } from "../../database/schema";
import { transact } from "../../database/transact";
import { decodeReferences, withoutControls } from "../bbcode/characters";
import { numberOf, type OldRow, textOf, timeOf } from "../read/old-tables";
import { beforeBound, type ImportContext, keepNumber, keptNumber } from "./import-context";
import { plannedMembers } from "./write-members";

/** A private message between two accounts. */
interface Message {
  firstId: number;
  secondId: number;
  senderId: number;
  text: string;
  createdAt: Date;
}

const formats =
  /\[\/?(?:b|i|u|s|size|color|font|align|backcolor|quote|code|url|img|email)(?:=[^\]\n]{0,200})?\]/gi;

/** Messages are plain text here, without the codes of formats. */
const plainText = (text: string) =>
  withoutControls(decodeReferences(text).replace(/\r\n?/g, "\n").replace(formats, "")).trim();

async function messagesOf(context: ImportContext, rows: OldRow[]): Promise<Message[]> {
  const { tables, report } = context;
  const lists = await tables.where("ucenter_pm_lists", "plid", [
    ...new Set(rows.map((row) => numberOf(row.plid))),
  ]);
  const pairs = new Map(
    lists
      .filter((row) => numberOf(row.pmtype) === 1)
      .map((row) => [
        numberOf(row.plid),
        /^(\d+)_(\d+)$/.exec(textOf(row.min_max))?.slice(1).map(Number) ?? [],
      ]),
  );
  const members = await plannedMembers(context, [...pairs.values()].flat());
  return rows.flatMap((row): Message[] => {
    const example = `pmid ${numberOf(row.pmid)}`;
    const pair = pairs.get(numberOf(row.plid));
    if (!pair) {
      report.leave("多人私信没有带来", example);
      return [];
    }
    const ids = pair.flatMap((uid) => members.get(uid)?.newId ?? []).sort((one, other) => one - other);
    const senderId = members.get(numberOf(row.authorid))?.newId;
    const [firstId, secondId] = ids;
    if (
      firstId === undefined ||
      secondId === undefined ||
      firstId === secondId ||
      senderId === undefined ||
      !ids.includes(senderId)
    ) {
      report.leave("私信的一方已不在旧论坛里，没有带来", example);
      return [];
    }
    if (numberOf(row.delstatus) !== 0) {
      report.leave("有一方删除了的私信没有带来", example);
      return [];
    }
    const text = plainText(textOf(row.message));
    return text ? [{ firstId, secondId, senderId, text, createdAt: timeOf(row.dateline) }] : [];
  });
}

/** Writes messages as read: the board's own notices of new ones stay there. */
async function writeMessages(database: Database, messages: Message[]): Promise<void> {
  const pairs = new Map(
    messages.map(({ firstId, secondId }) => [`${firstId} ${secondId}`, { firstId, secondId }]),
  );
  await database
    .insert(conversations)
    .values([...pairs.values()])
    .onConflictDoNothing();
  const column = (name: "firstId" | "secondId") =>
    sql`${sql.param([...pairs.values()].map((pair) => pair[name]))}::bigint[]`;
  const rows = await database
    .select()
    .from(conversations)
    .where(
      sql`(${conversations.firstId}, ${conversations.secondId}) in (select * from unnest(${column("firstId")}, ${column("secondId")}))`,
    );
  const ids = new Map(rows.map((row) => [`${row.firstId} ${row.secondId}`, row.id]));
  const conversationOf = ({ firstId, secondId }: { firstId: number; secondId: number }) =>
    ids.get(`${firstId} ${secondId}`) ?? 0;
  await database
    .insert(conversationSides)
    .values(
      [...pairs.values()].flatMap((pair) =>
        [pair.firstId, pair.secondId].map((accountId) => ({
          conversationId: conversationOf(pair),
          accountId,
        })),
      ),
    )
    .onConflictDoNothing();
  await database.insert(innerMessages).values(
    messages.map((message) => ({
      conversationId: conversationOf(message),
      senderId: message.senderId,
      text: message.text,
      createdAt: message.createdAt,
    })),
  );
  const touched = [...pairs.values()].map(conversationOf);
  await database.execute(sql`
    update ${conversationSides} as side
    set last_message_id = newest.id, last_at = case when side.last_message_id is null then newest.at else greatest(side.last_at, newest.at) end,
      read_up_to = case when side.unread = 0 then newest.id else side.read_up_to end
    from (
      select conversation_id, max(id) as id, max(created_at) as at from ${innerMessages}
      where conversation_id = any(${sql.param(touched)}::bigint[]) group by 1
    ) as newest
    where side.conversation_id = newest.conversation_id`);
}

/** Brings private messages of two people from UCenter's ten tables. */
export async function importMessages(context: ImportContext): Promise<void> {
  const { services, tables, options, report } = context;
  if (!(await tables.has("ucenter_pm_lists"))) return;
  for (let number = 0; number < 10; number += 1) {
    const table = `ucenter_pm_messages_${number}`;
    const mark = `messagesUpTo${number}`;
    if (!(await tables.has(table))) continue;
    for (let above = (await keptNumber(services.database, options.source, mark)) ?? 0; ; ) {
      const rows = beforeBound(context, await tables.after(table, "pmid", above, 500));
      if (rows.length === 0) break;
      above = numberOf(rows.at(-1)?.pmid);
      const messages = await messagesOf(context, rows);
      if (!options.isDryRun)
        await transact(services.database, async (database) => {
          if (messages.length > 0) await writeMessages(database, messages);
          await keepNumber(database, options.source, mark, above);
        });
      report.add("私信", messages.length);
      context.progress("私信", above);
    }
  }
}
