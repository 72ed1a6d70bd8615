import { explain } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";
import { collectPress, followPress, type Press, reactionPress, readingPress } from "./press.server";

/** The buttons whose press by a visitor is kept until they have signed in. */
const presses = {
  follow: followPress,
  collect: collectPress,
  reactions: reactionPress,
  reading: readingPress,
};
export type PressName = keyof typeof presses;

/** A visitor's press in their own signed session: never in an address, which anybody may write. */
export interface KeptPress {
  name: PressName;
  form: Record<string, string>;
  /** The page on which it was pressed, without a fragment. */
  on: string;
  /** Milliseconds. */
  until: number;
  /** They went on to sign in from there. */
  led?: boolean;
}

/** As long as somebody may take to register. */
const keptMilliseconds = 30 * 60_000;
/** Its form has a few short fields; the session is a cookie. */
const fieldMaximum = 60;

const withoutFragment = (address: string) => address.replace(/#.*$/, "");

/**
 * Keeps what a visitor pressed, where it may be done once they have signed in, and tells whether it is.
 * `isOwn`: the browser said that the form was sent from a page of ours.
 */
export function keepPress<Asked>(
  scope: Scope,
  name: PressName,
  { input: asked, form, back, isOwn }: { input: Asked; form: FormData; back: string; isOwn: boolean },
): boolean {
  const press = presses[name] as unknown as Press<Asked, unknown>;
  if (!isOwn || !press.doneMessage?.(asked) || back.length > 500) return false;
  const fields = ["intent", "kind", "target"].flatMap((field): [string, string][] => {
    const value = form.get(field);
    return typeof value === "string" && value.length <= fieldMaximum ? [[field, value]] : [];
  });
  scope.session.set("pressed", {
    name,
    form: Object.fromEntries(fields),
    on: withoutFragment(back),
    until: Date.now() + keptMilliseconds,
  });
  return true;
}

/**
 * Somebody goes to sign in, to come back to `back`: what they pressed there goes along, anything older is
 * forgotten.
 */
export function leadPress(scope: Scope, back: string): void {
  const press = scope.session.get("pressed");
  if (!press) return;
  if (press.on === withoutFragment(back)) scope.session.set("pressed", { ...press, led: true });
  else scope.session.unset("pressed");
}

/**
 * The first page after somebody signed in does what they pressed before, once, and is made anew with it: the
 * answer is where to. Null where there is nothing to do.
 */
export async function doKeptPress(scope: Scope, request: Request): Promise<Response | null> {
  const press = scope.session.get("pressed");
  if (!press || request.method !== "GET" || scope.isCopy) return null;
  const visitor = await scope.visitor().catch(() => null);
  const isLate = press.until < Date.now();
  // Nobody yet, or nobody knows: it waits its half hour.
  if (!visitor?.signedIn && !isLate) return null;
  scope.session.unset("pressed");
  if (!visitor?.signedIn || isLate || !press.led) return null;
  await carryOut(scope, presses[press.name] as Press<unknown, unknown>, press);
  const { pathname, search } = new URL(request.url);
  return scope.redirect(pathname + search, { keepShell: false });
}

async function carryOut(scope: Scope, press: Press<unknown, unknown>, kept: KeptPress): Promise<void> {
  const form = new FormData();
  for (const [field, value] of Object.entries(kept.form)) form.set(field, value);
  const input = press.read(form);
  const message = input === null ? undefined : press.doneMessage?.(input);
  if (!message) return;
  try {
    await press.run(scope, input);
    scope.session.flash("notice", message);
  } catch (error) {
    scope.session.flash("problem", explain(scope, error).message);
  }
}
