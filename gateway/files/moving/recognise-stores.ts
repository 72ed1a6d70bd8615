import { randomUUID } from "node:crypto";
import { desc, eq, like } from "drizzle-orm";
import type { Database } from "../../database/open";
import { documents } from "../../database/schema";
import { contentTables } from "../storage/content";
import { type FileStore, markName, StoreProblem } from "../stores/file-store";
import type { FileStores } from "../stores/file-stores";

/** How many of the files in a store are looked for before its first mark is written. */
const lookedFor = 5;

const documentOf = ({ name }: FileStore) => `file-store:${name}`;

async function knownId(database: Database, store: FileStore): Promise<string | null> {
  const [row] = await database
    .select({ value: documents.value })
    .from(documents)
    .where(eq(documents.key, documentOf(store)));
  return typeof row?.value === "string" ? row.value : null;
}

/** Whether the store has a file that the database has in it. True if the database has none. */
async function hasKnownFile(database: Database, store: FileStore): Promise<boolean> {
  let known = 0;
  for (const { table, location } of contentTables) {
    const rows = await database
      .select({ location })
      .from(table)
      .where(like(location, `${store.name}:%`))
      .orderBy(desc(location))
      .limit(lookedFor);
    for (const row of rows) {
      known += 1;
      const key = String(row.location).slice(store.name.length + 1);
      if ((await store.size(key)) !== null) return true;
    }
  }
  return known === 0;
}

const foreign = (store: FileStore, id: string) =>
  new StoreProblem(
    `${store.title}不是本站存放文件的地方：里面没有标记 ${markName}，或者标记不是 ${id}。请检查是否没有挂载、是否写错了。确认就是它（比如文件刚从别处搬来），请在里面写一个 ${markName}，内容是 ${id}`,
  );

/** Gives a store its mark when it is first used. @returns the mark's id, which the database remembers */
async function markNew(database: Database, store: FileStore): Promise<string> {
  const present = await store.mark();
  if (present === null && !(await hasKnownFile(database, store)))
    throw new StoreProblem(
      `${store.title}里没有本站的文件，而数据库记着它们在那里。请检查是否没有挂载、是否写错了。确认就是它，请在里面写一个 ${markName}，内容是 ${randomUUID()}`,
    );
  const own = present ?? randomUUID();
  if (present === null) await store.setMark(own);
  await database
    .insert(documents)
    .values({ key: documentOf(store), value: own })
    .onConflictDoNothing();
  const id = (await knownId(database, store)) ?? own;
  // Another process has marked the store at the same time.
  if (id !== own) await store.setMark(id);
  return id;
}

/**
 * Makes sure that the stores are those in which this database has its files: each has a mark, whose id the database
 * remembers. An unmounted folder or another bucket has not. Throws StoreProblem, and StoreAway.
 * @param marks whether to mark a store that is used for the first time
 */
export async function recogniseStores(
  database: Database,
  stores: FileStores,
  { marks = true } = {},
): Promise<void> {
  for (const store of stores.all) {
    const known = await knownId(database, store);
    if (known === null && !marks) continue;
    if (known !== null && (await store.mark()) !== known) throw foreign(store, known);
    stores.recognise(store.name, known ?? (await markNew(database, store)));
  }
}

/** Forgets the marks that came with a backup: its files are in the stores of this site now. */
export async function forgetMarks(database: Database): Promise<void> {
  await database.delete(documents).where(like(documents.key, "file-store:%"));
}
