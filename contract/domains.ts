import { accountCalls } from "./account/calls";
import { companyAccountCalls } from "./account/company";
import { accountRefusals } from "./account/constants";
import { activityCalls } from "./activities/calls";
import { activityCheckInCalls } from "./activities/checkin/calls";
import { activitiesRefusals } from "./activities/constants";
import { activityOrganisingCalls } from "./activities/organising/calls";
import { activitySignupCalls } from "./activities/signups/calls";
import { activityTeamCalls } from "./activities/teams/calls";
import { activityWorkCalls } from "./activities/works/calls";
import { analyticsCalls } from "./analytics/calls";
import { announcementCalls } from "./announcements/calls";
import { announcementsRefusals } from "./announcements/constants";
import type { Call } from "./base/call";
import type { RefusalTable } from "./base/constants";
import { collectionCalls } from "./collections/calls";
import { contentCalls } from "./content/calls";
import { contentRefusals } from "./content/constants";
import { contentEditingCalls } from "./content/editing";
import { severalContentCalls } from "./content/several";
import { contentTableCalls } from "./content/tables";
import { developmentCalls } from "./development/calls";
import { factorCalls } from "./factors/calls";
import { factorsRefusals } from "./factors/constants";
import { feedbackCalls } from "./feedback/calls";
import { feedbackRefusals } from "./feedback/constants";
import { adviceInboxCalls } from "./feedback/inbox/calls";
import { fileCalls } from "./files/calls";
import { filesRefusals } from "./files/constants";
import { followCalls } from "./follows/calls";
import { followsRefusals } from "./follows/constants";
import { forumRefusals } from "./forum/constants";
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
import { informationRefusals } from "./information/constants";
import { messageCalls } from "./messages/calls";
import { messagesRefusals } from "./messages/constants";
import { administratorCalls } from "./moderation/administrators/calls";
import { appealCalls } from "./moderation/appeals/calls";
import { moderationCalls } from "./moderation/calls";
import { caseCalls } from "./moderation/cases/calls";
import { moderationRefusals } from "./moderation/constants";
import { inboxCalls } from "./moderation/inbox/calls";
import { memberCalls } from "./moderation/members/calls";
import { peopleCalls as peopleModerationCalls } from "./moderation/people/calls";
import { replyModerationCalls } from "./moderation/replies/calls";
import { reviewCalls } from "./moderation/reviews/calls";
import { sectionArrangingCalls } from "./moderation/sections/arranging";
import { sectionModerationCalls } from "./moderation/sections/calls";
import { sectionRightsCalls } from "./moderation/sections/rights";
import { seeAsCalls } from "./moderation/see-as/calls";
import { wordCalls } from "./moderation/words/calls";
import { ownListCalls } from "./own-lists/calls";
import { ownListsRefusals } from "./own-lists/constants";
import { peopleCalls } from "./people/calls";
import { privacyCalls } from "./privacy/calls";
import { privacyRefusals } from "./privacy/constants";
import { productCalls } from "./products/calls";
import { productsRefusals } from "./products/constants";
import { profileCalls } from "./profile/calls";
import { profileRefusals } from "./profile/constants";
import { resourceCalls } from "./resources/calls";
import { resourceRefusals } from "./resources/constants";
import { roleCalls } from "./roles/calls";
import { rolesRefusals } from "./roles/constants";
import { searchCalls } from "./search/calls";
import { sensitiveWordCalls } from "./sensitive-words/calls";
import { sensitiveWordsRefusals } from "./sensitive-words/constants";
import { sessionCalls } from "./session/calls";
import { siteCalls } from "./site/calls";
import { siteRefusals } from "./site/constants";
import { syndicationCalls } from "./syndication/calls";
import { certificateCalls } from "./training/certificates/calls";
import { trainingRefusals } from "./training/constants";
import { courseCalls } from "./training/courses/calls";
import { examCalls } from "./training/exams/calls";
import { noteCalls } from "./training/notes/calls";
import { pathCalls } from "./training/paths/calls";
import { trainingPeopleCalls } from "./training/people/calls";
import { quizCalls } from "./training/quizzes/calls";
import { studyCalls } from "./training/study/calls";
import { videoUploadCalls } from "./training/uploads/calls";
import { videoCalls } from "./videos/calls";

