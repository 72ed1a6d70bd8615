import { columnsOf, listAt, rowField } from "contract/content/kinds/field";
import { type ContentKind, fieldsOf } from "contract/content/kinds/words";
import { onlyPictures } from "contract/files/constants";
import { inTurn, uploadFile, uploadProblem } from "~/editor/uploads/upload.server";
import { altFromName } from "~/editor/uploads/upload-markdown";
import { explainForm, tokenRefused } from "~/failure/explain.server";
import { type GivenBack, giveBack } from "~/forms/give-back.server";
import type { ActionTools, Answer } from "~/request/intents.server";
import { documentColumns, documentText, uploadField } from "./body/documents";
import { openField, putRows, rowCount, rowsOf } from "./body/list-rows";
import { moveAcross, rowMoves } from "./body/row-moves";
import type { kindInPath } from "./piece-address";

type Tools = Pick<ActionTools, "scope" | "form" | "filesOf" | "argument"> & {
  params: { kind: (typeof kindInPath)["_output"] };
};

/** The intent of the form whose list it is. */
const intent = "save";
const again = "再上传一次";
const back = ({ scope, form }: Tools, given: GivenBack = {}): Answer =>
  giveBack(scope, { intent, typed: form }, given);

/** The list that a button names, also one inside a row, and the row; undefined for one that the kind does not have. */
function listIn({ params: { kind }, form, argument = "" }: Tools) {
  const [name = "", place = ""] = argument.split(":");
  const list = listAt(fieldsOf(kind), name);
  if (!list) return undefined;
  // The rows around it are open when the form comes back.
  form.set(openField, name);
  return { name, list, at: /^\d{1,4}$/.test(place) ? Number(place) : -1 };
}

/** Changes the order or number of a list's rows; nothing is saved. */
const moving =
  (called: string, move: (typeof rowMoves)[string]) =>
  async (tools: Tools): Promise<Answer> => {
    const refused = await takeFiles(tools);
    if (refused) return refused;
    const found = listIn(tools);
    if (found) {
      const { name, list, at } = found;
      const across = moveAcross(tools.form, name, list, { move: called, at });
      if (across) {
        tools.form.set(openField, across.into);
        const full = { [across.into]: [`最多 ${list.max} 个，先移走一个`] };
        return back(tools, across.isFull ? { status: 422, fields: full } : {});
      }
      putRows(tools.form, name, move(rowsOf(tools.form, name, list), at, list).slice(0, list.max));
    }
    return back(tools);
  };

/** Stores a picture and adds it to a list. */
async function addPicture(tools: Tools): Promise<Answer> {
  const { scope, form, filesOf } = tools;
  const refused = await takeFiles(tools);
  if (refused) return refused;
  const found = listIn(tools);
  const [picture] = (found && columnsOf(found.list).find(([, { input }]) => input === "picture")) ?? [];
  if (!found || picture === undefined) return back(tools);
  const refusal = await tokenRefused(scope, form, again);
  if (refusal) return back(tools, refusal);
  const { name, list } = found;
  const control = `${name}_file`;
  const [file] = filesOf(control);
  if (!file) return back(tools, { status: 400, fields: { [control]: ["请先选择图片"] } });
  try {
    const { kind, address, name: called } = await uploadFile(scope, file);
    if (kind !== "image") return back(tools, { status: 422, fields: { [control]: [onlyPictures] } });
    const stored = address.slice(address.lastIndexOf("/") + 1);
    const added = { [picture]: stored, alt: altFromName(called) };
    putRows(form, name, [...rowsOf(form, name, list), added].slice(0, list.max));
    return back(tools);
  } catch (error) {
    const { status, dialog, sentence, ...explained } = await explainForm(scope, error, again);
    if (dialog) return back(tools, { status, dialog, problems: [sentence] });
    return back(tools, { status, fields: { [control]: [uploadProblem(explained)] } });
  }
}

/** The controls of documents that a posted form has: fields of the kind, and columns of the rows of its lists. */
const documentControls = (kind: ContentKind, form: FormData): string[] =>
  fieldsOf(kind).flatMap(([name, field]) =>
    field.input === "file"
      ? [name]
      : documentColumns(field).flatMap((column) =>
          Array.from({ length: rowCount(form.get(name)) }, (_, index) => rowField(name, index, column)),
        ),
  );

/**
 * Stores the documents that were posted with a form, whichever button was pressed, and puts each in its control.
 * @returns the form with what is wrong with a file; null when all are stored
 */
export async function takeFiles(tools: Tools): Promise<Answer | null> {
  const { scope, form, filesOf, params } = tools;
  const chosen = documentControls(params.kind, form).flatMap((control) => {
    const [file] = filesOf(uploadField(control));
    return file ? [{ control, file }] : [];
  });
  if (chosen.length === 0) return null;
  const refusal = await tokenRefused(scope, form, again);
  if (refusal) return back(tools, refusal);
  const fields: Record<string, string[]> = {};
  let status = 200;
  for (const { control, file } of chosen)
    try {
      const stored = await inTurn(scope, "uploadContentFile", file, (sent) =>
        scope.gateway.call("uploadContentFile", sent),
      );
      form.set(control, documentText(stored));
    } catch (error) {
      const { dialog, sentence, ...explained } = await explainForm(scope, error, again);
      if (dialog) return back(tools, { status: explained.status, dialog, problems: [sentence] });
      status = explained.status;
      fields[uploadField(control)] = [uploadProblem(explained)];
    }
  return status === 200 ? null : back(tools, { status, fields });
}

/** Uploads the documents of a form and shows it again; nothing is saved. */
async function attach(tools: Tools): Promise<Answer> {
  const { form, filesOf, argument: control = "" } = tools;
  const isKnown = documentControls(tools.params.kind, form).includes(control);
  const fields = { [uploadField(control)]: ["请先选择文件"] };
  const isEmpty = isKnown && filesOf(uploadField(control)).length === 0;
  return (await takeFiles(tools)) ?? back(tools, isEmpty ? { status: 400, fields } : {});
}

/** What the buttons of the lists inside a form do: the form comes back with what was typed. */
export const listIntents = {
  ...Object.fromEntries(Object.entries(rowMoves).map(([name, move]) => [name, moving(name, move)])),
  picture: addPicture,
  attach,
  /** The parameters of the class that is chosen in the form. */
  params: async (tools: Tools): Promise<Answer> => (await takeFiles(tools)) ?? back(tools),
};
