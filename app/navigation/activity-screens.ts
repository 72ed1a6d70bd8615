import { login, policy, redirect, type Screen, screen } from "./screen-row";

const events = { module: "大赛", mobileWidth: true } as const;
const activity = { module: "大赛" } as const;
/** The query that names the activity. */
const byId = { query: ["id"], naming: ["id"] };
/**
 * Pages with a member's or guest's own sign-up: never cached, not listed by search engines, not counted by analytics.
 */
const own = { ...activity, header: "name", indexed: false, private: true, cache: "never" } as const;

/** The screens of an activity's organisers. */
const manage = { ...activity, ...login, area: "manage", staff: true } as const;

/** Competitions and events, signing up for them, and what their organisers do (spec 2.1). */
export const activityScreens: Screen[] = [
  redirect("/eventActivities", events),
  screen("/eventActivities/index", "activities/list/activities.tsx", "大赛活动", "events", {
    ...events,
    query: ["kind", "state", "q", "page"],
  }),
  screen("/eventActivities/details/:id", "activities/detail/activity.tsx", "活动详情", "event_detail", {
    ...events,
    query: ["page", "preview"],
  }),
  screen("/active", "activities/landing/open-activities.tsx", "活动报名", "active", {
    ...activity,
    footer: "phone-active",
  }),
  screen("/registEntry", "activities/entry/entry.tsx", "报名入口", "regist_entry", {
    ...own,
    query: ["id", "decline"],
    naming: ["id"],
  }),
  screen("/activeprivacyPolicy", "policy.tsx", "活动隐私政策", "active_privacy", {
    ...activity,
    ...policy,
    header: "name",
    query: ["version", "cid", "preview"],
  }),
  ...(["activityHome", "Mactivity"] as const).map((name) =>
    screen(`/activity/${name}`, "activities/landing/landing.tsx", "活动主页", "activity_home", {
      ...activity,
      ...byId,
      header: "name",
    }),
  ),
  ...(["activityRegister", "Mregister"] as const).map((name) =>
    screen(`/activity/${name}`, "activities/register/register.tsx", "填写报名", "activity_register", {
      ...own,
      query: ["id", "category", "change"],
      naming: ["id"],
    }),
  ),
  screen("/activity/activityQrCode", "activities/entry/code.tsx", "活动二维码", "activity_qr_code", {
    ...own,
    ...byId,
  }),
  // Anybody who has the address may open it; search engines do not list it.
  screen("/activity/proof/:key", "activities/proof/proof.tsx", "报名凭证", "activity_proof", own),
  screen("/activity/team", "activities/team/team.tsx", "我的队伍", "activity_team", {
    ...activity,
    ...login,
    ...byId,
    header: "name",
  }),
  screen("/activity/work", "activities/work/work.tsx", "我的作品", "activity_work", {
    ...activity,
    ...login,
    ...byId,
    header: "name",
  }),
  screen("/activity/mscan", "organising/scan/mscan.tsx", "活动签到", "activity_scan", {
    ...activity,
    ...login,
    header: "name",
    query: ["id", "q"],
    naming: ["id"],
    camera: true,
  }),
  screen("/activity/manage", "organising/activities/activities.tsx", "我组织的活动", "activity_manage_list", {
    ...activity,
    ...login,
    staff: true,
    query: ["page"],
  }),
  screen("/activity/manage/:id", "organising/signups/signups.tsx", "活动管理", "activity_manage", {
    ...manage,
    query: ["state", "category", "came", "q", "page"],
  }),
  screen(
    "/activity/manage/:id/signups/:signup",
    "organising/signup/signup.tsx",
    "报名详情",
    "activity_manage_signup",
    {
      ...manage,
    },
  ),
  screen("/activity/manage/:id/tasks", "organising/tasks/tasks.tsx", "名额与通知", "activity_manage_tasks", {
    ...manage,
  }),
  screen("/activity/manage/:id/works", "organising/works/works.tsx", "作品评审", "activity_manage_works", {
    ...manage,
  }),
];
