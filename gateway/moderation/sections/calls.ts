/** The calls with which moderators manage their sections. */
import type { sectionArrangingCalls } from "contract/moderation/sections/arranging";
import type { sectionModerationCalls } from "contract/moderation/sections/calls";
import type { sectionRightsCalls } from "contract/moderation/sections/rights";
import type { HandlersOf } from "../../server/context";
import { appoint, dismiss } from "./appoint";
import { archiveSection } from "./archive";
import { placeGroup, placeSection, readArrangement, renameGroup } from "./arrange";
import { createSection } from "./create-section";
import { listVersions, restore, saveDescription } from "./describe";
import { readModeratedSection } from "./read-section";
import { recommend, unrecommend } from "./recommend";
import { readRights, setPersonRights, setSectionRules } from "./rights";
import { deleteClass, saveClass } from "./save-class";
import { setSettings } from "./set-settings";
import { updateSection } from "./update-section";

export const sectionModerationHandlers = {
  moderatedForum: ({ fid }, context) => readModeratedSection(context, fid),
  forumDescriptionVersions: (request, context) => listVersions(context, request),
  updateForumDescription: (request, context) => saveDescription(context, request),
  restoreForumDescription: (request, context) => restore(context, request),
  updateForumSettings: (request, context) => setSettings(context, request),
  recommendTopic: (request, context) => recommend(context, request),
  unrecommendTopic: (request, context) => unrecommend(context, request),
  saveTopicClass: (request, context) => saveClass(context, request),
  deleteTopicClass: (request, context) => deleteClass(context, request),
  appointModerator: (request, context) => appoint(context, request),
  dismissModerator: (request, context) => dismiss(context, request),
  sectionArrangement: (_request, context) => readArrangement(context),
  createSection: (request, context) => createSection(context, request),
  updateSection: (request, context) => updateSection(context, request),
  placeSection: (request, context) => placeSection(context, request),
  placeSectionGroup: (request, context) => placeGroup(context, request),
  renameSectionGroup: (request, context) => renameGroup(context, request),
  archiveSection: (request, context) => archiveSection(context, request),
  userPermissionInfo: (request, context) => readRights(context, request),
  updateUserPermission: (request, context) => setPersonRights(context, request),
  updateForumRights: (request, context) => setSectionRules(context, request),
} satisfies HandlersOf<
  typeof sectionArrangingCalls & typeof sectionModerationCalls & typeof sectionRightsCalls
>;
