import type { CallInput } from "contract";
import { extendedSaveFailed, type SaveResult, saveResults } from "contract/profile";
import { refusals } from "contract/refusals";
import type { Scope } from "~/context.server";
import { inTurn, uploadProblem } from "~/editor/upload.server";
import { Forbidden, GatewayError, NotSignedIn, Refused, SessionConflict } from "~/gateway-client/errors";
import type { ProfileInput } from "./profile.schema";

type Extended = Omit<Extract<CallInput<"updateUserInfo">, { editType: "2" }>, "editType">;

/** The two sections; the contacts are nobody's to change here (spec 5.3). */
function sectionsOf({ username, sex, province, city, county, phone: _phone, email: _email, ...extended }: ProfileInput) {
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
    const { data } = await inTurn(scope, "fileUpload", file, (sent) => scope.gateway.call("fileUpload", { ...sent, uploadtype: "1" }));
    return { result: data.result, icon: data.headerlogo };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(error.message, error.call, error.traceId, error.code, error.status, { avatar: [uploadProblem(error)] });
  }
}

/** Spec 8: a failure of saving extended information that no field and no rule explains. */
async function saveExtended(scope: Scope, extended: Extended): Promise<SaveResult> {
  try {
    return (await scope.gateway.call("updateUserInfo", { ...extended, editType: "2" })).data;
  } catch (error) {
    const explained = [Refused, NotSignedIn, SessionConflict, Forbidden].some((kind) => error instanceof kind);
    if (explained || !(error instanceof GatewayError)) throw error;
    console.error(`[门户] ${error.name} ${error.call} ${error.detail} 跟踪号 ${scope.traceId}`);
    const message = `${extendedSaveFailed}内容已为你保留，请稍后再提交（跟踪号 ${scope.traceId}）`;
    throw new Refused(message, error.call, error.traceId, "SERVER_ERROR", 503);
  }
}

/**
 * Saves the basic section, the extended one and the avatar; the gateway knows which of them say something new. Resolves what it
 * comes to (spec 4): "1" when any of it waits for approval. `done` gets the name of each part as it is saved, for when a later
 * one fails.
 */
export async function saveProfile(
  scope: Scope,
  { input, avatar, done }: { input: ProfileInput; avatar: File | undefined; done: string[] },
): Promise<SaveResult> {
  const { basic, extended } = sectionsOf(input);
  const results: SaveResult[] = [];
  const keep = (name: string, result: SaveResult | null) => {
    if (result === null) return;
    results.push(result);
    done.push(name);
  };
  keep("基本信息", await scope.gateway.call("updateUserInfo", { ...basic, editType: "1" }).then(({ data }) => data, unlessSame));
  keep("扩展信息", await saveExtended(scope, extended).catch(unlessSame));
  if (avatar) keep("头像", (await saveAvatar(scope, avatar)).result);
  if (results.length === 0) {
    const { message, status } = refusals.NOTHING_CHANGED;
    throw new Refused(message, "updateUserInfo", scope.traceId, "NOTHING_CHANGED", status);
  }
  return results.includes(saveResults.waits) ? saveResults.waits : saveResults.applied;
}
