import type { CallInput } from "contract";
import { extendedSaveFailed, type SaveResult, saveResults } from "contract/profile/fields";
import { inTurn, uploadProblem } from "~/editor/uploads/upload.server";
import { notDone } from "~/failure/explain.server";
import { isUnanswered, Refused } from "~/gateway-client/errors";
import { refuse } from "~/gateway-client/refusal.server";
import type { Scope } from "~/request/scope.server";
import type { SavedProfile } from "./profile.schema";

type Extended = Omit<Extract<CallInput<"updateUserInfo">, { editType: "2" }>, "editType">;

/** The two sections; the contacts are nobody's to change here (spec 5.3). */
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

/** The part has nothing new to say, which matters only where no other has. */
function unlessSame(error: unknown): null {
  if (error instanceof Refused && error.code === "NOTHING_CHANGED") return null;
  throw error;
}

/** Saves an avatar (spec 5.6: uploadtype "1"). What the server says is wrong belongs to the field. */
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

/** Spec 8: a failure of saving extended information that no field and no rule explains. */
async function saveExtended(scope: Scope, extended: Extended): Promise<SaveResult> {
  try {
    return (await scope.gateway.call("updateUserInfo", { ...extended, editType: "2" })).data;
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    throw notDone(error, `${extendedSaveFailed}内容已为你保留，请稍后再提交（跟踪号 ${scope.traceId}）`);
  }
}

/**
 * Saves the basic section, the extended one and the avatar; the gateway knows which of them changed. Resolves
 * the result of spec 4: "1" when a part waits for approval. `done` gets the name of each part as it is saved,
 * for the case that a later one fails.
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
