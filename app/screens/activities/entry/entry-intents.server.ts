import { cancelReason, declineKey } from "contract/activities/fields";
import { z } from "zod";
import { proveSchema, sendSchema } from "~/activities/proof.schema";
import { contactProblem, proofFor, proveContact, requestCode } from "~/activities/proof.server";
import { giveBack } from "~/forms/give-back.server";
import { Refused } from "~/gateway-client/errors";
import { paths } from "~/navigation/paths";
import { type ActionTools, type Answer, submitted } from "~/request/intents.server";
import { notFound } from "~/request/not-found.server";
import { besideFields } from "../register/register-intents.server";

const idOf = ({ scope, query }: ActionTools): number =>
  typeof query.id === "number" ? query.id : notFound(scope, "没有这个活动");

/** Sends a code to the contact of a guest's sign-up. */
async function send(tools: ActionTools): Promise<Answer> {
  const { scope, form, submit } = tools;
  const activityId = idOf(tools);
  return submit(sendSchema, async (value) => {
    const { verify } = await scope.gateway.call("activityDetail", { activityId });
    const problem = contactProblem(value.contact, verify);
    const submission = { intent: "find-send", typed: form };
    if (problem) return giveBack(scope, submission, { status: 400, fields: { contact: [problem] } });
    await requestCode(scope, activityId, value);
    return giveBack(scope, submission);
  });
}

/** Opens the sign-up of the contact that the code proves. */
async function find(tools: ActionTools): Promise<Answer> {
  const activityId = idOf(tools);
  return tools.submit(proveSchema, async (value) => {
    const { signedUp } = await proveContact(tools.scope, activityId, value);
    return tools.done(paths.activityEntry(activityId), signedUp ? "验证成功" : "这个联系方式还没有报名");
  });
}

const cancel = submitted(z.object({ reason: cancelReason }), async ({ reason }, tools: ActionTools) => {
  const { scope, form, done } = tools;
  const activityId = idOf(tools);
  const uuid = (await scope.signedIn()) ? "" : (proofFor(scope, activityId)?.uuid ?? "");
  try {
    await scope.gateway.call("activitySignupCancel", { activityId, uuid, reason });
  } catch (error) {
    throw besideFields(scope, activityId, form, error);
  }
  return done(paths.activityEntry(activityId), "报名已取消");
});

const decline = submitted(z.object({ key: declineKey }), async ({ key }, { scope, done }: ActionTools) => {
  const { activity } = await scope.gateway.call("activitySeatOffer", { key });
  await scope.gateway.call("activitySeatDecline", { key }).catch((error: unknown) => {
    // After a double press the seat is given back already.
    if (!(error instanceof Refused) || error.code !== "DECLINE_INVALID") throw error;
  });
  return done(paths.activityEntry(activity.id), "名额已放弃，报名已取消");
});

/** The actions on the visitor's own sign-up. */
export const entryIntents = {
  "find-send": send,
  "find-again": ({ scope, form }: ActionTools) =>
    Promise.resolve(giveBack(scope, { intent: "find-again", typed: form })),
  find,
  cancel,
  decline,
};
