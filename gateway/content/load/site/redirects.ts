import { contentBodies } from "contract/content/kinds/bodies";
import { inArray } from "drizzle-orm";
import type { Database } from "../../../database/open";
import { redirects } from "../../../database/schema";
import type { Pack } from "../../pack/parse-pack";
import { type Changes, excluded } from "../rows/changes";
import { inChunks } from "../rows/counters";
import { type ContentWriter, loadKept } from "./single";

/** Makes the table of moved addresses say these. @returns the changes */
async function syncRedirects(database: Database, moved: Map<string, string>): Promise<Changes> {
  const stored = new Map(
    (await database.select().from(redirects)).map(({ source, target }) => [source, target]),
  );
  const obsolete = [...stored.keys()].filter((source) => !moved.has(source));
  const rows = [...moved].filter(([source, target]) => stored.get(source) !== target);
  for (let at = 0; at < obsolete.length; at += 500)
    await database.delete(redirects).where(inArray(redirects.source, obsolete.slice(at, at + 500)));
  await inChunks(rows, (slice) =>
    database
      .insert(redirects)
      .values(slice.map(([source, target]) => ({ source, target })))
      .onConflictDoUpdate({ target: redirects.source, set: excluded(redirects, ["target"]) })
      .returning(),
  );
  const added = rows.filter(([source]) => !stored.has(source)).length;
  return { added, changed: rows.length - added, delisted: obsolete.length };
}

const movedIn = (body: Record<string, unknown>) =>
  new Map(contentBodies.redirects.draft.parse(body).redirects.map(({ from, to }) => [from, to]));

/** Writes moved addresses. */
export const writeRedirects: ContentWriter = async (database, { body }) => {
  await syncRedirects(database, movedIn(body));
};

/** Writes the moved addresses of a pack. @returns the changes, and a notice where the browser has others */
export async function loadRedirects(
  database: Database,
  { catalogue }: Pack,
  { pack, now }: { pack: string; now: Date },
): Promise<{ changes: Changes; notices: string[] }> {
  let changes: Changes = { added: 0, changed: 0, delisted: 0 };
  const write: ContentWriter = async (inside, { body }) => {
    changes = await syncRedirects(inside, movedIn(body));
  };
  const body = { title: "转址", redirects: catalogue.redirects?.value.redirects ?? [] };
  const loading = { write, render: async () => "", pack, now };
  const notices = await loadKept(database, "redirects", { body, sources: [] }, loading);
  return { changes, notices };
}
