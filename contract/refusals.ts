import { accountRefusals } from "./account/refusals";
import { activitiesRefusals } from "./activities/refusals";
import { baseRefusals } from "./base/refusals";
import { contentRefusals } from "./content/refusals";
import { feedbackRefusals } from "./feedback/refusals";
import { filesRefusals } from "./files/refusals";
import { followsRefusals } from "./follows/refusals";
import { forumRefusals } from "./forum/refusals";
import { informationRefusals } from "./information/refusals";
import { messagesRefusals } from "./messages/refusals";
import { moderationRefusals } from "./moderation/refusals";
import { privacyRefusals } from "./privacy/refusals";
import { productsRefusals } from "./products/refusals";
import { profileRefusals } from "./profile/refusals";
import { resourceRefusals } from "./resources/refusals";
import { sensitiveWordsRefusals } from "./sensitive-words/refusals";
import { siteRefusals } from "./site/refusals";
import { trainingRefusals } from "./training/refusals";

/**
 * Every reason for which the gateway refuses a call: its status and the Chinese sentence for people.
 *
 * 403 is kept for "no session" (spec 8: any 403 logs out locally and opens the login dialog), so a signed-in
 * person without the right is answered 422 NOT_PERMITTED, and a person who may not post 422 with the reason.
 */
export const refusals = {
  ...baseRefusals,
  ...accountRefusals,
  ...activitiesRefusals,
  ...contentRefusals,
  ...feedbackRefusals,
  ...filesRefusals,
  ...followsRefusals,
  ...forumRefusals,
  ...informationRefusals,
  ...messagesRefusals,
  ...moderationRefusals,
  ...privacyRefusals,
  ...productsRefusals,
  ...profileRefusals,
  ...resourceRefusals,
  ...sensitiveWordsRefusals,
  ...siteRefusals,
  ...trainingRefusals,
};

export type RefusalCode = keyof typeof refusals;
