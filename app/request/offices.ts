import type { Office } from "contract/base/access";

/** What of a person says which parts of the moderation area they may use. */
interface Holder {
  forumAdmin?: boolean | undefined;
  /** Missing from gateways that know moderators and administrators alone. */
  offices?: readonly Office[] | undefined;
}

/** Whether somebody holds one of these offices; an administrator holds every one. */
export const holdsOne = ({ forumAdmin, offices }: Holder, wanted: readonly Office[]): boolean =>
  offices
    ? offices.some((office) => office === "admin" || wanted.includes(office))
    : forumAdmin === true && wanted.includes("moderator");

/** Whether somebody may use what moderators use. */
export const moderatesSomething = (holder: Holder): boolean => holdsOne(holder, ["moderator"]);
