import { type CallInput, type CallName, contract } from "contract";
import type { domains } from "contract/domains";
import type { Scene } from "./scene";

/**
 * Who may make a call, by the specification's section 6 and by nothing of the product's: the contract's rows and the
 * gateway are held to it.
 *
 * - `everyone` · "Visitor: browse open pages", and the calls of 7.2 that say who is looking, what the site is
 *   called, its policies and menus, and where somebody came from.
 * - `signedIn` · "Logged-in user: bell, avatar menu, personal pages, follow, publish, suggestion, complaint."
 * - `unmuted` · what others see of a person, and what a person takes away: not while they are muted.
 * - `phoneBound` · "Posting and replying need a bound phone", and what is as good as that: files of posts, and what
 *   somebody else is written.
 * - `staff` · "Forum administrator / moderator: moderation area", whose calls look at each thing themselves.
 * - `ofSection` · the same of the section that the call names: a moderator in their own sections alone.
 * - `ofActivity` · what the organisers of the activity that the call names do; administrators organise all.
 * - `admin` · what the operator's people do, beside the moderation of a section.
 */
export type Who =
  | "everyone"
  | "signedIn"
  | "unmuted"
  | "phoneBound"
  | "staff"
  | "ofSection"
  | "ofActivity"
  | "admin";

/**
 * How people are kept from losing something by one press of a button.
 *
 * - `asked` · a question comes first (`askFirst`), which says what goes and how much of it; in this file.
 * - `opened` · it is behind a dialog, or a part that is opened first, with something to choose or a reason to type: in
 *   this file, with these words.
 * - `undone` · it can be had back from the same screen or the next: an undo, a bin, versions, or the same button the
 *   other way round.
 * - `decided` · by a button that names the outcome, with a reason to the person, in a form in which Enter decides
 *   nothing; who was decided against has an appeal, or hands in anew.
 * - `added` · it adds something, or says what was seen: nothing of anybody's goes.
 */
export type Lost =
  | { asked: string }
  | { opened: readonly [place: string, words: string] }
  | "undone"
  | "decided"
  | "added";

/** Everything that the tests of all calls have to know of one of them. */
export interface CallRow<Name extends CallName = CallName> {
  who: Who;
  /** A request that is right in the scene. */
  request(scene: Scene): CallInput<Name>;
  /** Of a call that writes. */
  lost?: Lost;
  /**
   * Of a call that staff may make, what becomes of it where it is about its caller's own: refused as a whole; refused
   * alone, among the others of a batch; or nothing, where it decides on nobody's text, change, report, appeal, rights
   * or rank.
   */
  own?: "refused" | "alone" | "nobodys";
  /**
   * Screens that are about its answer: without it they have nothing to show, and say so instead of themselves, inside
   * their shell. On every other screen a call that fails costs its part of the page.
   */
  subjectOf?: readonly string[];
  /** Why no page and no form of the demo makes it, and which test does. */
  unreached?: string;
}

/** The rows of a domain: a call of its contract without one does not compile. */
export type CallsOf<Domain extends keyof typeof domains> = {
  [Name in keyof (typeof domains)[Domain]["calls"] & CallName]: CallRow<Name>;
};

/** Every file of tests/support/calls, one a domain. */
const files = import.meta.glob<Partial<Record<CallName, CallRow>>>("./calls/*.ts", {
  eager: true,
  import: "calls",
});

/** The row of every call, in the contract's order. */
export const callRows = collect();

function collect(): { [Name in CallName]: CallRow<Name> } {
  const found: Partial<Record<string, CallRow>> = Object.assign({}, ...Object.values(files));
  const without = Object.keys(contract).filter((name) => found[name] === undefined);
  if (without.length > 0)
    throw new Error(
      `${without.join(", ")}: no row in tests/support/calls. Add one to the file of its domain: who may make the call, and a request that is right.`,
    );
  return Object.fromEntries(Object.keys(contract).map((name) => [name, found[name]])) as never;
}

/** The calls whose rows are like this, in the contract's order. */
export const callsWhere = (isLike: (row: CallRow, name: CallName) => boolean): CallName[] =>
  (Object.entries(callRows) as [CallName, CallRow][])
    .filter(([name, row]) => isLike(row, name))
    .map(([name]) => name);

/** A request of every call that is right in the scene. */
export const requests = Object.fromEntries(
  Object.entries(callRows).map(([name, { request }]) => [name, request]),
) as { [Name in CallName]: CallRow<Name>["request"] };

/** What tests of every page say of a call that none of them makes, and of one that says so and is made. */
export const sayWhere = "no page or form of the demo makes it: its row says by `unreached` which test does";
export const saysTooMuch = "a page or form of the demo makes it: its row needs no `unreached`";
