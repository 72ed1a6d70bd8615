/** The list of members for administrators, and the table that they take along. */
import type { memberCalls } from "contract/moderation/members/calls";
import type { HandlersOf } from "../../server/context";
import { listMembers } from "./list-members";
import { readTable, recordTable } from "./member-table";

export const memberHandlers = {
  memberList: (request, context) => listMembers(context, request),
  recordMemberTable: (request, context) => recordTable(context, request),
  memberTable: (request, context) => readTable(context, request),
} satisfies HandlersOf<typeof memberCalls>;
