import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { confirmIntent } from "~/confirmation/confirming";
import { readSignIntent } from "~/consent/sign";
import { signAnswer } from "~/consent/sign.server";
import { leadFromSource } from "~/cookies/source.server";
import { isUpload, uploadAnswer } from "~/editor/uploads/upload.server";
import { orWithout, toPage } from "~/failure/explain.server";
import { giveBack } from "~/forms/give-back.server";
import { keepIntent } from "~/forms/outcomes/question";
import { declaredUrl } from "~/navigation/declared-query";
import { screenAt } from "~/navigation/screen-at";
import type { Screen } from "~/navigation/screens";
import { guard, leadPhonesToH5 } from "./access.server";
import { withAside } from "./aside.server";
import { asksToConfirm, confirmAnswer, confirmFirst } from "./confirm.server";
import { type Fields, type Inputs, type Parsed, parseInputs } from "./inputs.server";
import { type ActionTools, type Answer, type Intents, undecided, undecidedPage } from "./intents.server";
import { movedRedirect } from "./moved.server";
import { notFound } from "./not-found.server";
import { getScope, type Scope } from "./scope.server";
import { type FormTools, formTools } from "./submit.server";

interface LoaderTools<Query extends Fields, Params extends Fields> extends Parsed<Query, Params> {
  scope: Scope;
  request: Request;
  url: URL;
}

/** A screen that reads nothing of its address but its path. */
type Nothing = Fields;

/**
 * A screen's loader: access first (spec 4 and 5, navigation), then the address by the screen's schemas, then
 * `run`; every failure becomes the page that spec 8 describes. Fails closed: a path that is no screen is a
 * 404.
 */
export function screenLoader<Result, Query extends Fields = Nothing, Params extends Fields = Nothing>(
  inputs: Inputs<Query, Params>,
  run: (tools: LoaderTools<Query, Params>) => Promise<Result>,
) {
  const load = async ({ request, context, params }: LoaderFunctionArgs): Promise<Result> => {
    const scope = await getScope({ request, context });
    const url = new URL(request.url);
    try {
      // The router takes spellings of an address by which no screen's rules are found: /%6doderator.
      if (!(await mayEnter(scope, request, url))) throw (await movedRedirect(scope, url)) ?? notFound(scope);
      // Only the queries that the screen's row declares: shared pages are kept under those alone.
      const own = declaredUrl(url);
      const parsed = parseInputs(scope, inputs, { url: own, params });
      return withAside(scope, await run({ scope, request, url: own, ...parsed }));
    } catch (error) {
      throw toPage(scope, error, request);
    }
  };
  /** The queries that its schema reads; a test compares them with those of the screen's row. */
  return Object.assign(load, { reads: Object.keys(inputs.query?.shape ?? {}) });
}

const entries = new WeakMap<Scope, Promise<boolean>>();

/**
 * Whether the screen at this address may be shown, for it and its area. Throws the page or address shown
 * instead.
 */
function mayEnter(scope: Scope, request: Request, url: URL): Promise<boolean> {
  const enter = async () => {
    const redirection = await leadFromSource(scope, url);
    if (redirection) throw redirection;
    await leadPhonesToH5(scope, request, url);
    return guard(scope, url);
  };
  const entry = entries.get(scope) ?? enter();
  entries.set(scope, entry);
  return entry;
}

interface AreaTools {
  scope: Scope;
  /** The screen that stands in the frame. */
  screen: Screen;
  params: LoaderFunctionArgs["params"];
}

/**
 * An area's loader: what its frame shows. It reads nothing of the address but the path. Null where the screen
 * in it may not be shown, which says so itself.
 */
export function areaLoader<Result extends object>(run: (tools: AreaTools) => Promise<Result>) {
  return async ({ request, context, params }: LoaderFunctionArgs): Promise<Result | null> => {
    const scope = await getScope({ request, context });
    try {
      const url = new URL(request.url);
      const isOpen = await mayEnter(scope, request, url).catch(() => false);
      const screen = screenAt(url.pathname);
      return isOpen && screen ? withAside(scope, await run({ scope, screen, params })) : null;
    } catch (error) {
      throw toPage(scope, error, request);
    }
  };
}

