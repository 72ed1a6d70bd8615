import type { CallRequest } from "contract";
import type { LogAction, LogValues } from "contract/moderation/actions";
import type { StaffRoleName } from "contract/roles/constants";
import { and, eq, inArray } from "drizzle-orm";
import { editedKinds } from "../content/editing/kinds/all";
import { coursesByIds } from "../content/editing/kinds/courses/course-names";
import type { Database } from "../database/open";
import { productClasses, staffRoles } from "../database/schema";
import { notify } from "../messages/notify";
import { logEnd } from "../moderation/sections/log-end";
import { storeReason } from "../moderation/store-reason";
import { writeLog } from "../moderation/write-log";
import { stillStands } from "../server/offices";
import { refusedAt } from "../server/refusal";

type Row = typeof staffRoles.$inferSelect;
type Scope = Pick<Row, "kinds" | "classes" | "courses" | "until">;

export const roleActions = {
  editor: { grant: "appointEditor", revoke: "dismissEditor" },
  lecturer: { grant: "appointLecturer", revoke: "dismissLecturer" },
  analyst: { grant: "appointAnalyst", revoke: "dismissAnalyst" },
} as const satisfies Record<StaffRoleName, Record<"grant" | "revoke", LogAction>>;

/** A role as the log has it. */
export const loggedRole = (role: StaffRoleName, scope: Scope | null): LogValues => ({
  role: scope && role,
  ...(role === "editor"
    ? { kinds: scope?.kinds.join(",") ?? null, classes: scope?.classes.join(",") || null }
    : {}),
  ...(role === "lecturer" ? { courses: scope?.courses.join(",") || null } : {}),
  until: scope?.until?.toISOString() ?? null,
});

/** A role that ended by itself, as the log has it. */
export const endedRole = (uid: number, role: StaffRoleName, row: Scope) => ({
  uid,
  before: loggedRole(role, row),
  after: loggedRole(role, null),
});

const isSame = (one: Scope, other: Scope) =>
  one.kinds.join() === other.kinds.join() &&
  one.classes.join() === other.classes.join() &&
  one.courses.join() === other.courses.join() &&
  one.until?.getTime() === other.until?.getTime();

const isRow = (uid: number, role: StaffRoleName) =>
  and(eq(staffRoles.accountId, uid), eq(staffRoles.role, role));

/** Throws ROLE_CLASS_NOT_FOUND and ROLE_CLASSES_UNUSED beside the classes. */
async function checkClasses(database: Database, { kinds, classes }: Scope): Promise<void> {
  if (classes.length === 0) return;
  if (!kinds.some((kind) => editedKinds[kind].places)) throw refusedAt("classes", "ROLE_CLASSES_UNUSED");
  const known = await database.$count(productClasses, inArray(productClasses.id, classes));
  if (known < classes.length) throw refusedAt("classes", "ROLE_CLASS_NOT_FOUND");
}

/** Throws ROLE_COURSE_NOT_FOUND beside the courses. */
async function checkCourses(database: Database, { courses }: Scope): Promise<void> {
  if ((await coursesByIds(database, courses)).length < courses.length)
    throw refusedAt("courses", "ROLE_COURSE_NOT_FOUND");
}

interface Doing {
  uid: number;
  by: number;
  at: Date;
}

/** The row of the log, and the notice to the person. */
async function tell(
  database: Database,
  { uid, by, at }: Doing,
  entry: { action: LogAction; before: LogValues; after: LogValues; reason: string },
): Promise<void> {
  const logId = await writeLog(database, {
    ...entry,
    at,
    operatorId: by,
    targetKind: "person",
    targetId: uid,
    personId: uid,
    reason: await storeReason(database, entry.reason),
  });
  await notify(database, [uid], { event: "moderated", actorId: null, logId, at });
}

/**
 * Grants the role of an editor, lecturer or analyst, or changes one that stands. Throws ROLE_HELD beside the person, and of a
 * change ROLE_NOT_HELD, and ROLE_CHANGED when it is not the role that was seen.
 * @returns whether it changed anything
 */
export async function grantStaffRole(
  database: Database,
  {
    role,
    kinds,
    classes,
    courses,
    change,
    since,
    reason,
  }: CallRequest<"grantRole"> & { role: StaffRoleName },
  { until, ...doing }: Doing & { until: Date | null },
): Promise<boolean> {
  const { uid, by, at } = doing;
  const isEditor = role === "editor";
  const ordered = (ids: number[]) => ids.toSorted((one, other) => one - other);
  const scope: Scope = {
    kinds: isEditor ? kinds.toSorted() : [],
    classes: isEditor ? ordered(classes) : [],
    courses: role === "lecturer" ? ordered(courses) : [],
    until,
  };
  await checkClasses(database, scope);
  await checkCourses(database, scope);
  const [row] = await database.select().from(staffRoles).where(isRow(uid, role)).for("update");
  const present = row && (row.until === null || row.until > at) ? row : null;
  if (change && !present) throw refusedAt("person", "ROLE_NOT_HELD");
  if (present && isSame(present, scope)) return false;
  if (present && !change) throw refusedAt("person", "ROLE_HELD");
  if (present && since !== "" && since !== present.createdAt.toISOString())
    throw refusedAt("person", "ROLE_CHANGED");
  // The job has not come to it yet: what ended by itself is told before what comes after.
  if (row && !present) await logEnd(database, { ...endedRole(uid, role, row), at });
  const values = { ...scope, setById: by, createdAt: at };
  await database
    .insert(staffRoles)
    .values({ accountId: uid, role, ...values })
    .onConflictDoUpdate({ target: [staffRoles.accountId, staffRoles.role], set: values });
  await tell(database, doing, {
    action: roleActions[role].grant,
    before: loggedRole(role, present),
    after: loggedRole(role, scope),
    reason,
  });
  return true;
}

/** Takes the role of an editor, lecturer or analyst back; one that has ended is left to the job that tells its end. @returns whether there was one */
export async function revokeStaffRole(
  database: Database,
  { role, reason }: { role: StaffRoleName; reason: string },
  doing: Doing,
): Promise<boolean> {
  const [row] = await database
    .delete(staffRoles)
    .where(and(isRow(doing.uid, role), stillStands(staffRoles.until, doing.at)))
    .returning();
  if (!row) return false;
  await tell(database, doing, {
    action: roleActions[role].revoke,
    before: loggedRole(role, row),
    after: loggedRole(role, null),
    reason,
  });
  return true;
}
