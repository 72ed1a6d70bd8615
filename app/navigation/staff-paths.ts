import { addressOf } from "./address-query";

/** Filters of an organiser's list of sign-ups. */
export interface SignupsQuery {
  state?: string | undefined;
  category?: string | undefined;
  /** Whether the person checked in: 1, or 0 for those who did not. */
  came?: string | undefined;
  q?: string | undefined;
  page?: number | undefined;
}

/** The addresses of what only staff open, and organisers: visitors' pages load none of them. */
export const staffPaths = {
  /** The activities that the member organises or judges. */
  organised: (page = 1) => addressOf("/activity/manage", { page }),
  /** An organiser's list of an activity's sign-ups, with filters. The organisers' other pages follow. */
  manage: (activity: number, query: SignupsQuery = {}) => addressOf(`/activity/manage/${activity}`, query),
  manageSignup: (activity: number, signup: number) => `/activity/manage/${activity}/signups/${signup}`,
  manageTasks: (activity: number) => `/activity/manage/${activity}/tasks`,
  manageWorks: (activity: number) => `/activity/manage/${activity}/works`,
  signupTable: (activity: number) => `/activity/manage/${activity}/signups.csv`,
  /**
   * The scanner at the entrance; `q` is a search for a person. It is a document of its own: links to it need
   * reloadDocument.
   */
  scan: (activity?: number, q?: string) => addressOf("/activity/mscan", { id: activity, q }),
  /** The endpoints of the scanner's script: a check-in, and the upload of scans stored offline. */
  checkIn: () => "/check-in",
  scans: () => "/check-in/scans",
  /** The pieces of one kind of content, for those who edit them. */
  contentPieces: (kind: string, query: object = {}) => addressOf(`/moderator/content/${kind}`, query),
  /** The form of a piece of content; without a key that of a new one. */
  contentPiece: (kind: string, key = "new") => `/moderator/content/${kind}/${key}`,
  contentVersions: (kind: string, key: string, version?: number) =>
    addressOf(`/moderator/content/${kind}/${key}/versions`, { version }),
  /** The moderators' log as CSV for spreadsheets. */
  moderationLogTable: () => "/moderator/log.csv",
  /** A table of members that was entered in the log as `table`, with the filters of its list. */
  memberTable: (query: { table: number; contacts: boolean }) => addressOf("/moderator/members.csv", query),
};
