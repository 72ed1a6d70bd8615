/** Limits that both sides check, in the units that people count in (spec 5 and 9). */

/** Topics on a list page, and floors on a topic page. */
export const pageSize = 20;
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
export const reportTextMax = 500;
/** Characters of a message to a person, messages of a conversation at a time, and people that a list of blocks shows. */
export const innerMessageMax = 2_000;
export const innerPageSize = 30;
export const blocksShown = 200;
export const invitationsPerTopic = 5;
/** Topics in a feed, and the longest text that one carries whole, in characters of HTML. */
export const feedLength = 30;
export const feedTextMax = 50_000;
/** Ids that one sitemap lists; the protocol's own limit is 50,000. */
export const sitemapSliceLength = 10_000;
/** A page number beyond this is refused rather than searched for. */
export const pageNumberMax = 100_000;
/** Two times that are closer than this are the same: an edit within it is not shown as one (spec 9). */
export const sameTimeSeconds = 20;
/** Nickname units: a non-Latin character counts 2 (spec 5.1). */
export const nicknameUnitsMax = 20;
/** Contacts and the codes that verify them (spec 9): what an input takes. */
export const phoneLength = 11;
export const emailMax = 500;
export const codeLength = 6;

/** Personal information: characters of a text, years, and interests that one person may choose (spec 5.6). */
export const profileTextMax = 50;
export const ageMax = 999;
export const entryYearMin = 2010;
export const entryYearMax = 2050;
export const interestsMax = 20;
/** A nickname may be changed once in so many days. */
export const nicknameChangeDays = 30;

/** Uploads: bytes a file, and how many a post may show or link to. */
export const imageBytesMax = 5 * 1024 * 1024;
export const attachmentBytesMax = 20 * 1024 * 1024;
export const imagesPerPost = 20;
export const attachmentsPerPost = 5;
/** The endings of names that uploads may have, with their dots. */
export const imageEndings = [".png", ".jpg", ".jpeg", ".gif", ".webp"];
export const attachmentEndings = [".zip", ".pdf", ".txt", ".log"];
/** Characters of a search. */
export const searchTextMax = 100;
/** Results are counted up to this and no further. */
export const searchTotalMax = 200;
/** Drafts of one person, versions of a draft, and characters of it in the list. */
export const draftsPerPerson = 100;
export const draftVersionsKept = 20;
export const draftExcerpt = 300;
/** Tags that are suggested while somebody types one. */
export const tagSuggestions = 8;

/** Suggestions and complaints to the operator: characters of their texts, pictures of a suggestion, entries of a page. */
export const adviceTextMin = 5;
export const adviceTextMax = 2_000;
export const complaintTextMin = 5;
export const complaintTextMax = 1_000;
export const adviceImagesMax = 4;
export const adviceAnswerMax = 2_000;
export const serviceRecordsPerPage = 10;
/** Where people came from (spec 3.5): characters of the source, before it is escaped, and of the visitor's id. */
export const accessSourceMax = 80;
export const visitorIdMax = 64;
