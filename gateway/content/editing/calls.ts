/** Editing content in the browser, for editors, lecturers and administrators. */
import type { CallName } from "contract";
import { contentEditingCalls } from "contract/content/editing";
import { severalContentCalls } from "contract/content/several";
import type { CallContext, HandlersOf } from "../../server/context";
import { copyContent } from "./copy";
import { decideContent } from "./decide";
import { contentList } from "./list";
import { checkMayEdit } from "./may-edit";
import { publishContent, unscheduleContent, withdrawContent } from "./publish";
import { compareContent, contentPiece, contentProducts, contentVersions } from "./read";
import { restoreContent, saveContent } from "./save";
import { changeSeveralContent, checkSeveralContent } from "./several";
import { uploadContentFile } from "./upload-file";

type Calls = typeof contentEditingCalls & typeof severalContentCalls;
type Names = keyof Calls & CallName;

const unchecked = {
  contentList,
  contentPiece,
  contentVersions,
  contentProducts,
  compareContent,
  uploadContentFile,
  saveContent,
  copyContent,
  publishContent,
  withdrawContent,
  unscheduleContent,
  restoreContent,
  decideContent,
  checkSeveralContent,
  changeSeveralContent,
} satisfies HandlersOf<Calls>;

const rows = { ...contentEditingCalls, ...severalContentCalls };
/** Calls about no piece, which every editor and lecturer needs: the search for products that a piece names, and the upload of a file for one. */
const forEveryEditor: readonly Names[] = ["contentProducts", "uploadContentFile"];

type Checked = (request: never, context: CallContext) => Promise<unknown>;

/** Every call of the room, after the check that the caller may edit what the request names. */
export const contentEditingHandlers = Object.fromEntries(
  Object.entries(unchecked).map(([name, handler]: [string, Checked]) => [
    name,
    async (request: never, context: CallContext) => {
      const { access } = rows[name as Names];
      if (!forEveryEditor.includes(name as Names))
        await checkMayEdit(context, request, access === "writer" ? "drafts" : "everything");
      return handler(request, context);
    },
  ]),
) as unknown as typeof unchecked;
