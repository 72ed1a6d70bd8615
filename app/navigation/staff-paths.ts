import { addressOf } from "./address-query";

/** Addresses that only staff and organisers open: what all pages share loads none of them. */
export const staffPaths = {
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
  /** The parameters of a class's products as a table; without a class of the first one. */
  productTable: (productClass: number | "" = "") => `/moderator/content/products?table=${productClass}`,
  /** The same table as a file. */
  productTableFile: (productClass: number, as: "csv" | "xlsx") =>
    addressOf("/moderator/content/table", { class: productClass, as }),
  contentVersions: (kind: string, key: string, version?: number) =>
    addressOf(`/moderator/content/${kind}/${key}/versions`, { version }),
  /** A preview of scheduled parts of the home page, for administrators. */
  homePreview: () => "/home/preview",
  /** The numbers people ask for; `of` names the table. */
  numbers: (query: object = {}) => addressOf("/moderator/numbers", query),
  /** The same table as a file; `by=day` has the sums of each day. */
  numbersTable: (query: object) => addressOf("/moderator/numbers.csv", query),
  /** The moderators' log as CSV for spreadsheets. */
  moderationLogTable: () => "/moderator/log.csv",
  /** A table of members that was entered in the log as `table`, with the filters of its list. */
  memberTable: (query: { table: number; contacts: boolean }) => addressOf("/moderator/members.csv", query),
};
