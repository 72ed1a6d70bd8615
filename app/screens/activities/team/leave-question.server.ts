import { orWithout } from "~/failure/explain.server";
import type { Question } from "~/forms/outcomes/question";
import type { Scope } from "~/request/scope.server";

/**
 * The question before the member leaves a team: the consequences for the team and for its work. null without a team,
 * and when teams cannot change any more, which the gateway then says.
 */
export async function leaveQuestion(
  scope: Scope,
  activityId: number,
): Promise<Omit<Question, "intent" | "key"> | null> {
  const [activity, { team }, handedIn] = await Promise.all([
    scope.gateway.call("activityDetail", { activityId }),
    scope.gateway.call("activityTeam", { activityId }),
    orWithout(scope, scope.gateway.call("activityWork", { activityId }), null),
  ]);
  if (!team || !activity.teams || Date.now() >= Date.parse(activity.teams.until)) return null;
  const title = handedIn?.work?.title;
  if (team.members.length > 1)
    return {
      title: `退出队伍「${team.name}」？`,
      says: [
        `队伍还有 ${team.members.length - 1} 人，退出后你不再参与这支队伍。`,
        ...(title ? [`已提交的作品「${title}」留给队伍，不再算你的。`] : []),
        "想回来，要队长再邀请、你再接受。",
      ],
      button: "确认退出",
    };
  return {
    title: `解散队伍「${team.name}」？`,
    says: [
      "你是最后一人，退出后队伍就没有了，队名别人可以用。",
      ...(team.invited.length > 0 ? [`还没有回复的 ${team.invited.length} 个邀请会作废。`] : []),
      ...(title ? [`已提交的作品「${title}」不再参赛；替你留着，你再创建队伍时就回到新队伍里。`] : []),
    ],
    button: "确认解散",
  };
}
