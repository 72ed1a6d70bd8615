import { accountsFiles } from "./files/accounts";
import { activitiesFiles } from "./files/activities";
import { analyticsFiles } from "./files/analytics";
import { examsFiles } from "./files/exams";
import { feedbackFiles } from "./files/feedback";
import { forumFiles } from "./files/forum";
import { messagesFiles } from "./files/messages";
import { moderationFiles } from "./files/moderation";
import { newsFiles } from "./files/news";
import { ownListsFiles } from "./files/own-lists";
import { peopleFiles } from "./files/people";
import { privacyFiles } from "./files/privacy";
import { productsFiles } from "./files/products";
import { profilesFiles } from "./files/profiles";
import { readingFiles } from "./files/reading";
import { resourcesFiles } from "./files/resources";
import { signInFiles } from "./files/sign-in";
import { siteFiles } from "./files/site";
import { trainingFiles } from "./files/training";

/** All files of an export, in the order in which they are written and read. */
export const exportFiles = [
  ...accountsFiles,
  ...profilesFiles,
  ...signInFiles,
  ...privacyFiles,
  ...siteFiles,
  ...forumFiles,
  ...peopleFiles,
  ...readingFiles,
  ...messagesFiles,
  ...moderationFiles,
  ...feedbackFiles,
  ...productsFiles,
  ...resourcesFiles,
  ...ownListsFiles,
  ...newsFiles,
  ...trainingFiles,
  ...examsFiles,
  ...activitiesFiles,
  ...analyticsFiles,
];
