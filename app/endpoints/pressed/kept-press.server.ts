import { explain } from "~/failure/explain.server";
import type { Scope } from "~/request/scope.server";
import { collectPress, followPress, type Press, reactionPress, readingPress } from "./press.server";

/** The buttons whose press by a visitor is stored until they have signed in. */
const presses = {
  follow: followPress,
  collect: collectPress,
  reactions: reactionPress,
  reading: readingPress,
};
export type PressName = keyof typeof presses;

/** A visitor's press, stored in their signed session cookie. Not in an address: an address can be forged. */
export interface KeptPress {
  name: PressName;
  form: Record<string, string>;
  /** The page of the button, without a fragment. */
  on: string;
  /** The expiry time, in milliseconds. */
  until: number;
  /** The visitor went from that page to sign in. */
  led?: boolean;
}

/** Enough time to register. */
const keptMilliseconds = 30 * 60_000;
/** The session is a cookie, so the stored fields must be short. */
const fieldMaximum = 60;

const withoutFragment = (address: string) => address.replace(/#.*$/, "");

/**
 * Stores a visitor's press when it may run after signing in; returns whether it is stored. `isOwn`: the browser said
 * that the form comes from one of our pages.
 */
export function keepPress<Input>(
  scope: Scope,
  name: PressName,
  { input: request, form, back, isOwn }: { input: Input; form: FormData; back: string; isOwn: boolean },
): boolean {
  const press = presses[name] as unknown as Press<Input, unknown>;
  if (!isOwn || !press.doneMessage?.(request) || back.length > 500) return false;
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
 * Called when a visitor goes to sign in and will return to `back`: keeps the press of that page and deletes any
 * other.
 */
export function leadPress(scope: Scope, back: string): void {
  const press = scope.session.get("pressed");
  if (!press) return;
  if (press.on === withoutFragment(back)) scope.session.set("pressed", { ...press, led: true });
  else scope.session.unset("pressed");
}

/**
 * Runs the stored press once, on the first page after signing in, and returns a redirect to the same page so that it
 * shows the result. Null when there is nothing to run.
 */
export async function doKeptPress(scope: Scope, request: Request): Promise<Response | null> {
  const press = scope.session.get("pressed");
  if (!press || request.method !== "GET" || scope.isCopy) return null;
  const visitor = await scope.visitor().catch(() => null);
  const isLate = press.until < Date.now();
  // Not signed in yet, or unknown: the press stays stored until it expires.
  if (!visitor?.signedIn && !isLate) return null;
  scope.session.unset("pressed");
  if (!visitor?.signedIn || isLate || !press.led) return null;
  await carryOut(scope, presses[press.name] as Press<unknown, unknown>, press);
  const { pathname, search } = new URL(request.url);
  return scope.redirect(pathname + search, { keepShell: false });
}

async function carryOut(scope: Scope, press: Press<unknown, unknown>, stored: KeptPress): Promise<void> {
  const form = new FormData();
  for (const [field, value] of Object.entries(stored.form)) form.set(field, value);
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
