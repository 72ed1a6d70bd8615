import { data } from "@remix-run/node";
import { type SaveResult, saveMessages } from "contract/profile/fields";
import { explainForm } from "~/failure/explain.server";
import { expiredForm, type GivenBack, giveBack } from "~/forms/give-back.server";
import type { FormFailure } from "~/forms/result";
import { type ActionTools, mainIntent } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import type { FormTools } from "~/request/submit.server";
import { ownProfile, profileValues } from "./load-profile.server";
import { profileOptions } from "./options.server";
import { profileSchema } from "./profile.schema";
import {
  avatarIntent,
  optionsIntent,
  type ProfileAnswer,
  type ProfileValues,
  saveIntent,
} from "./profile-data";
import { saveAvatar, saveProfile } from "./save-profile.server";

type Tools = { scope: Scope } & FormTools;
type Answer = Omit<ProfileAnswer, keyof FormFailure | "options">;

const textOf = (form: FormData, name: string) => String(form.get(name) ?? "").slice(0, 100);

/** The options for the choices in a posted form. */
function optionsOf(scope: Scope, form: FormData) {
  return profileOptions(scope, {
    province: textOf(form, "province"),
    city: textOf(form, "city"),
    industryGroup: textOf(form, "industryGroup"),
    interestDirection: form.getAll("interestDirection").map(String),
    interestSearch: textOf(form, "interestSearch"),
  });
}

/** The form again with everything typed and the options for its choices. */
async function again({ scope, form }: Tools, outcome: GivenBack, more: Answer = {}) {
  const options = await optionsOf(scope, form);
  return giveBack(scope, { intent: saveIntent, typed: form }, outcome, { options, ...more });
}

/** Stores an avatar alone, for pages without JavaScript: the form comes back with it and with everything typed. */
async function answerAvatar(tools: Tools) {
  const { scope, form, files } = tools;
  try {
    if (!(await scope.forms.accepts(form))) return await again(tools, expiredForm);
    if (!files[0]) return await again(tools, { status: 400, fields: { avatar: ["请先选择一张图片"] } });
    const { icon, result } = await saveAvatar(scope, files[0]);
    return await again(tools, {}, { avatar: { icon, message: saveMessages[result] } });
  } catch (error) {
    const { status, dialog, message, sentence, fields } = await explainForm(scope, error, "再上传一次");
    return dialog
      ? again(tools, { status, dialog, problems: [sentence] })
      : again(tools, { status, fields: fields ?? { avatar: [message] } });
  }
}

/**
 * Keeps the stored value of each field that the form does not contain. Contacts are never taken from a form (spec
 * 5.3).
 */
export function complete(form: FormData, before: ProfileValues): void {
  for (const [name, value] of Object.entries(before)) {
    const isContact = name === "phone" || name === "email";
    if (typeof value === "string" && (isContact || !form.has(name))) form.set(name, value);
  }
}

/** The intents of the form of personal information; `after` answers a successful save with its message. */
export function profileIntents<Used extends ActionTools>(
  after: (saved: SaveResult, message: string, tools: Used) => Promise<Response>,
) {
  const save = async (tools: Used) => {
    const { scope, form, files, submit } = tools;
    const profile = await ownProfile(scope);
    // Without a session there are no stored values to add.
    if (profile) complete(form, profileValues(profile));
    // The gateway's refusals of the file are shown by this field.
    if (files[0]) form.set("avatar", "");
    const done: string[] = [];
    const reply = await submit(profileSchema, async (input) => {
      const saved = await saveProfile(scope, { input, avatar: files[0], done });
      return after(saved, saveMessages[saved], tools);
    });
    if (reply instanceof Response) return reply;
    const failure: ProfileAnswer = { ...reply.data, options: await optionsOf(scope, form) };
    const errors = failure.result.error;
    if (done.length > 0 && errors)
      errors[""] = [...(errors[""] ?? []), `${done.join("、")}已保存，其余内容没有保存`];
    return data<ProfileAnswer>(failure, reply.init ?? undefined);
  };
  return {
    [optionsIntent]: (tools: Used) =>
      again(tools, {}, tools.files.length > 0 ? { chooseAvatarAgain: true } : {}),
    [avatarIntent]: (tools: Used) => answerAvatar(tools),
    ...mainIntent(saveIntent, save),
  };
}
