import { batchesOf, numberOf, type OldRow, textOf } from "../read/old-tables";
import { type ImportContext, importedOf, recordImported } from "./import-context";

/**
 * Articles of the board's portal that show a topic: their addresses lead to it. Articles with a text of their own stay
 * behind.
 */
export async function importArticles(context: ImportContext): Promise<void> {
  const { services, options, tables, report } = context;
  const isTopic = (row: OldRow) => textOf(row.idtype) === "tid" && numberOf(row.id) > 0;
  for await (const rows of batchesOf(tables, "portal_article_title", "aid")) {
    const shown = rows.filter(isTopic);
    const targets = await importedOf(
      services.database,
      options.source,
      "topic",
      shown.map((row) => numberOf(row.id)),
    );
    for (const row of rows.filter((each) => !isTopic(each)))
      report.leave("门户文章没有带来", textOf(row.title) || `aid ${numberOf(row.aid)}`);
    if (options.isDryRun) continue;
    await recordImported(
      services.database,
      options.source,
      "article",
      shown.flatMap((row) => {
        const target = targets.get(numberOf(row.id));
        return target ? [{ oldId: numberOf(row.aid), newId: target.newId }] : [];
      }),
    );
  }
}
