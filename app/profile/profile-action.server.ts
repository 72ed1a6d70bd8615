import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "@remix-run/node";
import { type SaveResult, saveMessages } from "contract/profile";
import { refusals } from "contract/refusals";
import { z } from "zod/v4";
import type { Scope } from "~/context.server";
import type { FormTools } from "~/forms/submit.server";
import { GatewayError, NotSignedIn, Refused, SessionConflict } from "~/gateway-client/errors";
import { forgetLogin } from "~/session/visitor.server";
import { ownProfile, profileValues } from "./load-profile.server";
import { profileOptions } from "./options.server";
import { avatarIntent, optionsIntent, type ProfileAnswer, type ProfileValues, saveIntent } from "./profile-data";
import { profileSchema } from "./profile.schema";
import { saveAvatar, saveProfile } from "./save-profile.server";

type Tools = { scope: Scope } & FormTools;
type Answer = Omit<ProfileAnswer, "intent" | "result" | "dialog"> & Partial<Pick<ProfileAnswer, "dialog">>;

const anything = z.record(z.string(), z.unknown());
const textOf = (form: FormData, name: string) => String(form.get(name) ?? "").slice(0, 100);

/** What the form offers for what is chosen in it as it was posted. */
function optionsOf(scope: Scope, form: FormData) {
  return profileOptions(scope, {
    province: textOf(form, "province"),
    city: textOf(form, "city"),
    industryGroup: textOf(form, "industryGroup"),
    interestDirection: form.getAll("interestDirection").map(String),
    interestSearch: textOf(form, "interestSearch"),
  });
}

/** The form again with everything that was typed, and with what belongs to the choices in it. */
async function again({ scope, form }: Tools, status: number, more: Answer = {}, errors: Record<string, string[]> = {}) {
  scope.keepsForm = true;
  const { "": formErrors = [], ...fieldErrors } = errors;
  const result = parseWithZod(form, { schema: anything }).reply({ formErrors, fieldErrors });
  const options = await optionsOf(scope, form);
  return data<ProfileAnswer>({ intent: saveIntent, result, dialog: null, options, ...more }, { status });
}

/** Stores an avatar by itself, for pages without JavaScript: the form comes back with it and with all that was typed. */
async function answerAvatar(tools: Tools) {
  const { scope, form, files } = tools;
  try {
    if (!(await scope.acceptsToken(form))) return await again(tools, 403, {}, { "": [refusals.CSRF_TOKEN_MISMATCH.message] });
    if (!files[0]) return await again(tools, 400, {}, { avatar: ["请先选择一张图片"] });
    const { icon, result } = await saveAvatar(scope, files[0]);
    return await again(tools, 200, { avatar: { icon, message: saveMessages[result] } });
  } catch (error) {
    if (error instanceof NotSignedIn || error instanceof SessionConflict) {
      forgetLogin(scope.session);
      return again(tools, 403, { dialog: "login" }, { "": ["登录状态已失效，内容已为你保留，请登录后再上传一次"] });
    }
    if (error instanceof Refused) return again(tools, error.status, {}, error.fields ?? { avatar: [error.message] });
    if (!(error instanceof GatewayError)) throw error;
    console.error(`[门户] ${error.name} ${error.call} ${error.detail} 跟踪号 ${scope.traceId}`);
    return again(tools, 503, {}, { avatar: [error.message] });
  }
}

/** What the form does not ask for stays as it is, and a contact is never taken from a form (spec 5.3). */
function complete(form: FormData, before: ProfileValues): void {
  for (const [name, value] of Object.entries(before)) {
    const isContact = name === "phone" || name === "email";
    if (typeof value === "string" && (isContact || !form.has(name))) form.set(name, value);
  }
}

/** Everything that the form of personal information posts; `after` answers once it is saved, with what is to be said. */
export async function actOnProfile(tools: Tools, after: (saved: SaveResult, message: string) => Promise<Response>) {
  const { scope, form, files, intent, submit } = tools;
  if (intent === optionsIntent) return again(tools, 200, files.length > 0 ? { chooseAvatarAgain: true } : {});
  if (intent === avatarIntent) return answerAvatar(tools);
  const profile = await ownProfile(scope);
  // Signed out meanwhile: what was typed is all there is.
  if (profile) complete(form, profileValues(profile));
  // Refusals of it stand by its field.
  if (files[0]) form.set("avatar", "");
  const done: string[] = [];
  const reply = await submit(profileSchema, async (input) => {
    const saved = await saveProfile(scope, { input, avatar: files[0], done });
    return after(saved, saveMessages[saved]);
  });
  if (reply instanceof Response) return reply;
  const failure: ProfileAnswer = { ...reply.data, options: await optionsOf(scope, form) };
  const errors = failure.result.error;
  if (done.length > 0 && errors) errors[""] = [...(errors[""] ?? []), `${done.join("、")}已保存，其余内容没有保存`];
  return data<ProfileAnswer>(failure, reply.init ?? undefined);
}
