import { type ContentField, columnsOf } from "contract/content/kinds/field";
import { fieldsOf } from "contract/content/kinds/words";
import { onlyPictures } from "contract/files/constants";
import { uploadFile, uploadProblem } from "~/editor/uploads/upload.server";
import { altFromName } from "~/editor/uploads/upload-markdown";
import { explainForm, tokenRefused } from "~/failure/explain.server";
import { type GivenBack, giveBack } from "~/forms/give-back.server";
import type { ActionTools, Answer } from "~/request/intents.server";
import { putRows, rowMoves, rowsOf } from "./list-rows";
import type { kindInPath } from "./piece-address";

type Tools = Pick<ActionTools, "scope" | "form" | "filesOf" | "argument"> & {
  params: { kind: (typeof kindInPath)["_output"] };
};

/** The intent of the form whose list it is. */
const intent = "save";
const back = ({ scope, form }: Tools, given: GivenBack = {}): Answer =>
  giveBack(scope, { intent, typed: form }, given);

/** The list that a button names, and the row; undefined for one that the kind does not have. */
function listIn({ params: { kind }, argument = "" }: Tools) {
  const [name = "", place = ""] = argument.split(":");
  const field: ContentField | undefined = fieldsOf(kind).find(([own]) => own === name)?.[1];
  return field?.input === "rows"
    ? { name, field, at: /^\d{1,3}$/.test(place) ? Number(place) : -1 }
    : undefined;
}

/** Changes the order or number of a list's rows; nothing is saved. */
const moving =
  (move: (typeof rowMoves)[string]) =>
  async (tools: Tools): Promise<Answer> => {
    const list = listIn(tools);
    if (list) {
      const { name, field, at } = list;
      putRows(tools.form, name, field, move(rowsOf(tools.form, name, field), at, field).slice(0, field.max));
    }
    return back(tools);
  };

/** Stores a picture and adds it to a list. */
async function addPicture(tools: Tools): Promise<Answer> {
  const { scope, form, filesOf } = tools;
  const list = listIn(tools);
  const [picture] = (list && columnsOf(list.field).find(([, { input }]) => input === "picture")) ?? [];
  if (!list || picture === undefined) return back(tools);
  const refusal = await tokenRefused(scope, form, "再上传一次");
  if (refusal) return back(tools, refusal);
  const { name, field } = list;
  const control = `${name}_file`;
  const [file] = filesOf(control);
  if (!file) return back(tools, { status: 400, fields: { [control]: ["请先选择图片"] } });
  try {
    const { kind, address, name: called } = await uploadFile(scope, file);
    if (kind !== "image") return back(tools, { status: 422, fields: { [control]: [onlyPictures] } });
    const stored = address.slice(address.lastIndexOf("/") + 1);
    const added = { [picture]: stored, alt: altFromName(called) };
    putRows(form, name, field, [...rowsOf(form, name, field), added].slice(0, field.max));
    return back(tools);
  } catch (error) {
    const { status, dialog, sentence, ...explained } = await explainForm(scope, error, "再上传一次");
    if (dialog) return back(tools, { status, dialog, problems: [sentence] });
    return back(tools, { status, fields: { [control]: [uploadProblem(explained)] } });
  }
}

/** What the buttons of the lists inside a form do: the form comes back with what was typed. */
export const listIntents = {
  ...Object.fromEntries(Object.entries(rowMoves).map(([name, move]) => [name, moving(move)])),
  picture: addPicture,
  /** The parameters of the class that is chosen in the form. */
  params: async (tools: Tools): Promise<Answer> => back(tools),
};
