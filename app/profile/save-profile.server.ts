import type { CallInput } from "contract";
import { extendedSaveFailed, type SaveResult, saveResults } from "contract/profile/fields";
import { inTurn, uploadProblem } from "~/editor/uploads/upload.server";
import { notDone } from "~/failure/explain.server";
import { isUnanswered, Refused } from "~/gateway-client/errors";
import { refuse } from "~/gateway-client/refusal.server";
import type { Scope } from "~/request/scope.server";
import type { SavedProfile } from "./profile.schema";

type Extended = Omit<Extract<CallInput<"updateUserInfo">, { editType: "2" }>, "editType">;

/** The two sections of the form without the contacts, which cannot be changed here (spec 5.3). */
function sectionsOf({
  username,
  sex,
  province,
  city,
  county,
  phone: _phone,
  email: _email,
  ...extended
}: SavedProfile & { phone?: string; email?: string }) {
  return { basic: { username, sex, province, city, county }, extended };
}

/** "Nothing changed" in one part is no failure when another part has changed. */
function unlessSame(error: unknown): null {
  if (error instanceof Refused && error.code === "NOTHING_CHANGED") return null;
  throw error;
}

/** Saves an avatar (spec 5.6: uploadtype "1"). Refusals are shown by the field. */
export async function saveAvatar(scope: Scope, file: File): Promise<{ result: SaveResult; icon: string }> {
  try {
    const { data } = await inTurn(scope, "fileUpload", file, (sent) =>
      scope.gateway.call("fileUpload", { ...sent, uploadtype: "1" }),
    );
    return { result: data.result, icon: data.headerlogo };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw error.withReason({ fields: { avatar: [uploadProblem(error)] } });
  }
}

/** Saves the extended section. Failures that no refusal explains get the message of spec 8. */
async function saveExtended(scope: Scope, extended: Extended): Promise<SaveResult> {
  try {
    return (await scope.gateway.call("updateUserInfo", { ...extended, editType: "2" })).data;
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    throw notDone(error, `${extendedSaveFailed}内容已为你保留，请稍后再提交（跟踪号 ${scope.traceId}）`);
  }
}

/**
 * Saves the basic section, the extended section and the avatar; the gateway finds out which of them changed. Returns
 * the result of spec 4: "1" when a part waits for approval. Adds the name of each saved part to `done`, in case a
 * later one fails.
 */
export async function saveProfile(
  scope: Scope,
  { input, avatar, done }: { input: SavedProfile; avatar: File | undefined; done: string[] },
): Promise<SaveResult> {
  const { basic, extended } = sectionsOf(input);
  const results: SaveResult[] = [];
  const keep = (name: string, result: SaveResult | null) => {
    if (result === null) return;
    results.push(result);
    done.push(name);
  };
  keep(
    "基本信息",
    await scope.gateway
      .call("updateUserInfo", { ...basic, editType: "1" })
      .then(({ data }) => data, unlessSame),
  );
  keep("扩展信息", await saveExtended(scope, extended).catch(unlessSame));
  if (avatar) keep("头像", (await saveAvatar(scope, avatar)).result);
  if (results.length === 0)
    throw refuse("NOTHING_CHANGED", { call: "updateUserInfo", traceId: scope.traceId });
  return results.includes(saveResults.waits) ? saveResults.waits : saveResults.applied;
}
