import { drafts, draftVersions, posts, postVersions, sections, tags, topics } from "../database/schema";
import type { Domain } from "../server/domain";
import { draftHandlers } from "./drafts/calls";
import { deletedDraftsJob } from "./drafts/deleted-drafts";
import { listHandlers } from "./lists/calls";
import { forumPersonalData } from "./personal-data";
import { postHandlers } from "./posts/calls";
import { questionHandlers } from "./questions/calls";
import { readingHandlers } from "./reading/calls";
import { sectionHandlers } from "./sections/calls";
import { tagHandlers } from "./tags/calls";
import { topicHandlers } from "./topics/calls";

export const forumDomain = {
  handlers: {
    ...draftHandlers,
    ...listHandlers,
    ...postHandlers,
    ...questionHandlers,
    ...readingHandlers,
    ...sectionHandlers,
    ...tagHandlers,
    ...topicHandlers,
  },
  jobs: [deletedDraftsJob],
  fileColumns: [
    topics.title,
    topics.solvedReason,
    topics.stateReason,
    posts.source,
    posts.html,
    posts.stateReason,
    postVersions.title,
    postVersions.source,
    drafts.title,
    drafts.content,
    draftVersions.title,
    draftVersions.content,
    sections.summary,
    sections.icon,
    sections.rulesSource,
    sections.rulesHtml,
    sections.questionTemplate,
    tags.summary,
  ],
  personalData: forumPersonalData,
} satisfies Domain;
