import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { mayBecome, reviewActions } from "contract/activities/transitions";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { failureOf, failureOfAny } from "~/forms/result";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pathId } from "~/request/inputs.server";
import { type ActionTools, noFields, submitted, undecided } from "~/request/intents.server";
import { notFound } from "~/request/not-found.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { loadManaged } from "../parts/load-managed.server";
import styles from "../parts/organising.module.css";
import { review, reviewForm } from "../parts/review.server";
import { ReviewButtons, reviewIntents } from "../parts/review-buttons";
import { signupKind, signupWords } from "../parts/words";
import { SignupFacts } from "./signup-facts";
import { Steps } from "./steps";

const inputs = { params: z.object({ id: pathId, signup: pathId }), missing: "没有找到报名" };

/** /activity/manage/{id}/signups/{signup}: all answers and files of a sign-up, and its history. */
export const loader = screenLoader(inputs, async ({ scope, params }) => {
  const input = { activityId: params.id, signupId: params.signup };
  const [{ activity }, list, history] = await Promise.all([
    loadManaged(scope, params.id),
    scope.gateway.call("activitySignups", input),
    orWithout(scope, scope.gateway.call("activitySignupHistory", input), null),
  ]);
  const signup = list.items[0] ?? notFound(scope, "没有找到报名");
  return { activity, signup, steps: history?.steps ?? [] };
});
export const meta = screenMeta<typeof loader>({
  title: ({ activity, signup }) => `${signup.name} · ${activity.title}`,
});

type Tools = ActionTools<z.ZodObject, typeof inputs.params>;

export const action = screenAction(inputs, {
  review: submitted(reviewForm, (form, tools: Tools) => review(form, tools, tools.params.id)),
  checkIn: submitted(noFields, async (_, { scope, params, done, here }: Tools) => {
    const request = { activityId: params.id, signupId: params.signup };
    const { answer, name } = await scope.gateway.call("activitySignIn", request);
    const notices = { passed: `${name} 已签到`, already: `${name} 之前已经签到` } as Record<string, string>;
    return done(here, notices[answer] ?? `没有签到：${name || "这个报名"}还没有通过，或已取消`);
  }),
  undo: submitted(noFields, async (_, { scope, params, done, here }: Tools) => {
    await scope.gateway.call("activitySignInUndo", { activityId: params.id, signupId: params.signup });
    return done(here, "已撤销签到");
  }),
  default: undecided,
});

export default function Signup() {
  const { activity, signup, steps } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const answer = useActionData();
  const review = useScreenForm({
    id: "review-signup",
    intent: reviewIntents,
    failure: failureOfAny(answer, reviewIntents),
  });
  const marking = failureOf(answer, "checkIn") ?? failureOf(answer, "undo");
  const { id, name, state, checkedInAt } = signup;
  const reviewable = reviewActions.some((one) => mayBecome(one, state));
  return (
    <>
      <section className={styles.part} aria-labelledby="signup">
        <p>
          <Link to={to(paths.manage(activity.id))}>回到报名名单</Link>
        </p>
        <h2 id="signup">
          {name || "（已清除）"}{" "}
          <span className="label" data-kind={signupKind(state)}>
            {signupWords[state]}
          </span>
        </h2>
        <SignupFacts signup={signup} />
        {state === "accepted" || checkedInAt ? (
          <Form method="post" className={styles.buttons} preventScrollReset>
            <FormToken />
            <FormProblems id="marking" errors={marking?.result.error?.[""] ?? undefined} />
            <button type="submit" className="button" name="intent" value={checkedInAt ? "undo" : "checkIn"}>
              {checkedInAt ? "撤销签到" : "签到"}
            </button>
          </Form>
        ) : null}
      </section>
      {reviewable ? (
        <section className={styles.part} aria-labelledby="review">
          <h2 id="review">审核</h2>
          <ScreenForm of={review} className={styles.part} preventScrollReset key={state}>
            <NoDefaultButton />
            <input type="hidden" name="ids" value={id} />
            <QuestionBox intents={["review:refuse"]} />
            <ReviewButtons state={state} />
          </ScreenForm>
        </section>
      ) : null}
      <Steps steps={steps} />
    </>
  );
}
