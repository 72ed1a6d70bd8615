/** The roles of editors, lecturers, moderators and analysts, granted and taken back by administrators. */
import { z } from "zod";
import { count, firstPage, flag, some } from "../base/absent";
import { defineCall } from "../base/call";
import { id, timestamp } from "../base/fields";
import { person } from "../base/shapes";
import { contentKindNames } from "../content/kinds/words";
import { day, listPage, reason } from "../moderation/fields";
import { personTyped } from "../moderation/sections/fields";
import { roleClassesMax, roleCoursesMax, roleNames, roleSectionsMax } from "./constants";

const adminRow = { group: "moderator", method: "POST", body: "json", access: "admin" } as const;
const changing = { ...adminRow, limit: "moderate", effect: "hides", recentSignIn: true } as const;

const role = z.enum(roleNames, "请选择角色");
const kind = z.enum(contentKindNames, "没有这种内容");

/** Each once. */
const each = <Item extends z.ZodType<string | number>>(item: Item, most: number, tooMany: string) =>
  z
    .array(item, "选项有误")
    .max(most, tooMany)
    .transform((chosen) => [...new Set(chosen)]);

const sections = each(id, roleSectionsMax, `一次最多选 ${roleSectionsMax} 个版块`);

/** What a role covers, and until when, as its form and its call have it. */
export const scopeShape = {
  /** For editors: the kinds of content. */
  kinds: each(kind, contentKindNames.length, "选项有误").default([]),
  /** For editors: the product classes to which those kinds are narrowed that stand in classes, with all beneath; empty for all. */
  classes: each(id, roleClassesMax, `最多限定 ${roleClassesMax} 个产品分类`).default([]),
  /** For lecturers: courses; empty for those alone that they began themselves. */
  courses: each(id, roleCoursesMax, `最多指定 ${roleCoursesMax} 门课程`).default([]),
  /** For moderators. */
  sections: sections.default([]),
  /** The last day of the role, in Beijing time; without it the role has no end. */
  until: day.optional(),
  reason,
};

interface Granted {
  role: z.infer<typeof role>;
  kinds: readonly string[];
  sections: readonly number[];
}

/** The field that a role of this kind must not leave empty, and what is said of it. */
export function emptyScope({ role: granted, kinds, sections: chosen }: Granted): [string, string] | null {
  if (granted === "editor" && kinds.length === 0) return ["kinds", "请至少选择一种内容"];
  if (granted === "moderator" && chosen.length === 0) return ["sections", "请至少选择一个版块"];
  return null;
}

const changed = z.object({ changed: z.boolean() });

/** A product class or a course. */
const named = z.object({ id: z.number(), name: z.string() });

/** A section that somebody moderates. */
const moderated = z.object({ fid: z.number(), name: z.string(), until: timestamp });

export const roleCalls = {
  roleList: defineCall({
    ...adminRow,
    summary: "The people with one role, what it covers and until when, and what can be chosen for it.",
    path: "/api/v1/moderator/role/list",
    effect: "reads",
    seenAs: "withheld",
    request: z.object({ role, ...listPage }),
    response: z.object({
      holders: z.array(
        z.object({
          person,
          /** An administrator, for whom the role counts for nothing as long as they are one; nobody can change it. */
          admin: flag,
          /** Empty for no end. Of a moderator the sections say it. */
          until: timestamp,
          /** When it was granted or changed last; empty for moderators. */
          since: timestamp,
          by: person.nullable().default(null),
          kinds: some(z.string()),
          classes: some(named),
          courses: some(named),
          sections: some(moderated),
        }),
      ),
      page: firstPage,
      pages: firstPage,
      total: count,
      /**
       * The choices of the form: product classes with those above them, for editors; courses, also unpublished ones, for
       * lecturers; open sections, for moderators.
       */
      choices: z
        .object({
          classes: some(named),
          courses: some(named),
          sections: some(z.object({ fid: z.number(), name: z.string() })),
        })
        .default({ classes: [], courses: [], sections: [] }),
    }),
  }),
  grantRole: defineCall({
    ...changing,
    summary:
      "Grants a role, or changes what it covers and its end; the person gets a notice. Sections are added to those that a moderator has.",
    path: "/api/v1/moderator/role/grant",
    request: z
      .object({
        role,
        /** A nickname, a UID, or `UID:` with the number, which is never read as a nickname. */
        person: personTyped,
        /** Changes a role that the person has; without it that is refused with ROLE_HELD. */
        change: z.boolean().default(false),
        /** The `since` of the role to change, as its form showed it; without it, conflicts are not checked. */
        since: timestamp,
        ...scopeShape,
      })
      .superRefine((request, { addIssue }) => {
        const [field, message] = emptyScope(request) ?? [];
        if (field) addIssue({ code: "custom", path: [field], message: message ?? "" });
      }),
    response: changed,
  }),
  revokeRole: defineCall({
    ...changing,
    summary: "Takes a role back, of a moderator in some sections or in all; the person gets a notice.",
    path: "/api/v1/moderator/role/revoke",
    request: z.object({
      role,
      uid: id,
      /** Of a moderator: only these sections; empty for all. */
      sections: sections.default([]),
      reason,
    }),
    response: changed,
  }),
};
