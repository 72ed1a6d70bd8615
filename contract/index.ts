import type { z } from "zod";
import { accountCalls } from "./account/calls";
import { activityCalls } from "./activities/calls";
import { activityCheckInCalls } from "./activities/checkin/calls";
import { activityOrganisingCalls } from "./activities/organising/calls";
import { activitySignupCalls } from "./activities/signups/calls";
import { activityTeamCalls } from "./activities/teams/calls";
import { activityWorkCalls } from "./activities/works/calls";
import { analyticsCalls } from "./analytics/calls";
import { collectionCalls } from "./collections/calls";
import { contentCalls } from "./content/calls";
import { developmentCalls } from "./development/calls";
import { feedbackCalls } from "./feedback/calls";
import { fileCalls } from "./files/calls";
import { followCalls } from "./follows/calls";
import { draftCalls } from "./forum/drafts/calls";
import { listCalls } from "./forum/lists/calls";
import { postCalls } from "./forum/posts/calls";
import { questionCalls } from "./forum/questions/calls";
import { readingCalls } from "./forum/reading/calls";
import { sectionCalls } from "./forum/sections/calls";
import { tagCalls } from "./forum/tags/calls";
import { topicCalls } from "./forum/topics/calls";
import { homeCalls } from "./home/calls";
import { informationCalls } from "./information/calls";
import { messageCalls } from "./messages/calls";
import { appealCalls } from "./moderation/appeals/calls";
import { moderationCalls } from "./moderation/calls";
import { caseCalls } from "./moderation/cases/calls";
import { inboxCalls } from "./moderation/inbox/calls";
import { peopleCalls as peopleModerationCalls } from "./moderation/people/calls";
import { reviewCalls } from "./moderation/reviews/calls";
import { sectionModerationCalls } from "./moderation/sections/calls";
import { sectionRightsCalls } from "./moderation/sections/rights";
import { wordCalls } from "./moderation/words/calls";
import { peopleCalls } from "./people/calls";
import { privacyCalls } from "./privacy/calls";
import { productCalls } from "./products/calls";
import { profileCalls } from "./profile/calls";
import { resourceCalls } from "./resources/calls";
import { searchCalls } from "./search/calls";
import { sensitiveWordCalls } from "./sensitive-words/calls";
import { sessionCalls } from "./session/calls";
import { siteCalls } from "./site/calls";
import { syndicationCalls } from "./syndication/calls";
import { certificateCalls } from "./training/certificates/calls";
import { courseCalls } from "./training/courses/calls";
import { examCalls } from "./training/exams/calls";
import { trainingPeopleCalls } from "./training/people/calls";
import { studyCalls } from "./training/study/calls";
import { videoUploadCalls } from "./training/uploads/calls";
import { videoCalls } from "./videos/calls";

/**
 * The table of calls: the product's spine (docs/architecture.md). Names are spec 7.2's where it gives one.
 */
export const contract = {
  ...sessionCalls,
  ...profileCalls,
  ...searchCalls,
  ...siteCalls,
  ...homeCalls,
  ...informationCalls,
  ...feedbackCalls,
  ...privacyCalls,
  ...accountCalls,
  ...peopleCalls,
  ...followCalls,
  ...sectionCalls,
  ...listCalls,
  ...topicCalls,
  ...postCalls,
  ...questionCalls,
  ...readingCalls,
  ...tagCalls,
  ...draftCalls,
  ...messageCalls,
  ...sensitiveWordCalls,
  ...fileCalls,
  ...syndicationCalls,
  ...productCalls,
  ...resourceCalls,
  ...videoCalls,
  ...collectionCalls,
  ...developmentCalls,
  ...contentCalls,
  ...courseCalls,
  ...studyCalls,
  ...examCalls,
  ...certificateCalls,
  ...trainingPeopleCalls,
  ...videoUploadCalls,
  ...sectionModerationCalls,
  ...sectionRightsCalls,
  ...moderationCalls,
  ...reviewCalls,
  ...caseCalls,
  ...appealCalls,
  ...inboxCalls,
  ...peopleModerationCalls,
  ...wordCalls,
  ...activityCalls,
  ...activityCheckInCalls,
  ...activityOrganisingCalls,
  ...activitySignupCalls,
  ...activityTeamCalls,
  ...activityWorkCalls,
  ...analyticsCalls,
};

export type Contract = typeof contract;
export type CallName = keyof Contract;
/** What a caller passes (before defaults are filled in). */
export type CallInput<Name extends CallName> = z.input<Contract[Name]["request"]>;
/** What a handler receives (after parsing). */
export type CallRequest<Name extends CallName> = z.output<Contract[Name]["request"]>;
/** What a caller gets. */
export type CallResponse<Name extends CallName> = z.output<Contract[Name]["response"]>;
