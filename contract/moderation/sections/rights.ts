/** Rights in a section: the section's rules, and exceptions for a person (spec 7.2: update user permission). */
import { z } from "zod";
import { count, firstPage, some, words } from "../../base/absent";
import { defineCall } from "../../base/call";
import { id, page, timestamp, typedText } from "../../base/fields";
import { person } from "../../base/shapes";
import { type RightName, rightDefaults, rightNames, rightValues } from "../constants";
import { reason } from "../fields";

const staffRow = { group: "moderator", method: "POST", body: "json", access: "staff" } as const;

const names = Object.keys(rightNames) as [RightName, ...RightName[]];
const right = z.enum(names);
const ruleNames = Object.keys(rightDefaults) as [
  keyof typeof rightDefaults,
  ...(keyof typeof rightDefaults)[],
];
const valueNames = Object.keys(rightValues) as [keyof typeof rightValues, ...(keyof typeof rightValues)[]];
const rule = z.enum(ruleNames, "请选择默认权限");
const value = z.enum(valueNames, "请选择权限");

/** An object with a value for every right. */
const ofEach = <Said extends z.ZodType>(schema: Said) =>
  z.object(Object.fromEntries(names.map((name) => [name, schema])) as Record<RightName, Said>);

/** A section's rules, and a person's exceptions from them. */
export const sectionRules = ofEach(rule);
export const personValues = ofEach(value);

const changed = z.object({ changed: count });

export const sectionRightsCalls = {
  userPermissionInfo: defineCall({
    ...staffRow,
    summary: "A section's rules, the people with exceptions, and one person's rights with their reasons.",
    path: "/api/v1/moderator/permission/info",
    effect: "reads",
    seenAs: "shown",
    request: z.object({
      fid: id,
      /** A uid or nickname; empty for no person. */
      person: typedText(40, "用户不能超过 40 字").default(""),
      page: page.default(1),
    }),
    response: z.object({
      section: z.object({ fid: z.number(), name: z.string() }),
      rules: sectionRules,
      /** The requested person; null when none was requested or found. */
      person: z
        .object({
          person,
          /** Why the caller may not change anything; empty when they may. */
          barred: words,
          rights: some(
            z.object({
              right,
              value,
              /** The resulting right, and the rule that decides it. */
              allowed: z.boolean(),
              why: words,
            }),
          ),
        })
        .nullable()
        .default(null),
      exceptions: some(
        z.object({
          person,
          right,
          value,
          by: person.nullable().default(null),
          at: timestamp,
        }),
      ),
      page: firstPage,
      pages: firstPage,
      total: count,
    }),
  }),
  updateUserPermission: defineCall({
    ...staffRow,
    limit: "moderate",
    effect: "hides",
    summary:
      "Sets a person's exceptions in a section; moderators can only deny, and cannot remove an allowance.",
    path: "/api/v1/moderator/permission/update",
    request: z.object({ fid: id, uid: id, rights: personValues, reason }),
    response: changed,
  }),
  updateForumRights: defineCall({
    ...staffRow,
    access: "admin",
    limit: "moderate",
    effect: "hides",
    summary: "Sets a section's rules: for everyone, for members, or for allowed people.",
    path: "/api/v1/moderator/permission/rules",
    request: z.object({ fid: id, rules: sectionRules, reason }),
    response: changed,
  }),
};
