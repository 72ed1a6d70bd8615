/**
 * The parts of a lesson's page that only members or editors see, or that stand below its first screen: the HTML has those
 * already. The page's code names this file alone: the names of all that these parts load are as heavy as a part.
 */
export const ownParts = () => import("./own-parts/own-parts");
export const previewNote = () =>
  import("~/moderation/preview-note").then((note) => ({ default: note.PreviewNote }));
export const topics = () => import("./topics").then(({ LessonTopics }) => ({ default: LessonTopics }));
export const transcript = () => import("./transcript").then(({ Transcript }) => ({ default: Transcript }));
export const terms = () => import("./explain-terms");
