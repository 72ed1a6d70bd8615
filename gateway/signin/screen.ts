import { type Recipient, sendCodeMessage } from "contract/account/identity";
import type { Context } from "hono";
import { z } from "zod";
import type { CodePurpose } from "../account/codes";
import { type PostedForm, readForm } from "../pages/form";
import { htmlPage } from "../pages/html-page";
import type { Markup } from "../pages/markup";
import { Refusal } from "../server/refusal";
import { readRequestCaller } from "../server/sessions/callers";
import { FormProblem, type FormState } from "./problem";
import { recallCode } from "./sent-code";
import { isOwnForm, openVisit, type SignInPortal, type Visit } from "./visit";

/** A page with one form. */
export interface Screen {
  /** The fields whose values are shown again. An account's present password is never among them. */
  fieldNames: readonly string[];
  /** The purpose of the code that this screen needs; undefined when it needs none. */
  codeFor(visit: Visit): CodePurpose | undefined;
  /** Whether signed-in people are redirected instead. */
  forVisitors: boolean;
  /** The maximum length of a field, if longer than what people type. */
  valueMax?: number;
  /** Whether the page has the gateway's own script. */
  script?: boolean;
  view(visit: Visit, state: FormState): Markup;
  /** The part of the page's state that does not depend on the typed values. */
  around?(visit: Visit): Promise<Partial<FormState>>;
  /** The state of a new page. */
  open?(visit: Visit): Promise<Partial<FormState>>;
  /** Handles the form, or throws a FormProblem. Returns the response, or the next state of the same page. */
  submit(visit: Visit, form: PostedForm): Promise<Response | Partial<FormState>>;
}

const formExpired = "页面已过期或不是从本站打开的，请检查后重新提交";
const formRepeated = "表单里有重复的内容，请检查后重新提交";

const alert = (text: string): Partial<FormState> => ({ alert: { kind: "error", text } });

/** Renders a screen with the typed values and the given state. */
async function answer(
  visit: Visit,
  screen: Screen,
  values: FormState["values"],
  formState: Partial<FormState>,
  status: 200 | FormProblem["status"],
) {
  const around = await screen.around?.(visit);
  const state: FormState = {
    errors: {},
    ...around,
    ...formState,
    values: { ...values, ...formState.values },
  };
  recallCode(visit, screen.codeFor(visit), state);
  const page = screen.view(visit, state);
  return htmlPage(visit.context, visit.portal.services.settings, page, status, screen.script);
}

/** GET: the empty form. */
export async function showScreen(context: Context, portal: SignInPortal, screen: Screen): Promise<Response> {
  const visit = openVisit(context, portal);
  if (screen.forVisitors && (await readRequestCaller(context, portal.services)).account)
    return context.redirect(visit.redirect, 302);
  return answer(visit, screen, {}, (await screen.open?.(visit)) ?? {}, 200);
}

/** A value that is returned unchanged or, if cleaning changes it, empty: a cleaned password would be another one. */
function unchanged(form: PostedForm, name: string): string {
  const value = form.value(name);
  return form.clean(name) === value ? value : "";
}

/** POST: the screen's response, or the same page with the problems and the typed values except secrets. */
export async function submitScreen(
  context: Context,
  portal: SignInPortal,
  screen: Screen,
): Promise<Response> {
  const visit = openVisit(context, portal);
  const form = await readForm(context, screen.valueMax);
  const values = Object.fromEntries(
    screen.fieldNames.map((name) => [name, name === "password" ? unchanged(form, name) : form.clean(name)]),
  );
  try {
    if (!isOwnForm(visit, form))
      throw new FormProblem(403, { ...(await screen.open?.(visit)), ...alert(formExpired) });
    if (form.repeated) throw new FormProblem(400, alert(formRepeated));
    const showing = { "show-password": "yes", "hide-password": "" }[form.value("intent")];
    if (showing !== undefined)
      return await answer(visit, screen, values, { values: { showPassword: showing }, turned: true }, 200);
    const done = await screen.submit(visit, form);
    return done instanceof Response ? done : await answer(visit, screen, values, done, 200);
  } catch (problem) {
    if (problem instanceof FormProblem) return answer(visit, screen, values, problem.state, problem.status);
    if (problem instanceof Refusal && problem.status === 429)
      return answer(visit, screen, values, alert(problem.message), 429);
    throw problem;
  }
}

/**
 * Parses the form's fields by a schema. Throws a FormProblem with the first message of each wrong field.
 */
export function parseFields<Shape extends z.ZodRawShape>(
  form: PostedForm,
  shape: Shape,
): z.output<z.ZodObject<Shape>> {
  const values = Object.fromEntries(Object.keys(shape).map((name) => [name, form.value(name)]));
  const parsed = z.object(shape).safeParse(values);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) errors[String(issue.path[0])] ??= issue.message;
  throw new FormProblem(400, { errors });
}

/** Like `parseFields`, but for the account field alone and with the messages of the send-code checks. */
export function parseRecipient<Schema extends z.ZodType<Recipient>>(
  form: PostedForm,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(form.value("account"));
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues[0]?.message ?? "";
  throw new FormProblem(400, { errors: { account: sendCodeMessage(message) } });
}
