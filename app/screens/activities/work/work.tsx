import { Link, useActionData, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { activityWorkCalls } from "contract/activities/works/calls";
import { z } from "zod";
import { giveBack } from "~/forms/give-back.server";
import { Refused } from "~/gateway-client/errors";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { optionalId } from "~/request/inputs.server";
import type { ActionTools } from "~/request/intents.server";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { answersIn, besideAnswers } from "../register/answers";
import { storeFiles } from "../register/files.server";
import styles from "../team/team.module.css";
import { WorkForm, WorkShown } from "./work-form";

const inputs = { query: z.object({ id: optionalId }), missing: "没有这个活动" };

const idOf = ({ scope, query }: { scope: Scope; query: { id?: unknown } }): number =>
  typeof query.id === "number" ? query.id : notFound(scope, inputs.missing);

/** Refusals that the page shows as a reason why the member cannot hand in a work, not as a failure. */
const obstacles = ["TEAM_NEEDS_SIGNUP", "TEAM_NOT_FOUND", "NO_WORKS"];

/** /activity/work: the work of a member or team, its conditions, and after publication the judges' comments. */
export const loader = screenLoader(inputs, async ({ scope, query }) => {
  const activityId = idOf({ scope, query });
  const activity = await scope.gateway.call("activityDetail", { activityId });
  const view = { activity: { id: activityId, title: activity.title, teams: activity.teams !== null } };
  try {
    const ownWork = await scope.gateway.call("activityWork", { activityId });
    return { ...view, ownWork, open: Date.now() < Date.parse(ownWork.until), obstacle: null };
  } catch (error) {
    if (!(error instanceof Refused) || !obstacles.includes(error.code)) throw error;
    const obstacle = error.code === "TEAM_NOT_FOUND" ? "先创建或加入一支队伍，再提交作品。" : error.message;
    return { ...view, ownWork: null, open: false, obstacle };
  }
});
export const meta = screenMeta<typeof loader>({ title: ({ activity }) => `我的作品：${activity.title}` });

const { title } = activityWorkCalls.activityWorkSave.request.shape;

export const action = screenAction(inputs, {
  async save(tools: ActionTools) {
    const { scope, form, submit, done } = tools;
    const activityId = idOf(tools);
    const problems = await storeFiles({ ...tools, activityId, of: "work" });
    if (Object.keys(problems).length > 0)
      return giveBack(scope, { intent: "save", typed: form }, { status: 422, fields: problems });
    return submit(z.object({ title }), async (value) => {
      const answers = Object.fromEntries(
        Object.entries(answersIn(form)).filter(
          (entry): entry is [string, string] => typeof entry[1] === "string",
        ),
      );
      try {
        await scope.gateway.call("activityWorkSave", { activityId, ...value, answers });
      } catch (error) {
        if (!(error instanceof Refused) || !error.fields) throw error;
        throw error.withReason({ fields: besideAnswers(error.fields, form) });
      }
      return done(paths.activityWork(activityId), "作品已保存，截止前可以再改");
    });
  },
});

export default function WorkScreen() {
  const { activity, ownWork, open, obstacle } = useLoaderData<typeof loader>() as {
    activity: { id: number; title: string; teams: boolean };
    ownWork: CallResponse<"activityWork"> | null;
    open: boolean;
    obstacle: string | null;
  };
  // A form that is refused because it came too late stays visible with its values.
  const gaveBack = useActionData() !== undefined;
  const { to } = useShell();
  return (
    <div className={styles.page}>
      <header className={`surface ${styles.box}`}>
        <nav className="crumbs" aria-label="所在位置">
          <Link to={to(paths.activityEntry(activity.id))}>我的报名</Link>{" "}
          <Link to={to(paths.activity(activity.id))}>{activity.title}</Link>
        </nav>
        <h1>我的作品</h1>
      </header>
      {ownWork === null ? (
        <div className="surface">
          <EmptyState title="还不能提交作品" text={obstacle ?? ""}>
            <Link
              className="button"
              data-primary
              to={to(activity.teams ? paths.activityTeam(activity.id) : paths.activityEntry(activity.id))}
            >
              {activity.teams ? "我的队伍" : "我的报名"}
            </Link>
          </EmptyState>
        </div>
      ) : open || gaveBack ? (
        <WorkForm ownWork={ownWork} />
      ) : (
        <WorkShown ownWork={ownWork} />
      )}
    </div>
  );
}
