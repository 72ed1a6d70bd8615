import { useActionData, useLoaderData } from "@remix-run/react";
import { activityOrganisingCalls } from "contract/activities/organising/calls";
import { activityTeamCalls } from "contract/activities/teams/calls";
import { minuteOf, parseTime } from "contract/base/time";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { failureOf } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { screenMeta } from "~/metadata/screen-meta";
import { askFirst } from "~/request/ask-first.server";
import { pathId } from "~/request/inputs.server";
import { type ActionTools, noFields, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { loadManaged } from "../parts/load-managed.server";
import { walkInForm } from "../parts/walk-in.schema";
import { WalkInForm } from "../parts/walk-in-form";
import { DeadlineForm } from "./deadline-form";
import { MessageForm } from "./message-form";
import { messageQuestion } from "./message-question";
import { SearchesPart } from "./searches-part";
import { SeatsForms } from "./seats-forms";

const inputs = { params: z.object({ id: pathId }), missing: "没有这个活动" };

/**
 * /activity/manage/{id}/tasks: changes of seats and of the deadline, a message to participants, what is taken down of those
 * who look for teams and people, and the sign-up of a person who came without one.
 */
export const loader = screenLoader(inputs, async ({ scope, params }) => {
  const activityId = params.id;
  const [managed, searches] = await Promise.all([
    loadManaged(scope, activityId),
    orWithout(scope, scope.gateway.call("activityTeamSearches", { activityId }), null),
  ]);
  return { ...managed, searches: searches?.items ?? [], submissionId: newSubmissionId() };
});
export const meta = screenMeta<typeof loader>({ title: ({ activity }) => `${activity.title} · 名额与通知` });

type Tools = ActionTools<z.ZodObject, typeof inputs.params>;
const { activitySeats, activityMessage } = activityOrganisingCalls;
const seatsForm = activitySeats.request.omit({ activityId: true });
const deadlineForm = z.object({
  until: z.string("请填写时间").transform((typed, context) => {
    const time = parseTime(typed.replace("T", " "), "YYYY-MM-DD HH:mm");
    if (time) return time.toISOString();
    context.addIssue({ code: "custom", message: "请填写时间" });
    return z.NEVER;
  }),
});
const { searchId, reason } = activityTeamCalls.activityTeamSearchRemove.request.shape;
const removeForm = z.object({ searchId, reason });
const messageForm = activityMessage.request.omit({ activityId: true }).extend({
  state: z.preprocess((state) => (state === "" ? undefined : state), activityMessage.request.shape.state),
});

export const action = screenAction(inputs, {
  seats: submitted(seatsForm, async (form, { scope, params, done, here }: Tools) => {
    const { name, seats, waiting } = await scope.gateway.call("activitySeats", {
      activityId: params.id,
      ...form,
    });
    return done(here, `${name}的名额已改为 ${seats}${waiting > 0 ? `，还有 ${waiting} 人候补` : ""}`);
  }),
  deadline: submitted(deadlineForm, async ({ until }, { scope, params, done, here }: Tools) => {
    const { signUpUntil } = await scope.gateway.call("activityDeadline", { activityId: params.id, until });
    return done(here, `报名截止已改为 ${minuteOf(signUpUntil)}`);
  }),
  close: submitted(noFields, async (_, { scope, params, done, here }: Tools) => {
    await scope.gateway.call("activityDeadline", { activityId: params.id });
    return done(here, "报名已截止，改成更晚的时间可以再开放");
  }),
  message: submitted(messageForm, async ({ state, ...form }, tools: Tools) => {
    const { scope, params, done, here } = tools;
    const { counts } = await loadManaged(scope, params.id);
    const question = messageQuestion(counts.states, { state, text: form.text });
    const confirmation = question && askFirst(tools, question);
    if (confirmation) return confirmation;
    const request = { activityId: params.id, ...form, ...(state ? { state } : {}) };
    const { recipients } = await scope.gateway.call("activityMessage", request);
    return done(here, `已通知 ${recipients} 人`);
  }),
  removeSearch: submitted(removeForm, async (form, { scope, params, done, here }: Tools) => {
    await scope.gateway.call("activityTeamSearchRemove", { activityId: params.id, ...form });
    return done(here, "已撤下，对方会收到通知");
  }),
  walkIn: submitted(walkInForm, async (form, { scope, params, done, here }: Tools) => {
    const { name } = await scope.gateway.call("activityWalkIn", { activityId: params.id, ...form });
    return done(here, `${name} 已登记并签到`);
  }),
});

export default function Tasks() {
  const { counts, searches, submissionId } = useLoaderData<typeof loader>();
  const answer = useActionData();
  return (
    <>
      <SeatsForms categories={counts.categories} failure={failureOf(answer, "seats")} />
      <DeadlineForm
        key={counts.activity.signUpUntil}
        until={counts.activity.signUpUntil}
        moved={failureOf(answer, "deadline")}
        closed={failureOf(answer, "close")}
      />
      <MessageForm
        key={`message ${submissionId}`}
        states={counts.states}
        submissionId={submissionId}
        failure={failureOf(answer, "message")}
      />
      {searches.length > 0 ? (
        <SearchesPart items={searches} failure={failureOf(answer, "removeSearch")} />
      ) : null}
      <WalkInForm key={submissionId} categories={counts.categories} submissionId={submissionId} />
    </>
  );
}
