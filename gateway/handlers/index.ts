import type { Handlers } from "../context";
import { accountHandlers } from "./account";
import { contentHandlers } from "./content";
import { draftHandlers } from "./drafts";
import { favoriteHandlers } from "./favorites";
import { followHandlers } from "./follows";
import { invitationHandlers } from "./invitations";
import { myPostHandlers } from "./my-posts";
import { peopleHandlers } from "./people";
import { conversationHandlers } from "./conversations";
import { messageHandlers } from "./messages";
import { noticeSettingsHandlers } from "./notice-settings";
import { postWriteHandlers } from "./posts-write";
import { definitionHandlers } from "./definitions";
import { profileHandlers } from "./profile";
import { railHandlers } from "./rail";
import { reactionHandlers } from "./reactions";
import { searchHandlers } from "./search";
import { sectionHandlers } from "./sections";
import { serviceHandlers } from "./service";
import { sessionHandlers } from "./session";
import { siteHandlers } from "./site";
import { privacyHandlers } from "./privacy";
import { settingsHandlers } from "./settings";
import { tagHandlers } from "./tags";
import { topicDetailHandlers } from "./topic-detail";
import { topicListHandlers } from "./topic-lists";
import { topicWriteHandlers } from "./topics-write";
import { uploadHandlers } from "./uploads";
import { versionHandlers } from "./versions";
import { wordHandlers } from "./words";
import { worldHandlers } from "./world";

/** One handler for every row of the contract; a missing one does not compile. */
export const handlers = {
  ...sessionHandlers,
  ...profileHandlers,
  ...definitionHandlers,
  ...siteHandlers,
  ...privacyHandlers,
  ...sectionHandlers,
  ...topicListHandlers,
  ...railHandlers,
  ...myPostHandlers,
  ...topicDetailHandlers,
  ...topicWriteHandlers,
  ...postWriteHandlers,
  ...contentHandlers,
  ...reactionHandlers,
  ...followHandlers,
  ...favoriteHandlers,
  ...draftHandlers,
  ...invitationHandlers,
  ...peopleHandlers,
  ...messageHandlers,
  ...conversationHandlers,
  ...noticeSettingsHandlers,
  ...searchHandlers,
  ...uploadHandlers,
  ...serviceHandlers,
  ...versionHandlers,
  ...wordHandlers,
  ...accountHandlers,
  ...worldHandlers,
  ...settingsHandlers,
  ...tagHandlers,
} satisfies Handlers;
