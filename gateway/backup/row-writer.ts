import type { SQL } from "drizzle-orm";
import type { Database } from "../database/open";

/** The maximal number of rows in one statement, and of characters. */
const rowsAtOnce = 500;
const charactersAtOnce = 1_000_000;

/** Writes rows, each a line of JSON, in groups. */
export class RowWriter {
  #lines: string[] = [];
  #size = 0;
  count = 0;

  /** @param statement writes a group, which it gets as a JSON array */
  constructor(
    private readonly database: Database,
    private readonly statement: (rows: string) => SQL,
  ) {}

  async add(line: string): Promise<void> {
    this.#lines.push(line);
    this.#size += line.length;
    this.count += 1;
    if (this.#lines.length >= rowsAtOnce || this.#size >= charactersAtOnce) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#lines.length === 0) return;
    await this.database.execute(this.statement(`[${this.#lines.join(",")}]`));
    this.#lines = [];
    this.#size = 0;
  }
}
