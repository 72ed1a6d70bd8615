/**
 * Who may make a call. Checked once, in the gateway, before the handler runs.
 *
 * - `visitor`: anyone.
 * - `user`: a signed-in account.
 * - `unmuted`: signed in and not muted, for what others see of a person and for deletions.
 * - `poster`: signed in, phone bound and not muted (spec 6).
 * - `moderator`: moderates the section of the target named by the row's `target`, or an administrator.
 * - `organiser`: organises the activity named by the row's `target`, or an administrator.
 * - `staff`: moderates some section, or is an administrator; the handler checks each target.
 * - `writer`: writes drafts of content: a lecturer, or who edits some kind of content, or an administrator; the gateway
 *   checks each piece by its kind, course and class.
 * - `editor`: edits some kind of content, or an administrator; the gateway checks each piece by its kind and class.
 * - `analyst`: reads the numbers of the whole site, or an administrator.
 * - `staffOrAnalyst`: numbers of sections, for those who moderate them and for analysts.
 * - `office`: holds any of these offices.
 * - `admin`: a forum administrator of every section.
 */
export const accessLevels = [
  "visitor",
  "user",
  "unmuted",
  "poster",
  "moderator",
  "organiser",
  "staff",
  "writer",
  "editor",
  "analyst",
  "staffOrAnalyst",
  "office",
  "admin",
] as const;
export type Access = (typeof accessLevels)[number];

/** What somebody may be beside a member; each opens its part of the moderation area. */
export const officeNames = ["admin", "moderator", "editor", "lecturer", "analyst"] as const;
export type Office = (typeof officeNames)[number];
