import { id } from "contract/base/fields";
import { paths } from "~/navigation/paths";
import { type ActionTools, noFields, submitted, undecidedPage } from "~/request/intents.server";
import { screenAction } from "~/request/screen.server";
import { archiveForm, createForm, groupForm, renameForm, updateForm } from "./sections.schema";

type Tools = Pick<ActionTools, "scope" | "argument" | "here" | "done" | "url">;

const noChange = "已经是这样了，没有改动";

/** The numbers after the intent's colon, which say what the pressed button moves and where to. */
function numbersOf({ scope, argument = "" }: Tools, count: number): number[] {
  const parts = argument.split(":").map((part) => id.safeParse(part));
  const numbers = parts.flatMap((part) => (part.success ? [part.data] : []));
  return numbers.length === count && parts.length === count ? numbers : undecidedPage(scope);
}

/** The list with one place of it in view. */
const listAt = ({ url }: Tools, place: string) => `${url.pathname}#${place}`;

const archiving = (archived: boolean) =>
  submitted(archiveForm, async (form, tools) => {
    const { changed } = await tools.scope.gateway.call("archiveSection", { ...form, archived });
    const notice = archived ? "已归档，不再发帖和回复" : "已重新开放，可以发帖和回复";
    return tools.done(listAt(tools, `section-${form.fid}`), changed ? notice : noChange);
  });

/** The intents of the arrangement of sections. */
export const sectionsAction = screenAction(
  {},
  {
    create: submitted(createForm, async ({ fid: typed, ...form }, tools) => {
      const request = { ...form, ...(typed === undefined ? {} : { fid: typed }) };
      const { fid } = await tools.scope.gateway.call("createSection", request);
      return tools.done(listAt(tools, `section-${fid}`), `已新建，地址是 ${paths.section(fid)}`);
    }),
    update: submitted(updateForm, async (form, tools) => {
      const { changed } = await tools.scope.gateway.call("updateSection", form);
      return tools.done(listAt(tools, `section-${form.fid}`), changed ? "已保存" : noChange);
    }),
    archive: archiving(true),
    reopen: archiving(false),
    place: submitted(noFields, async (_, tools) => {
      const [fid = 0, place = 0] = numbersOf(tools, 2);
      const { changed } = await tools.scope.gateway.call("placeSection", { fid, place });
      return tools.done(listAt(tools, `section-${fid}`), changed ? "顺序已改" : noChange);
    }),
    placeGroup: submitted(groupForm, async ({ group }, tools) => {
      const [, place = 0] = numbersOf(tools, 2);
      const { changed } = await tools.scope.gateway.call("placeSectionGroup", { group, place });
      return tools.done(listAt(tools, `group-${place}`), changed ? "顺序已改" : noChange);
    }),
    renameGroup: submitted(renameForm, async (form, tools) => {
      const { changed } = await tools.scope.gateway.call("renameSectionGroup", form);
      return tools.done(tools.url.pathname, changed ? "分区已改名" : noChange);
    }),
  },
);
