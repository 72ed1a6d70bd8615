import type { CallRequest, CallResponse } from "contract";
import type { StaffRoleName } from "contract/roles/constants";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { type CourseName, courseNames, coursesByIds } from "../content/editing/kinds/courses/course-names";
import { classChoices } from "../content/editing/kinds/product-classes";
import type { Database } from "../database/open";
import { pageOf } from "../database/pages";
import { accounts, moderators, sections, staffRoles } from "../database/schema";
import { allSections } from "../forum/sections/find-sections";
import { isAdministrator } from "../moderation/administrators/administrators";
import { peopleByIds, personColumns, toPerson } from "../people/cards";
import type { CallContext } from "../server/context";
import { stillStands } from "../server/offices";

type Request = CallRequest<"roleList">;
type Answer = CallResponse<"roleList">;

const iso = (at: Date | null) => at?.toISOString() ?? "";

/** The product classes by id, each with those above it. */
async function classNames(database: Database, present: number[]): Promise<{ id: number; name: string }[]> {
  const known = await classChoices(database, undefined);
  const missing = present.filter((id) => !known.some(({ value }) => value === String(id)));
  const gone = await Promise.all(missing.map((id) => classChoices(database, id)));
  const all = [
    ...known,
    ...gone.flatMap((choices, at) => choices.filter(({ value }) => value === String(missing[at]))),
  ];
  return all.map(({ value, name }) => ({ id: Number(value), name }));
}

/** The open courses, with those behind them that a role names though they were taken down: a form keeps them. */
const withNamed = (open: CourseName[], named: CourseName[]): CourseName[] => [
  ...open,
  ...named.filter(({ id }) => !open.some((one) => one.id === id)),
];

async function listStaffRole(
  { database, now }: CallContext,
  role: StaffRoleName,
  { page: wanted, size }: Request,
): Promise<Answer> {
  const standing = and(eq(staffRoles.role, role), stillStands(staffRoles.until, now()));
  const total = await database.$count(staffRoles, standing);
  const { offset, page, pages } = pageOf(total, wanted, size);
  const rows = await database
    .select({ person: personColumns, admin: accounts.admin, role: staffRoles })
    .from(staffRoles)
    .innerJoin(accounts, eq(accounts.id, staffRoles.accountId))
    .where(standing)
    .orderBy(asc(staffRoles.accountId))
    .limit(size)
    .offset(offset);
  const by = await peopleByIds(
    database,
    rows.map((row) => row.role.setById),
  );
  const named = rows.flatMap((row) => row.role.classes);
  const classes = role === "editor" ? await classNames(database, [...new Set(named)]) : [];
  const taught = [...new Set(rows.flatMap((row) => row.role.courses))];
  const [open, courses] =
    role === "lecturer" ? [await courseNames(database), await coursesByIds(database, taught)] : [[], []];
  return {
    holders: rows.map(({ person, admin, role: held }) => ({
      person: toPerson(person),
      admin,
      until: iso(held.until),
      since: iso(held.createdAt),
      by: (held.setById !== null && by.get(held.setById)) || null,
      kinds: held.kinds,
      classes: classes.filter(({ id }) => held.classes.includes(id)),
      courses: courses.filter(({ id }) => held.courses.includes(id)),
      sections: [],
    })),
    page,
    pages,
    total,
    choices: { classes, courses: withNamed(open, courses), sections: [] },
  };
}

async function listModerators(
  { database, now }: CallContext,
  { page: wanted, size }: Request,
): Promise<Answer> {
  const standing = stillStands(moderators.until, now());
  const holders = database
    .selectDistinct({ id: moderators.accountId })
    .from(moderators)
    .where(standing)
    .as("holders");
  const total = await database.$count(holders);
  const { offset, page, pages } = pageOf(total, wanted, size);
  const ids = await database.select().from(holders).orderBy(asc(holders.id)).limit(size).offset(offset);
  const people = ids.map(({ id }) => id);
  const rows = await database
    .select({
      uid: moderators.accountId,
      fid: sections.id,
      name: sql<string>`${sections.name} || case when ${sections.closed} then '（已关闭）' else '' end`,
      until: moderators.until,
    })
    .from(moderators)
    .innerJoin(sections, eq(sections.id, moderators.sectionId))
    .where(and(inArray(moderators.accountId, people), standing))
    .orderBy(asc(sections.position), asc(sections.id));
  const persons = await peopleByIds(database, people);
  const administrators = await database
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(inArray(accounts.id, people), isAdministrator));
  const admins = new Set(administrators.map(({ id }) => id));
  const open = (await allSections(database)).filter(({ closed }) => !closed);
  return {
    holders: people.flatMap((uid) => {
      const person = persons.get(uid);
      const held = rows.filter((row) => row.uid === uid);
      if (!person) return [];
      return {
        person,
        admin: admins.has(uid),
        until: "",
        since: "",
        by: null,
        kinds: [],
        classes: [],
        courses: [],
        sections: held.map(({ fid, name, until }) => ({ fid, name, until: iso(until) })),
      };
    }),
    page,
    pages,
    total,
    choices: { classes: [], courses: [], sections: open.map(({ id, name }) => ({ fid: id, name })) },
  };
}

/** The people with one role, in the order of their numbers, and what its form offers. */
export const roleList = (request: Request, context: CallContext): Promise<Answer> =>
  request.role === "moderator"
    ? listModerators(context, request)
    : listStaffRole(context, request.role, request);
