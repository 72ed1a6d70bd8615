import { listFile } from "~/screens/own-lists/table.server";

/** /lists/{id}/table.xlsx: the table of /lists/{id}/table.csv for Excel. */
export const loader = listFile(
  "xlsx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  async (table, { writeWorkbook }) => (await writeWorkbook?.(table)) ?? null,
);
