/** The forum's administrators, appointed and dismissed by administrators. */
import { z } from "zod";
import { defineCall } from "../../base/call";
import { id } from "../../base/fields";
import { person } from "../../base/shapes";
import { reason } from "../fields";
import { personTyped } from "../sections/fields";

const adminRow = { group: "moderator", method: "POST", body: "json", access: "admin" } as const;

/** Whether the call changed anything: a form posted twice changes nothing the second time. */
const changed = z.object({ changed: z.boolean() });

export const administratorCalls = {
  administratorList: defineCall({
    ...adminRow,
    summary: "The administrators of the forum.",
    path: "/api/v1/moderator/administrator/list",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({}),
    response: z.object({ people: z.array(person) }),
  }),
  appointAdministrator: defineCall({
    ...adminRow,
    summary: "Appoints an administrator, who gets a notice.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/administrator/appoint",
    recentSignIn: true,
    request: z.object({ person: personTyped, reason }),
    response: changed,
  }),
  dismissAdministrator: defineCall({
    ...adminRow,
    summary: "Dismisses an administrator, who gets a notice; never the caller, so that one always remains.",
    limit: "moderate",
    effect: "hides",
    path: "/api/v1/moderator/administrator/dismiss",
    recentSignIn: true,
    request: z.object({ uid: id, reason }),
    response: changed,
  }),
};
