import type { CallInput } from "contract";
import { guestPhone, policyVersion } from "../activities";
import type { CallsOf } from "../call-rows";
import { submissionId } from "../gateway";
import type { Scene } from "../scene";
import { smallPng } from "./feedback";

type WithActivities = Pick<Scene, "activities">;

const ofOpen = ({ activities: { open } }: WithActivities) => ({ activityId: open });

const ofMine = ({ activities: { mine } }: WithActivities) => ({
  activityId: mine.activityId,
  uuid: mine.uuid,
});

const ofOrganised = ({ activities: { organised } }: WithActivities) => ({ activityId: organised });

/** The calls of activities in tests. */
export const calls: CallsOf<"activities"> = {
  activityList: { who: "everyone", subjectOf: ["/eventActivities/index", "/active"], request: () => ({}) },
  activityDetail: {
    who: "everyone",
    subjectOf: [
      "/eventActivities/details/:id",
      "/registEntry",
      "/activity/activityHome",
      "/activity/Mactivity",
      "/activity/team",
      "/activity/work",
    ],
    request: ofOpen,
  },
  activityLookupItems: {
    who: "everyone",
    request: (scene: WithActivities) => ({ ...ofOpen(scene), classCode: "tracks" }),
  },
  activityDictionaryData: {
    who: "everyone",
    request: (): CallInput<"activityDictionaryData"> => ({ type: "education" }),
  },
  activitySignIn: {
    who: "ofActivity",
    lost: "undone",
    request: (scene: WithActivities) => ({ ...ofOrganised(scene), code: "ABCDEFGH" }),
  },
  activitySignInPhoto: {
    who: "ofActivity",
    lost: "undone",
    unreached: "With a photo: check-in.test.ts.",
    request: (scene: WithActivities) => ({ ...ofOrganised(scene), file: scene.activities.photo }),
  },
  activitySignInUndo: {
    who: "ofActivity",
    lost: "undone",
    request: (scene: WithActivities) => ({
      ...ofOrganised(scene),
      signupId: scene.activities.present,
    }),
  },
  activityScansSync: {
    who: "ofActivity",
    lost: "undone",
    request: (scene: WithActivities) => ({
      ...ofOrganised(scene),
      scans: [{ nonce: "0123456789abcdef", code: "ABCDEFGH", at: "2026-01-02T03:04:05.000Z" }],
    }),
  },
  activityKeys: { who: "everyone", lost: "added", request: () => ({}) },
  activityOrganised: {
    who: "signedIn",
    subjectOf: ["/activity/mscan", "/activity/manage"],
    request: () => ({}),
  },
  activityCounts: {
    who: "ofActivity",
    subjectOf: [
      "/activity/mscan",
      "/activity/manage/:id",
      "/activity/manage/:id/signups/:signup",
      "/activity/manage/:id/tasks",
    ],
    request: ofOrganised,
  },
  activitySignups: {
    who: "ofActivity",
    subjectOf: ["/activity/manage/:id", "/activity/manage/:id/signups/:signup"],
    request: ofOrganised,
  },
  activitySignupExport: { who: "ofActivity", request: ofOrganised },
  activityReview: {
    who: "ofActivity",
    lost: { asked: "app/screens/organising/parts/review.server.ts" },
    request: (scene: WithActivities): CallInput<"activityReview"> => ({
      ...ofOrganised(scene),
      signupIds: [scene.activities.reviewed],
      action: "accept",
    }),
  },
  activityReviewUndo: {
    who: "ofActivity",
    lost: "undone",
    unreached: "In the message after a review, which nothing here makes: organising.test.ts.",
    request: (scene: WithActivities) => ({
      ...ofOrganised(scene),
      review: scene.activities.takenBack,
    }),
  },
  activitySeats: {
    who: "ofActivity",
    lost: "undone",
    request: (scene: WithActivities) => ({ ...ofOrganised(scene), category: "all", seats: 120 }),
  },
  activityDeadline: {
    who: "ofActivity",
    lost: "undone",
    request: (scene: WithActivities) => ofOrganised(scene),
  },
  activityMessage: {
    who: "ofActivity",
    lost: { asked: "app/screens/organising/tasks/tasks.tsx" },
    request: (scene: WithActivities) => ({
      ...ofOrganised(scene),
      text: "请带板子",
      submissionId: submissionId(),
    }),
  },
  activityWalkIn: {
    who: "ofActivity",
    lost: "added",
    request: (scene: WithActivities) => ({
      ...ofOrganised(scene),
      category: "all",
      name: "李路过",
      submissionId: submissionId(),
    }),
  },
  activitySignupHistory: {
    who: "ofActivity",
    request: (scene: WithActivities) => ({
      ...ofOrganised(scene),
      signupId: scene.activities.reviewed,
    }),
  },
  activityCaptchaImage: {
    who: "everyone",
    lost: "added",
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: () => ({}),
  },
  activityCaptchaSend: {
    who: "everyone",
    lost: "added",
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: (scene: WithActivities) => ({
      ...ofOpen(scene),
      mobile: guestPhone(),
      ...scene.activities.captcha,
    }),
  },
  activityCaptchaVerify: {
    who: "everyone",
    lost: "added",
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: ({ activities: { open, code } }: WithActivities) => ({ activityId: open, ...code }),
  },
  activityRegistration: {
    who: "everyone",
    subjectOf: ["/activity/activityRegister", "/activity/Mregister"],
    request: ofOpen,
  },
  activityAccountDetail: { who: "signedIn", request: ofOpen },
  activitySignup: {
    who: "everyone",
    lost: "added",
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: (scene: WithActivities) => ({
      ...ofOpen(scene),
      category: "all",
      name: "王小明",
      agreed: true as const,
      policyVersion,
      uuid: scene.activities.openUuid,
      submissionId: `once-${scene.activities.open}`,
    }),
  },
  activitySignupUpdate: {
    who: "everyone",
    lost: "undone",
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: (scene: WithActivities) => ({ ...ofMine(scene), category: "all", name: "王大明" }),
  },
  activityMySignup: {
    who: "everyone",
    lost: "added",
    subjectOf: ["/registEntry"],
    request: ofMine,
  },
  activityMine: {
    who: "signedIn",
    lost: "added",
    subjectOf: ["/personalCenter/activities"],
    unreached: "With a page, without a form: any-upstream.test.ts.",
    request: () => ({}),
  },
  activitySignupCancel: {
    who: "everyone",
    lost: { opened: ["app/screens/activities/entry/mine.tsx", "取消的原因"] },
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: ({ activities: { cancelled } }: WithActivities) => ({
      activityId: cancelled.activityId,
      uuid: cancelled.uuid,
      reason: "有事",
    }),
  },
  activitySeatOffer: {
    who: "everyone",
    unreached: "With a key that is in somebody's mail or on their proof (activity-signup.test.ts).",
    request: ({ activities: { offerKey } }: WithActivities) => ({ key: offerKey }),
  },
  activitySeatDecline: {
    who: "everyone",
    lost: { opened: ["app/screens/activities/entry/decline-seat.tsx", "名额给下一位候补的人"] },
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: ({ activities: { declineKey } }: WithActivities) => ({ key: declineKey }),
  },
  activityProof: {
    who: "everyone",
    subjectOf: ["/activity/proof/:key"],
    request: ({ activities: { mine } }: WithActivities) => ({ key: mine.signup.proofKey }),
  },
  selectTestPassedByTypeId: { who: "signedIn", request: () => ({ typeId: "uart" }) },
  fileuploadAndCheck: {
    who: "signedIn",
    lost: "added",
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: (scene: WithActivities) => ({
      ...ofOpen(scene),
      field: "card",
      file: smallPng,
      filename: "card.png",
    }),
  },
  activityTeam: {
    who: "signedIn",
    subjectOf: ["/activity/team"],
    request: ({ activities: { inviting } }: WithActivities) => ({ activityId: inviting.activityId }),
  },
  activityTeamCreate: {
    who: "signedIn",
    lost: "added",
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: ({ activities: { create } }: WithActivities) => ({
      activityId: create,
      name: `新队${create}`,
    }),
  },
  activityTeamInvite: {
    who: "signedIn",
    lost: "added",
    request: ({ activities: { inviting, otherName } }: WithActivities) => ({
      activityId: inviting.activityId,
      nickName: otherName,
    }),
  },
  activityTeamAnswer: {
    who: "signedIn",
    lost: "decided",
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: ({ activities: { invitation } }: WithActivities) => ({ ...invitation, accept: true }),
  },
  activityTeamLeave: {
    who: "signedIn",
    lost: { asked: "app/screens/activities/team/team.tsx" },
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: ({ activities: { leaving } }: WithActivities) => ({ activityId: leaving.activityId }),
  },
  activityTeamHandOver: {
    who: "signedIn",
    lost: { asked: "app/screens/activities/team/team.tsx" },
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: ({ activities: { handingOver } }: WithActivities) => ({
      activityId: handingOver.activityId,
      signupId: handingOver.memberId,
    }),
  },
  activityTeamRemove: {
    who: "signedIn",
    lost: { asked: "app/screens/activities/team/team.tsx" },
    unreached:
      "With a consent that nothing here ticks, of somebody without an account, of a sign-up, a team and a work, of which the demo's member has none (activity-signup.test.ts, activities.test.ts).",
    request: ({ activities: { removing } }: WithActivities) => ({
      activityId: removing.activityId,
      signupId: removing.memberId,
    }),
  },
  activityTeamSearches: { who: "everyone", request: ofOpen },
  activityTeamSearchSave: {
    who: "unmuted",
    lost: "undone",
    request: ({ activities: { inviting } }: WithActivities): CallInput<"activityTeamSearchSave"> => ({
      activityId: inviting.activityId,
      of: "team",
      text: "缺一名会画板的队友",
      shown: true,
    }),
  },
  activityTeamSearchEnd: {
    who: "signedIn",
    lost: "undone",
    request: ({ activities: { inviting } }: WithActivities) => ({ activityId: inviting.activityId }),
  },
  activityTeamSearchRemove: {
    who: "ofActivity",
    lost: "undone",
    request: (scene: WithActivities) => ({
      ...ofOrganised(scene),
      searchId: scene.activities.search,
      reason: "写了电话",
    }),
  },
  activityTeamList: { who: "ofActivity", request: ofOrganised },
  activityWork: {
    who: "signedIn",
    subjectOf: ["/activity/work"],
    request: ({ activities: { work } }: WithActivities) => ({ activityId: work }),
  },
  activityWorkSave: {
    who: "signedIn",
    lost: "undone",
    request: ({ activities: { work } }: WithActivities) => ({
      activityId: work,
      title: "低功耗节点",
      answers: { report: "说明" },
    }),
  },
  activityGallery: {
    who: "everyone",
    subjectOf: ["/eventActivities/details/:id"],
    request: ({ activities: { judging } }: WithActivities) => ({ activityId: judging.activityId }),
  },
  activityWorks: {
    who: "signedIn",
    subjectOf: ["/activity/manage/:id/works"],
    request: ({ activities: { judging } }: WithActivities) => ({ activityId: judging.activityId }),
  },
  activityWorkJudge: {
    who: "signedIn",
    lost: "undone",
    unreached: "Of works, of which the demo has none: organising.test.ts.",
    request: ({ activities: { judging } }: WithActivities) => ({ ...judging, score: 90 }),
  },
  activityWorkWithhold: {
    who: "ofActivity",
    lost: "undone",
    unreached: "Of works, of which the demo has none: organising.test.ts.",
    request: ({ activities: { publishing } }: WithActivities) => ({
      ...publishing,
      withheld: true,
      reason: "图片侵权",
    }),
  },
  activityResultsPublish: {
    who: "ofActivity",
    lost: { asked: "app/screens/organising/works/works.tsx" },
    unreached: "Of works, of which the demo has none: organising.test.ts.",
    request: ({ activities: { publishing } }: WithActivities) => ({
      activityId: publishing.activityId,
    }),
  },
};
