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

/** A dialog whose page stays as it is only wants to know. */
const stays = ({ form }: Tools) => form.get("stay") === "1";

/** The modal as it stands now, at its own address; a script is told the step. */
async function shown(tools: Tools, step: CompletionMoved["step"]): Promise<Response> {
  if (stays(tools)) return Response.json({ step } satisfies CompletionMoved);
  return tools.done(tools.here);
}

/** Keeps what was entered, whatever it is, and stays or goes to another step: nothing is checked yet. */
async function go(tools: Tools, step = stepIn(tools.form)): Promise<Response> {
  keepDraft(tools.scope, tools.form, step);
  return shown(tools, step);
}

/** Checks a step, and goes on to the next. */
function next(tools: Tools): Promise<Answer> {
  const step = stepIn(tools.form);
  keepDraft(tools.scope, tools.form, step);
  return tools.submit(stepSchemas[step], () =>
    go(tools, completionSteps[completionSteps.indexOf(step) + 1] ?? "interests"),
  );
}

/** Whether something is still to be bound: the one thing that this form cannot save. */
async function lacksContact(scope: Scope): Promise<boolean> {
  const { phoneNumber, email } = await scope.gateway.call("accountDetail", {});
  return !phoneNumber || !email;
}

/**
 * Saves all that was entered in the steps (spec 4). It closes the modal, unless a contact is still to be
 * bound: then that is the last step, and nothing entered can be lost over it.
 */
async function save(tools: Tools): Promise<Answer> {
  const { scope, form, submit, done, query } = tools;
  keepDraft(scope, form, "interests");
  const profile = await ownProfile(scope);
  if (profile) complete(form, { ...profileValues(profile), ...keptDraft(scope)?.values });
  const parts: string[] = [];
  const reply = await submit(savedProfile, async (input) => {
    const saved = await saveProfile(scope, { input, avatar: undefined, done: parts }).catch((error) => {
      // Everything was there already: only a contact was missing.
      if (error instanceof Refused && error.code === "NOTHING_CHANGED") return null;
      throw error;
    });
    forgetDraft(scope);
    const contact = await orWithout(scope, lacksContact(scope), false);
    if (contact && saved !== saveResults.waits) return shown(tools, "contacts");
    const message = saveMessages[saved ?? saveResults.applied];
    if (!stays(tools)) return done(ownPath(query.back), message);
    scope.session.flash("notice", message);
    return Response.json({ saved: saved ?? saveResults.applied, message } satisfies ProfileSaved);
  });
  if (reply instanceof Response) return reply;
  // What is wrong may stand in another step, whose form has to say it. A missing contact is none that a form
  // can mend.
  const wrong = Object.keys(reply.data.result.error ?? {}).map(stepOf);
  const first = completionSteps.find((step) => wrong.includes(step));
  if (!first || first === "interests") return reply;
  keepDraft(scope, form, first);
  if (first === "contacts") return shown(tools, first);
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
