import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { readSignIntent } from "~/consent/sign";
import { signAnswer } from "~/consent/sign.server";
import { leadFromSource } from "~/cookies/source.server";
import { isUpload, uploadAnswer } from "~/editor/uploads/upload.server";
import { orWithout, toPage } from "~/failure/explain.server";
import { confirmIntent } from "~/forms/confirming";
import { giveBack } from "~/forms/give-back.server";
import { keepIntent } from "~/forms/outcomes/question";
import { typedFields } from "~/forms/typed-fields";
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

/** The inputs of a screen that reads only its path. */
type Nothing = Fields;

/**
 * Makes a screen's loader: it checks access (spec 4 and 5, navigation), parses the address by the screen's schemas,
 * then calls `run`. Every failure becomes the page of spec 8. A path that is not a screen is a 404.
 */
export function screenLoader<Result, Query extends Fields = Nothing, Params extends Fields = Nothing>(
  inputs: Inputs<Query, Params>,
  run: (tools: LoaderTools<Query, Params>) => Promise<Result>,
) {
  const load = async ({ request, context, params }: LoaderFunctionArgs): Promise<Result> => {
    const scope = await getScope({ request, context });
    const url = new URL(request.url);
    try {
      // The router accepts spellings such as `/%6doderator`, for which no screen's access rules are found: they are a
      // 404.
      if (!(await mayEnter(scope, request, url))) throw (await movedRedirect(scope, url)) ?? notFound(scope);
      // Only the declared queries, because cached pages are shared by these alone.
      const own = declaredUrl(url);
      const parsed = parseInputs(scope, inputs, { url: own, params });
      return withAside(scope, await run({ scope, request, url: own, ...parsed }));
    } catch (error) {
      throw toPage(scope, error, request);
    }
  };
  /** The queries that the schema reads; a test compares them with the screen's row. */
  return Object.assign(load, { reads: Object.keys(inputs.query?.shape ?? {}) });
}

const entries = new WeakMap<Scope, Promise<boolean>>();

/**
 * Whether the screen at this address may be shown; used by the screen and by its area. Throws the page or redirect
 * shown instead.
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
  /** The screen inside the frame. */
  screen: Screen;
  params: LoaderFunctionArgs["params"];
}

/**
 * Makes an area's loader, which loads the frame's data. It reads only the path. Returns null when the screen inside
 * may not be shown; the screen's own loader then answers.
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
   * Loads the parts of the page that a refused form may have made invalid: a captcha, seats, a policy's version. With
   * JavaScript, Remix loads no data after a 4xx, so the form would send the old values again. The answer contains the
   * new ones, read by `useFresh`. A part that fails to load leaves the page unchanged.
   */
  fresh?: (tools: { scope: Scope } & Parsed<Query, Params>) => Promise<object>;
  /** More data for the page when a form comes back after its files were stored. */
  beside?: (tools: { scope: Scope; form: FormData }) => Promise<object>;
}

/** Adds new data to the answer of a refused form, unless the whole document is rendered anew. */
async function withFresh(
  answer: Answer,
  request: Request,
  fresh: (() => Promise<object> | undefined) | undefined,
  scope: Scope,
): Promise<Answer> {
  const isRefused = !(answer instanceof Response) && (answer.init?.status ?? 200) >= 400;
  if (!fresh || !isRefused || request.headers.get("sec-fetch-dest") === "document") return answer;
  const found = await orWithout(scope, fresh() ?? null, null).catch((error: unknown) => {
    // The loader may now redirect or answer 404 by throwing a response: the form with the typed text is more
    // important.
    if (error instanceof Error) throw error;
    return null;
  });
  return { ...answer, data: { ...answer.data, fresh: found } };
}

type Action = (request: ActionFunctionArgs) => Promise<Answer>;

/**
 * Makes a screen's action: it reads the form, checks size, origin and token, and calls the entry of `intents` for the
 * pressed button. In every form, a `sign:` button accepts the disclaimer and returns the form; an `upload:` button
 * stores the files and returns the form with their links in its text. `intents` may depend on the parsed address.
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
      // For the error page, in case the form itself cannot be returned.
      // The member answered no to the question of `askFirst`, or comes back from an error page.
      const isBack = form.intent.startsWith(`${keepIntent}:`);
      const intent = isBack ? form.intent.slice(keepIntent.length + 1) : form.intent;
      scope.forms.unsaved = { intent, fields: typedFields(form.form), lostFiles: form.files.length > 0 };
      if (isBack) return giveBack(scope, { intent, typed: form.form });
      if (form.intent === confirmIntent) return await confirmAnswer(scope, form.form, new URL(request.url));
      const signing = readSignIntent(form.intent);
      if (signing) return await signAnswer(scope, form.form, signing);
      if (isUpload(form.intent))
        return await uploadAnswer(scope, form, await inputs.beside?.({ scope, form: form.form }));
      const url = new URL(request.url);
      const parsed = parseInputs(scope, inputs, { url, params });
      const [name = "", argument] = form.intent.split(/:(.*)/s);
      const table = typeof intents === "function" ? intents(parsed) : intents;
      // An unknown intent does nothing; `default` is only for forms without an intent.
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
