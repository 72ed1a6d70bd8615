import type { Database } from "../database/open";
import type { Account } from "./context";

/** A file of a data export. */
interface ExportedFile {
  /** Its description in Chinese, for the README of the export. */
  about: string;
  /** Reads the content. A list is read in steps during packing. */
  read(database: Database, account: Account): AsyncIterable<unknown> | Promise<unknown>;
}

export interface PersonalData {
  /** By their names. */
  files?: Readonly<Record<string, ExportedFile>>;
  /**
   * Erases personal data, in the transaction that closes the account.
   * @returns the numbers of erased rows by kind, for the receipt
   */
  erase?(database: Database, account: Account, now: Date): Promise<Record<string, number>>;
}

/** Rows read at a time. */
export const rowsAtOnce = 200;

/** All rows of a list, read in stretches. Each stretch begins after the end of the previous one. */
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

/** The person's own rows without the column of the account. */
export const withoutOwner = async <Row extends { accountId: number | null }>(rows: Promise<Row[]>) =>
  (await rows).map(({ accountId: _owner, ...row }) => row);
