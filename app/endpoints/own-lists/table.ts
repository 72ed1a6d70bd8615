import { csvOf } from "~/format/csv";
import { listFile } from "~/screens/own-lists/table.server";

/** /lists/{id}/table.csv: one of the member's lists for spreadsheets, with quantities and notes. */
export const loader = listFile("csv", "text/csv; charset=utf-8", async ({ rows }) => csvOf(rows));
