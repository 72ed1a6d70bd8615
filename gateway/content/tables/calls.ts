/** The parameters of a product class as a table, for editors and administrators. */
import type { contentTableCalls } from "contract/content/tables";
import type { HandlersOf } from "../../server/context";
import { checkMayEdit } from "../editing/may-edit";
import { changeContentTable } from "./change";
import { planTable } from "./plan";
import { standingTable } from "./standing";

/** Each asks whether the caller edits products; which of them, the table itself says (`standingTable`). */
export const contentTableHandlers = {
  async contentTable({ kind, class: id, text, page, size }, context) {
    await checkMayEdit(context, { kind });
    return standingTable(context, { class: id, text, part: { page, size } });
  },
  async checkContentTable({ kind, ...asked }, context) {
    await checkMayEdit(context, { kind });
    return (await planTable(context, asked)).answer;
  },
  async changeContentTable(request, context) {
    await checkMayEdit(context, { kind: request.kind });
    return changeContentTable(request, context);
  },
} satisfies HandlersOf<typeof contentTableCalls>;
