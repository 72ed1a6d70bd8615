import { eq, sql } from "drizzle-orm";
import type { Database } from "../../database/open";
import { files } from "../../database/schema";
import { pictureNamePattern } from "../file-types";
import { type ContentTable, fileContents, pieceBytes } from "../storage/content";

/**
 * Writes a content into the database: a picture into its row, any other in pieces. It replaces pieces that an
 * interrupted try has left. If the row is gone, nothing is written. The row's location stays as it is.
 */
export async function writeInside(
  database: Database,
  of: ContentTable,
  id: string | number,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  if (of === fileContents && pictureNamePattern.test(String(id))) {
    const parts: Uint8Array[] = [];
    for await (const part of content) parts.push(part);
    await database
      .update(files)
      .set({ content: Buffer.concat(parts) })
      .where(eq(files.name, String(id)));
    return;
  }
  await database.delete(of.pieces).where(eq(of.owner, id));
  const columns = sql.join(
    [of.owner, of.number, of.content].map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  let number = 0;
  const write = async (piece: Buffer) => {
    const bytes = sql.param(piece, of.content);
    await database.execute(
      sql`insert into ${of.pieces} (${columns}) select ${of.id}, ${number}::int, ${bytes}::bytea from ${of.table} where ${eq(of.id, id)}`,
    );
    number += 1;
  };
  let waiting: Buffer = Buffer.alloc(0);
  for await (const part of content) {
    waiting = Buffer.concat([waiting, part]);
    while (waiting.byteLength >= pieceBytes) {
      await write(waiting.subarray(0, pieceBytes));
      waiting = waiting.subarray(pieceBytes);
    }
  }
  if (waiting.byteLength > 0) await write(waiting);
}
