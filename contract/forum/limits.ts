/** Depth replies shown under a floor before "expand", and fetched a page when expanded. */
export const depthPreview = 3;

export const depthPageSize = 20;

/** Characters (code points are not counted separately: a UTF-16 length, as browsers count `maxlength`). */
export const titleMin = 4;

export const titleMax = 80;

export const topicContentMax = 50_000;

export const replyContentMax = 20_000;

export const tagMax = 20;

export const tagsPerTopic = 5;

/** Tags on a page of the tag list. */
export const tagPageSize = 48;

/** Tags that one person may follow. */
export const tagFollowsMax = 200;

export const invitationsPerTopic = 5;

export const imagesPerPost = 20;

export const attachmentsPerPost = 5;

/** Drafts of one person, versions of a draft, and characters of it in the list. */
export const draftsPerPerson = 100;

export const draftVersionsKept = 20;

export const draftExcerpt = 300;

/** Days for which a draft that was thrown away can be had back, and how many of one person's. */
export const deletedDraftDays = 30;

export const deletedDraftsKept = 20;

/** Tags that are suggested while somebody types one. */
export const tagSuggestions = 8;

/** Pages of a topic's floors in the order of their likes. */
export const likedPagesMax = 50;
/** Characters of the template that a section's questions begin with. */
export const templateMax = 2_000;
