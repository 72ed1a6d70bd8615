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

/**
 * Whether somebody may open a screen of these offices. A gateway that says no offices decides itself: whoever has any
 * part of the area is let through, and its refusal leads home.
 */
export const mayOpen = (holder: Holder, wanted: readonly Office[]): boolean =>
  holder.offices ? holdsOne(holder, wanted) : holder.forumAdmin === true;

/** Whether somebody may use what moderators use. */
export const moderatesSomething = (holder: Holder): boolean => holdsOne(holder, ["moderator"]);
