import { data } from "@remix-run/node";
import { saveMessages, saveResults } from "contract/profile/fields";
import { orWithout } from "~/failure/explain.server";
import { Refused } from "~/gateway-client/errors";
import { ownPath } from "~/navigation/redirect";
import type { ActionTools, Answer } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { ownProfile, profileValues } from "../load-profile.server";
import { savedProfile } from "../profile.schema";
import { complete } from "../profile-action.server";
import { optionsIntent, type ProfileSaved, saveIntent } from "../profile-data";
import { saveProfile } from "../save-profile.server";
import { stepSchemas } from "./completion.schema";
import { forgetDraft, keepDraft, keptDraft, stepIn } from "./draft.server";
import { type CompletionMoved, completionSteps, nextIntent, stepIntent, stepOf } from "./steps";

type Tools = ActionTools & { query: { back?: string | undefined } };

/** Whether the dialog keeps its page: then it needs only JSON. */
const keepsPage = ({ form }: Tools) => form.get("stay") === "1";

/** The dialog's page at its own address; for a script only the step. */
async function stepAnswer(tools: Tools, step: CompletionMoved["step"]): Promise<Response> {
  if (keepsPage(tools)) return Response.json({ step } satisfies CompletionMoved);
  return tools.done(tools.here);
}

/** Stores the entered values without checking them, and goes to a step. */
async function go(tools: Tools, step = stepIn(tools.form)): Promise<Response> {
  keepDraft(tools.scope, tools.form, step);
  return stepAnswer(tools, step);
}

/** Checks a step, then goes to the next one. */
function next(tools: Tools): Promise<Answer> {
  const step = stepIn(tools.form);
  keepDraft(tools.scope, tools.form, step);
  return tools.submit(stepSchemas[step], () =>
    go(tools, completionSteps[completionSteps.indexOf(step) + 1] ?? "interests"),
  );
}

/** Whether a contact is not bound yet: this form cannot save one. */
async function lacksContact(scope: Scope): Promise<boolean> {
  const { phoneNumber: phone, email } = await scope.gateway.call("accountDetail", {});
  return !phone || !email;
}

/**
 * Saves the values of all steps (spec 4). That closes the dialog, unless a contact is missing: then the contacts are
 * the last step, with everything else saved.
 */
async function save(tools: Tools): Promise<Answer> {
  const { scope, form, submit, done, query } = tools;
  keepDraft(scope, form, "interests");
  const profile = await ownProfile(scope);
  if (profile) complete(form, { ...profileValues(profile), ...keptDraft(scope)?.values });
  const parts: string[] = [];
  const reply = await submit(savedProfile, async (input) => {
    const saved = await saveProfile(scope, { input, avatar: undefined, done: parts }).catch((error) => {
      // No field was changed: only a contact was missing.
      if (error instanceof Refused && error.code === "NOTHING_CHANGED") return null;
      throw error;
    });
    forgetDraft(scope);
    const contact = await orWithout(scope, lacksContact(scope), false);
    if (contact && saved !== saveResults.waits) return stepAnswer(tools, "contacts");
    const message = saveMessages[saved ?? saveResults.applied];
    if (!keepsPage(tools)) return done(ownPath(query.back), message);
    scope.session.flash("notice", message);
    return Response.json({ saved: saved ?? saveResults.applied, message } satisfies ProfileSaved);
  });
  if (reply instanceof Response) return reply;
  // A problem may belong to another step, whose form must show it. A missing contact cannot be fixed by any form of
  // the dialog.
  const wrongSteps = Object.keys(reply.data.result.error ?? {}).map(stepOf);
  const first = completionSteps.find((step) => wrongSteps.includes(step));
  if (!first || first === "interests") return reply;
  keepDraft(scope, form, first);
  if (first === "contacts") return stepAnswer(tools, first);
  return data({ ...reply.data, intent: nextIntent }, reply.init ?? undefined);
}

/** The buttons of the completion modal. */
export const completionIntents = {
  [optionsIntent]: (tools: Tools) => go(tools),
  [nextIntent]: next,
  [stepIntent]: (tools: Tools) =>
    go(
      tools,
      completionSteps.find((step) => step === tools.argument),
    ),
  [saveIntent]: save,
  default: save,
};
