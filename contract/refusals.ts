import { accountRefusals } from "./account/constants";
import { activitiesRefusals } from "./activities/constants";
import { baseRefusals } from "./base/constants";
import { contentRefusals } from "./content/constants";
import { feedbackRefusals } from "./feedback/constants";
import { filesRefusals } from "./files/constants";
import { followsRefusals } from "./follows/constants";
import { forumRefusals } from "./forum/constants";
import { informationRefusals } from "./information/constants";
import { messagesRefusals } from "./messages/constants";
import { moderationRefusals } from "./moderation/constants";
import { privacyRefusals } from "./privacy/constants";
import { productsRefusals } from "./products/constants";
import { profileRefusals } from "./profile/constants";
import { resourceRefusals } from "./resources/constants";
import { sensitiveWordsRefusals } from "./sensitive-words/constants";
import { siteRefusals } from "./site/constants";
import { trainingRefusals } from "./training/constants";

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
