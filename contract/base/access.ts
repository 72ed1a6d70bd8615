/**
 * Who may make a call. Checked once, in the gateway, before the handler runs.
 *
 * - `visitor`: anyone.
 * - `user`: a signed-in account.
 * - `unmuted`: signed in and not muted: what others see of a person, and what a person takes away.
 * - `poster`: signed in, phone bound and not muted (spec 6).
 * - `moderator`: moderates the section of the target named by the row's `target`, or an administrator.
 * - `organiser`: organises the activity named by the row's `target`, or an administrator.
 * - `staff`: moderates some section, or an administrator; what it acts on, one or many, is checked one by one.
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
  "admin",
] as const;
export type Access = (typeof accessLevels)[number];
