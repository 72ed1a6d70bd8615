import { Link, useActionData, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { searchText } from "contract/activities/fields";
import { activityTeamCalls } from "contract/activities/teams/calls";
import { z } from "zod";
import { momentOf } from "~/activities/words";
import { orWithout } from "~/failure/explain.server";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { askFirst } from "~/request/ask-first.server";
import { optionalId } from "~/request/inputs.server";
import { type ActionTools, type Answer, noFields, submitted } from "~/request/intents.server";
import { notFound } from "~/request/not-found.server";
import type { Scope } from "~/request/scope.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { mySignup } from "../register/register.server";
import { Invitations, NewTeam, NoTeam } from "./joining";
import { leaveQuestion } from "./leave-question.server";
import { OwnTeam } from "./own-team";
import { SearchForm } from "./search-form";
import styles from "./team.module.css";

const inputs = { query: z.object({ id: optionalId }), missing: "没有这个活动" };

const idOf = ({ scope, query }: { scope: Scope; query: { id?: unknown } }): number =>
  typeof query.id === "number" ? query.id : notFound(scope, inputs.missing);

/**
 * /activity/team: the member's team in a competition, the people that it invited, and the member's own invitations.
 */
export const loader = screenLoader(inputs, async ({ scope, query }) => {
  const activityId = idOf({ scope, query });
  const { gateway } = scope;
  const [activity, mine, signup, personal] = await Promise.all([
    gateway.call("activityDetail", { activityId }),
    gateway.call("activityTeam", { activityId }),
    orWithout(scope, mySignup(scope, activityId), null),
    orWithout(scope, scope.personal(), null),
  ]);
  return {
    activity: { id: activity.id, title: activity.title },
    teams: activity.teams,
    changes: activity.teams !== null && Date.now() < Date.parse(activity.teams.until),
    mine,
    me: personal?.uid ?? null,
    seated: signup !== null && ["pending", "accepted", "more"].includes(signup.state),
  };
});
export const meta = screenMeta<typeof loader>({ title: ({ activity }) => `我的队伍：${activity.title}` });

/** The page on which an invitation was sent or withdrawn: the list of who looks for a team, or the team's. */
const from = z.literal("searches").optional().catch(undefined);
const placeOf = (activityId: number, place: z.output<typeof from>): string =>
  place === "searches" ? `${paths.activity(activityId)}#searches` : paths.activityTeam(activityId);

type Run = (tools: ActionTools, activityId: number) => Promise<unknown>;

/** The action of a button, with its message afterwards. */
const button = (run: Run, label: string) =>
  submitted(noFields, async (_, tools: ActionTools): Promise<Answer> => {
    const activityId = idOf(tools);
    await run(tools, activityId);
    return tools.done(paths.activityTeam(activityId), label);
  });
const number = (argument: string | undefined) =>
  /^[1-9]\d{0,8}$/.test(argument ?? "") ? Number(argument) : 0;
const { name } = activityTeamCalls.activityTeamCreate.request.shape;
const { nickName } = activityTeamCalls.activityTeamInvite.request.shape;
const searchForm = z.object({
  of: z.enum(["team", "person"]),
  text: searchText,
  shown: z.literal("1", "请先同意公开显示"),
});
const answer =
  (accept: boolean): Run =>
  ({ scope, argument }, activityId) =>
    scope.gateway.call("activityTeamAnswer", { activityId, invitationId: number(argument), accept });

export const action = screenAction(inputs, {
  create: submitted(z.object({ name }), async (value, tools: ActionTools) => {
    const activityId = idOf(tools);
    await tools.scope.gateway.call("activityTeamCreate", { activityId, ...value });
    return tools.done(paths.activityTeam(activityId), "队伍已创建，邀请队友吧");
  }),
  invite: submitted(z.object({ nickName, from }), async ({ from: place, ...value }, tools: ActionTools) => {
    const activityId = idOf(tools);
    await tools.scope.gateway.call("activityTeamInvite", { activityId, ...value });
    return tools.done(placeOf(activityId, place), "已邀请，对方会收到通知");
  }),
  search: submitted(searchForm, async ({ of, text }, tools: ActionTools) => {
    const activityId = idOf(tools);
    await tools.scope.gateway.call("activityTeamSearchSave", { activityId, of, text, shown: true });
    return tools.done(
      paths.activityTeam(activityId),
      of === "team" ? "已发布招募" : "已发布，队长可以看到你",
    );
  }),
  endSearch: button(
    ({ scope }, activityId) => scope.gateway.call("activityTeamSearchEnd", { activityId }),
    "不再显示",
  ),
  accept: button(answer(true), "已加入队伍"),
  refuse: button(answer(false), "已谢绝邀请"),
  leave: submitted(noFields, async (_, tools: ActionTools) => {
    const activityId = idOf(tools);
    const question = await leaveQuestion(tools.scope, activityId);
    const confirmation = question && askFirst(tools, question);
    if (confirmation) return confirmation;
    await tools.scope.gateway.call("activityTeamLeave", { activityId });
    return tools.done(paths.activityTeam(activityId), "已退出队伍");
  }),
  handOver: submitted(noFields, async (_, tools: ActionTools) => {
    const [activityId, signupId] = [idOf(tools), number(tools.argument)];
    const { team } = await tools.scope.gateway.call("activityTeam", { activityId });
    const member = team?.members.find((one) => one.signupId === signupId);
    const confirmation =
      member &&
      askFirst(tools, {
        title: `把队长移交给${member.name}？`,
        says: ["对方会收到通知，之后由对方邀请、移出队友和再移交；你自己不能收回，只有对方能再移交给你。"],
        button: "确认移交",
      });
    if (confirmation) return confirmation;
    await tools.scope.gateway.call("activityTeamHandOver", { activityId, signupId });
    return tools.done(paths.activityTeam(activityId), "队长已移交");
  }),
  remove: submitted(noFields, async (_, tools: ActionTools) => {
    const [activityId, signupId] = [idOf(tools), number(tools.argument)];
    const { team } = await tools.scope.gateway.call("activityTeam", { activityId });
    const member = team?.members.find((one) => one.signupId === signupId);
    const confirmation =
      member &&
      askFirst(tools, {
        title: `把${member.name}移出队伍？`,
        says: ["对方会收到通知，不再参与这份作品；想回来，要你再邀请、对方再接受。"],
        button: "确认移出",
      });
    if (confirmation) return confirmation;
    await tools.scope.gateway.call("activityTeamRemove", { activityId, signupId });
    return tools.done(paths.activityTeam(activityId), "已移出队伍");
  }),
  withdraw: submitted(z.object({ from }), async ({ from: place }, tools: ActionTools) => {
    const [activityId, invitationId] = [idOf(tools), number(tools.argument)];
    await tools.scope.gateway.call("activityTeamRemove", { activityId, invitationId });
    return tools.done(placeOf(activityId, place), "邀请已撤回");
  }),
});

export default function TeamScreen() {
  // A form that is refused because it came too late stays visible with its values.
  const answered = useActionData() as { intent?: string } | undefined;
  const gaveBack = answered !== undefined;
  const answeredSearch = answered?.intent === "search";
  const { activity, teams, changes, mine, me, seated } = useLoaderData<typeof loader>() as {
    activity: { id: number; title: string };
    teams: CallResponse<"activityDetail">["teams"];
    changes: boolean;
    mine: CallResponse<"activityTeam">;
    me: number | null;
    seated: boolean;
  };
  const { to } = useShell();
  const { team } = mine;
  const leads = team?.members.some(({ captain, person }) => captain && person?.uid === me) ?? false;
  const mayJoin = team === null ? seated : leads && team.members.length < team.max;
  // Of a gateway that says nothing here nobody can ask anything.
  const mayAsk = (changes && mayJoin && mine.search !== undefined) || answeredSearch;
  const searchesFor = mayAsk ? (team ? "team" : "person") : null;
  return (
    <div className={styles.page}>
      <header className={`surface ${styles.box}`}>
        <nav className="crumbs" aria-label="所在位置">
          <Link to={to(paths.activityEntry(activity.id))}>我的报名</Link>{" "}
          <Link to={to(paths.activity(activity.id))}>{activity.title}</Link>
        </nav>
        <h1>我的队伍</h1>
        {teams ? (
          <p className={styles.note}>
            每队 {teams.min === teams.max ? teams.max : `${teams.min} 至 ${teams.max}`} 人，
            {changes ? `${momentOf(teams.until)} 前可以变动。` : "组队已截止，不能再变动。"}
          </p>
        ) : null}
      </header>
      <FieldProvider>
        {mine.team ? (
          <OwnTeam team={mine.team} me={me} changes={changes || gaveBack} />
        ) : (changes && seated) || gaveBack ? (
          <NewTeam />
        ) : (
          <NoTeam activityId={activity.id} seated={seated} />
        )}
        {searchesFor ? (
          <SearchForm
            key={mine.search?.at ?? ""}
            activityId={activity.id}
            of={searchesFor}
            search={mine.search ?? null}
          />
        ) : null}
      </FieldProvider>
      {mine.invitations.length > 0 && changes ? (
        <Invitations invitations={mine.invitations} joined={mine.team !== null} />
      ) : null}
    </div>
  );
}