interface ActionInputs<Query extends Fields, Params extends Fields> extends Inputs<Query, Params> {
  /**
   * What the page shows that a refused form may have used up or found changed: a captcha, seats, a policy's
   * version. With scripts a page is not loaded anew after 4xx, and would send the old ones for ever; the
   * answer brings these along, read by `useFresh`. A part that cannot be had leaves the page as it is.
   */
  fresh?: (tools: { scope: Scope } & Parsed<Query, Params>) => Promise<object>;
  /** What the page needs besides when a form comes back after its files were stored. */
  beside?: (tools: { scope: Scope; form: FormData }) => Promise<object>;
}

const textsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    Array.from(form).filter(
      // A password is nothing that a page shows again.
      (entry): entry is [string, string] => typeof entry[1] === "string" && !/password/i.test(entry[0]),
    ),
  );

/** The answer with what a refusal made stale, where the page that gets it is not made anew around it. */
async function withFresh(
  answer: Answer,
  request: Request,
  fresh: (() => Promise<object> | undefined) | undefined,
  scope: Scope,
): Promise<Answer> {
  const refused = !(answer instanceof Response) && (answer.init?.status ?? 200) >= 400;
  if (!fresh || !refused || request.headers.get("sec-fetch-dest") === "document") return answer;
  const found = await orWithout(scope, fresh() ?? null, null).catch((error: unknown) => {
    // A page that would lead elsewhere by now, or say that something is gone: the form with what was typed
    // comes first.
    if (error instanceof Error) throw error;
    return null;
  });
  return { ...answer, data: { ...answer.data, fresh: found } };
}

type Action = (request: ActionFunctionArgs) => Promise<Answer>;

/**
 * A screen's action: the form is read, its size, origin and token checked, and the pressed button's entry of
 * `intents` run. A `sign:` button of any form accepts the disclaimer and gives the form back; files that an
 * `upload:` button brings are stored here, and the form comes back with them in its text. `intents` may
 * depend on what the address asks for.
 */
export function screenAction<Query extends Fields = Nothing, Params extends Fields = Nothing>(
  inputs: ActionInputs<Query, Params>,
  intents: Intents<Query, Params>,
): Action;
export function screenAction<Query extends Fields = Nothing, Params extends Fields = Nothing>(
  inputs: ActionInputs<Query, Params>,
  intents: (parsed: Parsed<Query, Params>) => Intents<Query, Params>,
): Action;
export function screenAction<Query extends Fields, Params extends Fields>(
  inputs: ActionInputs<Query, Params>,
  intents: Intents<Query, Params> | ((parsed: Parsed<Query, Params>) => Intents<Query, Params>),
): Action {
  return async ({ request, context, params }: ActionFunctionArgs): Promise<Answer> => {
    const scope = await getScope({ request, context });
    let form: FormTools | undefined;
    try {
      form = await formTools(scope, request);
      // For the page that says what failed, should this not come as far as giving the form back.
      scope.forms.unsaved = textsOf(form.form);
      // Somebody thought better of it (`askFirst`).
      if (form.intent.startsWith(`${keepIntent}:`))
        return giveBack(scope, { intent: form.intent.slice(keepIntent.length + 1), typed: form.form });
      if (form.intent === confirmIntent) return await confirmAnswer(scope, form.form, new URL(request.url));
      const signing = readSignIntent(form.intent);
      if (signing) return await signAnswer(scope, form.form, signing);
      if (isUpload(form.intent))
        return await uploadAnswer(scope, form, await inputs.beside?.({ scope, form: form.form }));
      const url = new URL(request.url);
      const parsed = parseInputs(scope, inputs, { url, params });
      const [name = "", argument] = form.intent.split(/:(.*)/s);
      const table = typeof intents === "function" ? intents(parsed) : intents;
      // A name that is none of the table's is no decision, whatever the form without a name would mean.
      const unnamed = name === "" || table.default === undecided ? table.default : undefined;
      const run = (Object.hasOwn(table, name) && table[name]) || unnamed || undecidedPage(scope);
      const done: ActionTools["done"] = (path, notice, undo) => {
        if (notice) scope.session.flash("notice", notice);
        if (undo) scope.session.flash("undo", String(undo));
        return scope.redirect(path, { status: 303 });
      };
      const answer = await run({
        scope,
        request,
        url,
        here: url.pathname + url.search,
        argument,
        done,
        ...form,
        ...parsed,
      });
      return await withFresh(
        answer,
        request,
        inputs.fresh && (() => inputs.fresh?.({ scope, ...parsed })),
        scope,
      );
    } catch (error) {
      if (form && asksToConfirm(error))
        throw await confirmFirst(scope, form).catch(() => toPage(scope, error, request));
      throw toPage(scope, error, request);
    }
  };
}
