import { declineKey } from "contract/activities/fields";
import type { ActivityWhole, MySignup } from "contract/activities/shapes";
import { z } from "zod";
import { loadProof, type ProofState } from "~/activities/proof.server";
import { orWithout } from "~/failure/explain.server";
import { MissingForm } from "~/failure/missing-form";
import { useFormAnswer } from "~/forms/form-answer";
import type { FormFailure } from "~/forms/result";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { optionalId } from "~/request/inputs.server";
import type { Scope } from "~/request/scope.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { useFresh } from "~/request/use-fresh";
import { mySignup } from "../register/register.server";
import { Choose } from "./choose";
import { DeclineSeat, type Offer } from "./decline-seat";
import { entryIntents } from "./entry-intents.server";
import { Mine } from "./mine";

const inputs = {
  query: z.object({ id: optionalId, decline: declineKey.optional() }),
  missing: "没有这个活动，或者链接不完整",
};

interface EntryData {
  title: string;
  offer: (Offer & { key: string }) | null;
  signup: MySignup | null;
  activity: ActivityWhole | null;
  proof: ProofState | null;
  signedIn: boolean;
}

const emptyEntry: Omit<EntryData, "title"> = {
  offer: null,
  signup: null,
  activity: null,
  proof: null,
  signedIn: false,
};

async function load(scope: Scope, id: number): Promise<EntryData> {
  const [signup, signedIn] = await Promise.all([mySignup(scope, id), scope.signedIn()]);
  if (signup) {
    // An activity that the operator removed shows only the sign-up.
    const teams = signup.state === "cancelled" ? null : await wholeOf(scope, id);
    return { ...emptyEntry, title: signup.activity.title, signup, activity: teams, signedIn };
  }
  const activity = await scope.gateway.call("activityDetail", { activityId: id });
  const finds = !signedIn && activity.guests;
  return {
    ...emptyEntry,
    title: activity.title,
    activity,
    signedIn,
    proof: finds ? await loadProof(scope, id, activity.verify) : null,
  };
}

async function wholeOf(scope: Scope, activityId: number): Promise<ActivityWhole | null> {
  return orWithout(scope, scope.gateway.call("activityDetail", { activityId }), null);
}

/**
 * /activity/registEntry (spec 2.1): the visitor's own sign-up for an activity; without one, the activity's categories
 * and a form that finds a guest's sign-up. With `decline` it is the link that gives a seat back.
 */
export const loader = screenLoader(inputs, loadAll);

interface EntryState {
  scope: Scope;
  query: z.output<typeof inputs.query>;
}

async function loadAll({ scope, query: { id, decline } }: EntryState): Promise<EntryData> {
  if (decline !== undefined) {
    const offer = await scope.gateway.call("activitySeatOffer", { key: decline });
    return { ...emptyEntry, title: offer.activity.title, offer: { ...offer, key: decline } };
  }
  if (id === undefined) throw await scope.redirect(paths.openActivities());
  return load(scope, id);
}
export const meta = screenMeta<typeof loader>({
  title: ({ title, signup, offer }) =>
    offer ? `放弃名额：${title}` : signup ? `我的报名：${title}` : `报名入口：${title}`,
});

export const action = screenAction({ ...inputs, fresh: loadAll }, entryIntents);

/** Whether a form is one of those that find a sign-up, which are there without one. */
const isFinding = (intent: string) => intent.startsWith("find");

export default function Entry() {
  const posted = (useFormAnswer() as Partial<FormFailure> | undefined)?.intent;
  const { offer, signup, activity, proof, signedIn } = useFresh<typeof loader>() as EntryData;
  if (offer) return <DeclineSeat offer={offer} />;
  if (signup) return <Mine signup={signup} activity={activity} signedIn={signedIn} />;
  if (!activity) return null;
  return (
    <Choose activity={activity} proof={proof} signedIn={signedIn}>
      {posted !== undefined && !isFinding(posted) ? <MissingForm name="我的报名" /> : null}
    </Choose>
  );
}
