import { accountHandlers } from "./account/calls";
import { activityHandlers } from "./activities/calls";
import { activityCheckInHandlers } from "./activities/checkin/calls";
import { activityOrganisingHandlers } from "./activities/organising/calls";
import { activitySignupHandlers } from "./activities/signups/calls";
import { activityTeamHandlers } from "./activities/teams/calls";
import { activityWorkHandlers } from "./activities/works/calls";
import { analyticsHandlers } from "./analytics/calls";
import { collectionHandlers } from "./collections/calls";
import { contentHandlers } from "./content/calls";
import { developmentHandlers } from "./development/calls";
import { feedbackHandlers } from "./feedback/calls";
import { fileHandlers } from "./files/calls";
import { followHandlers } from "./follows/calls";
import { draftHandlers } from "./forum/drafts/calls";
import { listHandlers } from "./forum/lists/calls";
import { postHandlers } from "./forum/posts/calls";
import { questionHandlers } from "./forum/questions/calls";
import { readingHandlers } from "./forum/reading/calls";
import { sectionHandlers } from "./forum/sections/calls";
import { tagHandlers } from "./forum/tags/calls";
import { topicHandlers } from "./forum/topics/calls";
import { homeHandlers } from "./home/calls";
import { informationHandlers } from "./information/calls";
import { messageHandlers } from "./messages/calls";
import { appealHandlers } from "./moderation/appeals/calls";
import { moderationHandlers } from "./moderation/calls";
import { caseHandlers } from "./moderation/cases/calls";
import { inboxHandlers } from "./moderation/inbox/calls";
import { peopleModerationHandlers } from "./moderation/people/calls";
import { reviewHandlers } from "./moderation/reviews/calls";
import { sectionModerationHandlers } from "./moderation/sections/calls";
import { wordHandlers } from "./moderation/words/calls";
import { peopleHandlers } from "./people/calls";
import { privacyHandlers } from "./privacy/calls";
import { productHandlers } from "./products/calls";
import { profileHandlers } from "./profile/calls";
import { resourceHandlers } from "./resources/calls";
import { searchHandlers } from "./search/calls";
import { sensitiveWordHandlers } from "./sensitive-words/calls";
import type { Handlers } from "./server/context";
import { sessionHandlers } from "./session/calls";
import { siteHandlers } from "./site/calls";
import { syndicationHandlers } from "./syndication/calls";
import { certificateHandlers } from "./training/certificates/calls";
import { courseHandlers } from "./training/courses/calls";
import { examHandlers } from "./training/exams/calls";
import { trainingPeopleHandlers } from "./training/people/calls";
import { studyHandlers } from "./training/study/calls";
import { videoUploadHandlers } from "./training/uploads/calls";
import { videoHandlers } from "./videos/calls";

/** One handler for every row of the contract; a missing one does not compile. */
export const handlers = {
  ...sessionHandlers,
  ...accountHandlers,
  ...profileHandlers,
  ...privacyHandlers,
  ...siteHandlers,
  ...homeHandlers,
  ...informationHandlers,
  ...peopleHandlers,
  ...followHandlers,
  ...sectionHandlers,
  ...listHandlers,
  ...topicHandlers,
  ...postHandlers,
  ...questionHandlers,
  ...readingHandlers,
  ...tagHandlers,
  ...draftHandlers,
  ...messageHandlers,
  ...searchHandlers,
  ...sensitiveWordHandlers,
  ...fileHandlers,
  ...feedbackHandlers,
  ...syndicationHandlers,
  ...productHandlers,
  ...resourceHandlers,
  ...videoHandlers,
  ...collectionHandlers,
  ...developmentHandlers,
  ...contentHandlers,
  ...courseHandlers,
  ...studyHandlers,
  ...examHandlers,
  ...certificateHandlers,
  ...trainingPeopleHandlers,
  ...videoUploadHandlers,
  ...moderationHandlers,
  ...sectionModerationHandlers,
  ...reviewHandlers,
  ...caseHandlers,
  ...appealHandlers,
  ...inboxHandlers,
  ...peopleModerationHandlers,
  ...wordHandlers,
  ...activityHandlers,
  ...activityCheckInHandlers,
  ...activityOrganisingHandlers,
  ...activitySignupHandlers,
  ...activityTeamHandlers,
  ...activityWorkHandlers,
  ...analyticsHandlers,
} satisfies Handlers;
