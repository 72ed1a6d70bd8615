import type { domains as contractDomains } from "contract/domains";
import { accountDomain } from "./account/domain";
import { activitiesDomain } from "./activities/domain";
import { analyticsDomain } from "./analytics/domain";
import { announcementsDomain } from "./announcements/domain";
import { collectionsDomain } from "./collections/domain";
import { contentDomain } from "./content/domain";
import { developmentDomain } from "./development/domain";
import { factorsDomain } from "./factors/domain";
import { feedbackDomain } from "./feedback/domain";
import { filesDomain } from "./files/domain";
import { followsDomain } from "./follows/domain";
import { forumDomain } from "./forum/domain";
import { homeDomain } from "./home/domain";
import { informationDomain } from "./information/domain";
import { messagesDomain } from "./messages/domain";
import { moderationDomain } from "./moderation/domain";
import { ownListsDomain } from "./own-lists/domain";
import { peopleDomain } from "./people/domain";
import { privacyDomain } from "./privacy/domain";
import { productsDomain } from "./products/domain";
import { profileDomain } from "./profile/domain";
import { resourcesDomain } from "./resources/domain";
import { rolesDomain } from "./roles/domain";
import { searchDomain } from "./search/domain";
import { sensitiveWordsDomain } from "./sensitive-words/domain";
import type { Handlers } from "./server/context";
import type { Domain } from "./server/domain";
import { sessionDomain } from "./session/domain";
import { siteDomain } from "./site/domain";
import { syndicationDomain } from "./syndication/domain";
import { trainingDomain } from "./training/domain";
import { videosDomain } from "./videos/domain";

type Domains = { [Name in keyof typeof contractDomains]: Domain<(typeof contractDomains)[Name]["calls"]> };

/**
 * The domains of the product, with their parts of the gateway. Data exports have their files in this order. Erasure of
 * an account goes through them in the opposite order, so that the row of the account is last, and notices about an
 * ended sign-up are erased too.
 */
const byName = {
  account: accountDomain,
  session: sessionDomain,
  factors: factorsDomain,
  profile: profileDomain,
  privacy: privacyDomain,
  analytics: analyticsDomain,
  follows: followsDomain,
  people: peopleDomain,
  files: filesDomain,
  forum: forumDomain,
  collections: collectionsDomain,
  ownLists: ownListsDomain,
  training: trainingDomain,
  messages: messagesDomain,
  feedback: feedbackDomain,
  moderation: moderationDomain,
  activities: activitiesDomain,
  products: productsDomain,
  resources: resourcesDomain,
  videos: videosDomain,
  development: developmentDomain,
  home: homeDomain,
  information: informationDomain,
  search: searchDomain,
  sensitiveWords: sensitiveWordsDomain,
  site: siteDomain,
  syndication: syndicationDomain,
  content: contentDomain,
  roles: rolesDomain,
  announcements: announcementsDomain,
} satisfies Domains;

export const domains: readonly Domain[] = Object.values(byName);

/** One handler for every row of the contract. */
export const handlers = Object.assign({}, ...domains.map((domain) => domain.handlers)) as Handlers;
