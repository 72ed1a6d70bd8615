/**
 * Who may make a call. Checked once, in the gateway, before the handler runs.
 *
 * - `visitor`: anyone.
 * - `user`: a signed-in account.
 * - `poster`: signed in, phone bound and not muted (spec 6).
 * - `moderator`: moderates the section of the target named by the row's `target`, or an administrator.
 * - `admin`: a forum administrator of every section.
 */
export const accessLevels = ["visitor", "user", "poster", "moderator", "admin"] as const;
export type Access = (typeof accessLevels)[number];
