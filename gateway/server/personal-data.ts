import type { Database } from "../database/open";
import type { Account } from "./context";

/** A file of the export of one's data. */
interface ExportedFile {
  /** What is in it, in Chinese, for the README beside it. */
  about: string;
  /** A list is read as it is packed. */
  read(database: Database, account: Account): AsyncIterable<unknown> | Promise<unknown>;
}

export interface PersonalData {
  /** By their names. */
  files?: Readonly<Record<string, ExportedFile>>;
  /**
   * Removes what is personal, at the end of an account, in the transaction of that.
   * @returns how many of what were removed, for the receipt
   */
  erase?(database: Database, account: Account, now: Date): Promise<Record<string, number>>;
}

/** Rows read at a time. */
export const rowsAtOnce = 200;

/** All rows of a list, a stretch at a time; each stretch begins behind the last one's end. */
export async function* stretches<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = last.id;
  }
}

/** The person's own rows, without saying on each whose they are. */
export const withoutOwner = async <Row extends { accountId: number | null }>(rows: Promise<Row[]>) =>
  (await rows).map(({ accountId: _owner, ...row }) => row);
