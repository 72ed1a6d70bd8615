/** The roles of editors, lecturers, moderators and analysts. */
import type { CallRequest } from "contract";
import type { roleCalls } from "contract/roles/calls";
import { transact } from "../database/transact";
import { personToAppoint } from "../moderation/scope";
import { accountOf, type CallContext, type HandlersOf } from "../server/context";
import { roleList } from "./list";
import { endOf, lockBelow } from "./office";
import { grantSections, revokeSections } from "./section-role";
import { grantStaffRole, revokeStaffRole } from "./staff-role";

/**
 * Grants or changes a role; it counts from the person's next request. Throws ROLE_END_PAST, PERSON_AMBIGUOUS,
 * USER_NOT_FOUND, OWN_RANK, HIGHER_RANK, ROLE_HELD, ROLE_NOT_HELD, ROLE_CHANGED, ROLE_CLASS_NOT_FOUND,
 * ROLE_CLASSES_UNUSED, ROLE_COURSE_NOT_FOUND and SECTION_NOT_FOUND beside their fields.
 */
async function grantRole(request: CallRequest<"grantRole">, context: CallContext) {
  const { role, person, change, sections, reason } = request;
  const at = context.now();
  const by = accountOf(context).id;
  const until = endOf(request.until, at);
  const changed = await transact(context.database, async (database) => {
    const named = await personToAppoint(database, person);
    const uid = await lockBelow(database, by, {
      uid: named,
      field: "person",
      holds: change && role !== "moderator",
      at,
    });
    return role === "moderator"
      ? grantSections(database, sections, { uid, by, at, until, reason })
      : grantStaffRole(database, { ...request, role }, { uid, by, at, until });
  });
  return { changed };
}

/** Takes a role back; it counts from the person's next request. Throws USER_NOT_FOUND, OWN_RANK and HIGHER_RANK. */
async function revokeRole(
  { role, uid, sections, reason }: CallRequest<"revokeRole">,
  context: CallContext,
): Promise<{ changed: boolean }> {
  const at = context.now();
  const by = accountOf(context).id;
  const changed = await transact(context.database, async (database) => {
    await lockBelow(database, by, { uid, field: "uid", holds: true, at });
    return role === "moderator"
      ? revokeSections(database, sections, { uid, by, at, reason })
      : revokeStaffRole(database, { role, reason }, { uid, by, at });
  });
  return { changed };
}

export const roleHandlers = { roleList, grantRole, revokeRole } satisfies HandlersOf<typeof roleCalls>;
