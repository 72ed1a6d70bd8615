import type { z } from "zod";
import { sendSchema } from "~/activities/proof.schema";
import { contactProblem, forgetProof, proofFor, proveContact, requestCode } from "~/activities/proof.server";
import { giveBack } from "~/forms/give-back.server";
import { newSubmissionId } from "~/forms/submission-id.server";
import { Refused } from "~/gateway-client/errors";
import { paths } from "~/navigation/paths";
import type { ActionTools, Answer } from "~/request/intents.server";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";
import { answersIn, besideAnswers } from "./answers";
import { storeFiles } from "./files.server";
import { changeSchema, proveAndSignUpSchema, signUpSchema } from "./register.schema";

type Tools = ActionTools;

const idOf = ({ scope, query }: Tools): number =>
  typeof query.id === "number" ? query.id : notFound(scope, "没有这个活动");

/** Moves refusals to the fields of the form. A lost proof appears at the form's head, and its state is dropped. */
export function besideFields(scope: Scope, activityId: number, form: FormData, error: unknown): unknown {
  if (!(error instanceof Refused)) return error;
  if (error.code === "GUEST_PROOF_INVALID") forgetProof(scope, activityId);
  return error.fields ? error.withReason({ fields: besideAnswers(error.fields, form) }) : error;
}

/** Returns the form as it was sent, with a new captcha picture or with its files stored. */
const again = (intent: string) => (tools: Tools) =>
  Promise.resolve(giveBack(tools.scope, { intent, typed: tools.form }));

async function channelsOf({ scope }: Tools, activityId: number) {
  return (await scope.gateway.call("activityDetail", { activityId })).verify;
}

/** Sends a code to the typed contact, and returns the form with all its values. */
async function send(tools: Tools): Promise<Answer> {
  const { scope, form, submit } = tools;
  const activityId = idOf(tools);
  return submit(sendSchema, async (value) => {
    const problem = contactProblem(value.contact, await channelsOf(tools, activityId));
    if (problem)
      return giveBack(
        scope,
        { intent: "send", typed: form },
        { status: 400, fields: { contact: [problem] } },
      );
    await requestCode(scope, activityId, value);
    return giveBack(scope, { intent: "send", typed: form });
  });
}

/** Stores the form's files first, so that the visitor need not choose them again after another problem. */
const withFiles =
  (run: (tools: Tools, activityId: number) => Promise<Answer>) =>
  async (tools: Tools): Promise<Answer> => {
    const activityId = idOf(tools);
    const problems = await storeFiles({ ...tools, activityId, of: "signup" });
    if (Object.keys(problems).length === 0) return run(tools, activityId);
    return giveBack(
      tools.scope,
      { intent: tools.intent, typed: tools.form },
      { status: 422, fields: problems },
    );
  };

type SignUp = z.output<typeof signUpSchema>;

async function signUp(tools: Tools, activityId: number, value: SignUp, uuid: string): Promise<Answer> {
  const { scope, form, done } = tools;
  const { agreed: _agreed, submissionId, channel, ...more } = value;
  try {
    const signup = await scope.gateway.call("activitySignup", {
      ...more,
      ...(uuid ? { uuid } : channel ? { channel } : {}),
      activityId,
      answers: answersIn(form),
      agreed: true,
      submissionId: submissionId ?? newSubmissionId(),
    });
    const messages = { waiting: "已登记候补，有名额时会通知你", pending: "报名已提交，等待审核" };
    return done(
      paths.activityEntry(activityId),
      messages[signup.state as keyof typeof messages] ?? "报名成功",
    );
  } catch (error) {
    throw besideFields(scope, activityId, form, error);
  }
}

/** A form with a new contact has a code; one with a proved contact has none. */
const register = withFiles((tools, activityId) => {
  const { scope, form, submit } = tools;
  const proof = proofFor(scope, activityId);
  if (proof || !form.has("captchaToken"))
    return submit(signUpSchema, (value) => signUp(tools, activityId, value, proof?.uuid ?? ""));
  return submit(proveAndSignUpSchema, async ({ contact, captchaCode, ...value }) => {
    const { uuid, signedUp } = await proveContact(scope, activityId, { contact, captchaCode });
    if (signedUp) return tools.done(paths.activityEntry(activityId), "这个联系方式已经报过名，这是你的报名");
    return signUp(tools, activityId, value, uuid);
  });
});

const change = withFiles((tools, activityId) =>
  tools.submit(changeSchema, async (value) => {
    const { scope, form, done } = tools;
    const uuid = (await scope.signedIn()) ? "" : (proofFor(scope, activityId)?.uuid ?? "");
    try {
      await scope.gateway.call("activitySignupUpdate", {
        ...value,
        activityId,
        uuid,
        answers: answersIn(form),
      });
    } catch (error) {
      throw besideFields(scope, activityId, form, error);
    }
    return done(paths.activityEntry(activityId), "报名已修改");
  }),
);

/** The actions of the registration form. */
export const registerIntents = {
  send,
  again: again("again"),
  signup: register,
  change,
};
