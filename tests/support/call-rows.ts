import { type CallInput, type CallName, contract } from "contract";
import type { domains } from "contract/domains";
import type { Scene } from "./scene";

/**
 * Who may make a call. The list comes from the specification's section 6 alone; the tests compare the contract's rows
 * and the gateway with it.
 *
 * - `everyone` · "Visitor: browse open pages", and the calls of 7.2 that give the session, the site's name, its
 *   policies and menus, and the page where somebody came from.
 * - `signedIn` · "Logged-in user: bell, avatar menu, personal pages, follow, publish, suggestion, complaint."
 * - `unmuted` · calls that change what others see of a person, and exports: refused while the person is muted.
 * - `phoneBound` · "Posting and replying need a bound phone"; also uploads for posts, and messages to other people.
 * - `staff` · "Forum administrator / moderator: moderation area". These calls check the rights to each target
 *   themselves.
 * - `ofSection` · the same for the section that the call names: a moderator may act only in their own sections.
 * - `ofActivity` · calls of the organisers of the activity that the call names; administrators organise all activities.
 * - `writer` · calls that change nothing but drafts of content: of lecturers, who have their courses, of editors and of
 *   administrators.
 * - `editor` · calls about content: of editors, who have their kinds and classes, and administrators.
 * - `analyst` · the numbers of the whole site: of analysts and administrators.
 * - `staffOrAnalyst` · numbers of sections, of the whole site for analysts.
 * - `office` · calls of everybody with an office in the moderation area.
 * - `admin` · calls of administrators that do not belong to one section.
 */
export type Who =
  | "everyone"
  | "signedIn"
  | "unmuted"
  | "phoneBound"
  | "staff"
  | "ofSection"
  | "ofActivity"
  | "writer"
  | "editor"
  | "analyst"
  | "staffOrAnalyst"
  | "office"
  | "admin";

/**
 * How a form keeps people from losing something by one press of a button.
 *
 * - `asked` · the page first asks (`askFirst`) and says what will be lost and how much of it; in this file.
 * - `opened` · the button is in a dialog, or in a part that is opened first, with a choice or a reason to type: in this
 *   file, with these words.
 * - `undone` · this screen or the next one can restore it: an undo, a bin, versions, or the opposite button.
 * - `decided` · the button names the outcome, the person gets a reason, and Enter decides nothing in the form. The
 *   person can appeal or hand in again.
 * - `added` · the call adds something, or marks something as seen: nobody loses anything.
 */
export type Lost =
  | { asked: string | string[] }
  | { opened: readonly [place: string, words: string] }
  | "undone"
  | "decided"
  | "added";

/** Everything that the tests of all calls must know about one call. */
export interface CallRow<Name extends CallName = CallName> {
  who: Who;
  /** A valid request in the scene. */
  request(scene: Scene): CallInput<Name>;
  /** Required for a call that writes. */
  lost?: Lost;
  /**
   * Required for a call of staff: what happens when its target belongs to the caller. `refused`: the whole call is
   * refused; `alone`: only that target of a batch is refused; `nobodys`: the call has no target that belongs to a
   * person (a text, change, report, appeal, right or rank).
   */
  own?: "refused" | "alone" | "nobodys";
  /**
   * Screens whose subject is this call's answer. If the call fails, the screen shows the failure inside its shell. On
   * every other screen, only the call's part of the page is missing.
   */
  subjectOf?: readonly string[];
  /** Why no page and no form of the demo makes this call, and which test makes it. */
  unreached?: string;
}

/** The rows of a domain. A call of the contract without a row does not compile. */
export type CallsOf<Domain extends keyof typeof domains> = {
  [Name in keyof (typeof domains)[Domain]["calls"] & CallName]: CallRow<Name>;
};

/** The files of tests/support/calls, one for each domain. */
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

/** The names of the calls whose rows match, in the contract's order. */
export const callsWhere = (isLike: (row: CallRow, name: CallName) => boolean): CallName[] =>
  (Object.entries(callRows) as [CallName, CallRow][])
    .filter(([name, row]) => isLike(row, name))
    .map(([name]) => name);

/** A valid request in the scene, for every call. */
export const requests = Object.fromEntries(
  Object.entries(callRows).map(([name, { request }]) => [name, request]),
) as { [Name in CallName]: CallRow<Name>["request"] };

/**
 * The message for a call that no page makes and whose row has no `unreached`, or that has one and is made all the same.
 */
export const sayWhere = "no page or form of the demo makes it: its row says by `unreached` which test does";
export const saysTooMuch = "a page or form of the demo makes it: its row needs no `unreached`";
