import { useActionData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { z } from "zod";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { newSubmissionId } from "~/forms/submission-id.server";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { flag, optionalId } from "~/request/inputs.server";
import type { Scope } from "~/request/scope.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { useFresh } from "~/request/use-fresh";
import { Obstacle } from "./obstacle";
import { beginning, mySignup, shownFields } from "./register.server";
import { RegisterForm } from "./register-form";
import { registerIntents } from "./register-intents.server";

const inputs = {
  query: z.object({
    id: optionalId,
    category: z.string().max(40).optional().catch(undefined),
    change: flag,
  }),
  missing: "没有这个活动",
};

/**
 * /activity/activityRegister and /activity/Mregister (spec 2.1): the registration form of an activity. With `change`
 * the visitor changes the own sign-up. Without an activity it redirects to the activities that are open for sign-up.
 */
export const loader = screenLoader(inputs, load);

async function load({
  scope,
  query: { id, category, change },
}: {
  scope: Scope;
  query: z.output<typeof inputs.query>;
}) {
  if (id === undefined) throw await scope.redirect(paths.openActivities());
  const registration = await scope.gateway.call("activityRegistration", { activityId: id });
  const own = change ? await mySignup(scope, id) : null;
  const changes = change && own?.changeable === true;
  // The page of the sign-up explains a sign-up that cannot change or does not exist.
  if (change && !changes && !scope.forms.shownAgain) throw await scope.redirect(paths.activityEntry(id));
  const begins = await beginning(scope, registration, changes ? own : null);
  return {
    registration,
    fields: await shownFields(scope, registration, changes ? own : null),
    ...begins,
    changes: change,
    chosen: changes ? own?.category.key : category,
    submissionId: newSubmissionId(),
  };
}
export const meta = screenMeta<typeof loader>({
  title: ({ registration, changes }) => `${changes ? "修改报名" : "报名"}：${registration.activity.title}`,
  head: ({ registration }) => ({ canonical: paths.activity(registration.activity.id) }),
});

export const action = screenAction({ ...inputs, fresh: load }, registerIntents);

/** With JavaScript, a network failure while posting keeps the page as it is. */
export const clientAction = keepOnNetworkFailure("signup");

export default function Register() {
  const loaded = useFresh<typeof loader>();
  const gaveBack = useActionData() !== undefined;
  const registration = loaded.registration as CallResponse<"activityRegistration">;
  if (registration.obstacle && !loaded.changes && !gaveBack) return <Obstacle registration={registration} />;
  return <RegisterForm {...loaded} registration={registration} />;
}
