import type { z } from "zod/v4";
import { accountCalls } from "./account/calls";
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
import { sectionCalls } from "./forum/sections/calls";
import { tagCalls } from "./forum/tags/calls";
import { topicCalls } from "./forum/topics/calls";
import { homeCalls } from "./home/calls";
import { informationCalls } from "./information/calls";
import { messageCalls } from "./messages/calls";
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
};

export type Contract = typeof contract;
export type CallName = keyof Contract;
/** What a caller passes (before defaults are filled in). */
export type CallInput<Name extends CallName> = z.input<Contract[Name]["request"]>;
/** What a handler receives (after parsing). */
export type CallRequest<Name extends CallName> = z.output<Contract[Name]["request"]>;
/** What a caller gets. */
export type CallResponse<Name extends CallName> = z.output<Contract[Name]["response"]>;
