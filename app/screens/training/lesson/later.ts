/**
 * The parts of a lesson's page that only members or editors see. The page's code names this file alone: the names of all
 * that these parts load are as heavy as a part.
 */
export const ownParts = () => import("./own-parts/own-parts");
export const previewNote = () =>
  import("~/moderation/preview-note").then((note) => ({ default: note.PreviewNote }));
