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
