/** Editing content in the browser, for administrators. */
import type { contentEditingCalls } from "contract/content/editing";
import type { HandlersOf } from "../../server/context";
import { decideContent } from "./decide";
import { contentList } from "./list";
import { publishContent, unscheduleContent, withdrawContent } from "./publish";
import { compareContent, contentPiece, contentProducts, contentVersions } from "./read";
import { restoreContent, saveContent } from "./save";
import { uploadContentFile } from "./upload-file";

export const contentEditingHandlers = {
  contentList,
  contentPiece,
  contentVersions,
  contentProducts,
  compareContent,
  uploadContentFile,
  saveContent,
  publishContent,
  withdrawContent,
  unscheduleContent,
  restoreContent,
  decideContent,
} satisfies HandlersOf<typeof contentEditingCalls>;