/**
 * The domains of the product, each with its calls and its refusals. gateway/domains.ts has the gateway's part of
 * each, under the same name.
 */
export const domains = {
  account: { calls: { ...companyAccountCalls, ...accountCalls }, refusals: accountRefusals },
  session: { calls: sessionCalls, refusals: {} },
  factors: { calls: factorCalls, refusals: factorsRefusals },
  profile: { calls: profileCalls, refusals: profileRefusals },
  privacy: { calls: privacyCalls, refusals: privacyRefusals },
  analytics: { calls: analyticsCalls, refusals: {} },
  follows: { calls: followCalls, refusals: followsRefusals },
  people: { calls: peopleCalls, refusals: {} },
  files: { calls: fileCalls, refusals: filesRefusals },
  forum: {
    calls: {
      ...draftCalls,
      ...listCalls,
      ...postCalls,
      ...questionCalls,
      ...readingCalls,
      ...sectionCalls,
      ...tagCalls,
      ...topicCalls,
    },
    refusals: forumRefusals,
  },
  collections: { calls: collectionCalls, refusals: {} },
  ownLists: { calls: ownListCalls, refusals: ownListsRefusals },
  training: {
    calls: {
      ...certificateCalls,
      ...courseCalls,
      ...examCalls,
      ...noteCalls,
      ...pathCalls,
      ...trainingPeopleCalls,
      ...quizCalls,
      ...studyCalls,
      ...videoUploadCalls,
    },
    refusals: trainingRefusals,
  },
  messages: { calls: messageCalls, refusals: messagesRefusals },
  feedback: { calls: { ...feedbackCalls, ...adviceInboxCalls }, refusals: feedbackRefusals },
  moderation: {
    calls: {
      ...administratorCalls,
      ...appealCalls,
      ...replyModerationCalls,
      ...moderationCalls,
      ...caseCalls,
      ...inboxCalls,
      ...memberCalls,
      ...peopleModerationCalls,
      ...reviewCalls,
      ...sectionModerationCalls,
      ...sectionRightsCalls,
      ...sectionArrangingCalls,
      ...seeAsCalls,
      ...wordCalls,
    },
    refusals: moderationRefusals,
  },
  activities: {
    calls: {
      ...activityCalls,
      ...activityCheckInCalls,
      ...activityOrganisingCalls,
      ...activitySignupCalls,
      ...activityTeamCalls,
      ...activityWorkCalls,
    },
    refusals: activitiesRefusals,
  },
  products: { calls: productCalls, refusals: productsRefusals },
  resources: { calls: resourceCalls, refusals: resourceRefusals },
  videos: { calls: videoCalls, refusals: {} },
  development: { calls: developmentCalls, refusals: {} },
  home: { calls: homeCalls, refusals: {} },
  information: { calls: informationCalls, refusals: informationRefusals },
  search: { calls: searchCalls, refusals: {} },
  sensitiveWords: { calls: sensitiveWordCalls, refusals: sensitiveWordsRefusals },
  site: { calls: siteCalls, refusals: siteRefusals },
  syndication: { calls: syndicationCalls, refusals: {} },
  content: {
    calls: { ...contentCalls, ...contentEditingCalls, ...contentTableCalls, ...severalContentCalls },
    refusals: contentRefusals,
  },
  roles: { calls: roleCalls, refusals: rolesRefusals },
  announcements: { calls: announcementCalls, refusals: announcementsRefusals },
} satisfies Record<string, { calls: Record<string, Call>; refusals: RefusalTable }>;

type Domains = typeof domains;
type Part = "calls" | "refusals";
/** The intersection of a union: `A & B` of `A | B`. */
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? { [Name in keyof All]: All[Name] }
  : never;

/** Merges one part of every domain into a table. Throws when two domains use the same name. */
export function collect<Name extends Part>(part: Name): Together<Domains[keyof Domains][Name]> {
  const all: Record<string, unknown> = {};
  for (const domain of Object.values(domains))
    for (const [name, row] of Object.entries(domain[part])) {
      if (Object.hasOwn(all, name)) throw new Error(`two domains have ${name} among their ${part}`);
      all[name] = row;
    }
  return all as Together<Domains[keyof Domains][Name]>;
}
