import { type MetaArgs, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { wordLevel } from "contract/moderation/words/fields";
import { z } from "zod";
import { giveBack } from "~/forms/give-back.server";
import { failureOf, failureOfAny } from "~/forms/result";
import { Forbidden } from "~/gateway-client/errors";
import { screenMeta } from "~/metadata/screen-meta";
import { listSizeOf, optionalListSize } from "~/moderation/list-size.server";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { askFirst } from "~/request/ask-first.server";
import { flag, pageNumber } from "~/request/inputs.server";
import { noFields, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { Pagination } from "~/ui/pagination";
import { ModeratorScreen } from "../frame";
import { readLines } from "./import-file.server";
import { ImportForm } from "./import-form";
import { Rescan } from "./rescan";
import { type Tried, TryForm } from "./try-form";
import { WordFilter } from "./word-filter";
import { WordForm } from "./word-form";
import { WordList } from "./word-list";
import { importForm, removeForm, tryForm, wordForm } from "./words.schema";

const text = z.string().trim().max(40).catch("").default("");
const query = z.object({
  text,
  level: wordLevel.optional().catch(undefined),
  edited: flag,
  /** The word to change. */
  was: text,
  /** Shows only the progress of the scan of existing texts. */
  scan: flag,
  size: optionalListSize,
  page: pageNumber,
});

/**
 * /moderator/words: the list of sensitive words. Administrators change, try and import words, and scan existing texts
 * for them. Other members are redirected to the home page.
 */
export const loader = screenLoader({ query }, async ({ scope, query: filters }) => {
  const { was, scan, ...listFilters } = filters;
  const size = listSizeOf(scope, filters.size);
  const list = await scope.gateway
    .call("sensitiveWordList", { ...listFilters, size })
    .catch(async (error: unknown) => {
      throw error instanceof Forbidden ? await scope.redirect("/") : error;
    });
  return { list, filters, size };
});

const scanPath = paths.moderation("words", { scan: 1 });

const pageMeta = screenMeta<typeof loader>();

/**
 * The page that shows the scan's progress reloads itself, with and without JavaScript. The other pages have forms in
 * which somebody may type, so they do not.
 */
export const meta = (args: MetaArgs<typeof loader>) => [
  ...pageMeta(args),
  ...(args.data?.filters.scan && args.data.list.scan.work ? [{ httpEquiv: "refresh", content: "5" }] : []),
];

export const action = screenAction(
  { query },
  {
    save: submitted(wordForm, async (form, { scope, url, done }) => {
      const { changed } = await scope.gateway.call("saveSensitiveWord", form);
      const list = new URLSearchParams(url.searchParams);
      list.delete("was");
      const notice = changed ? `已保存「${form.word}」，马上生效` : "没有需要改的";
      return done(`${paths.moderation("words")}?${list}`, notice);
    }),
    remove: (tools) => {
      const { scope, here, done, argument } = tools;
      const part = new FormData();
      if (argument) part.set("words", argument);
      return tools.submit(
        removeForm,
        async ({ words }) => {
          const confirmation = askFirst(tools, {
            title: `移除 ${words.length} 个词？`,
            says: [
              `${words.slice(0, 20).join("、")}${words.length > 20 ? "……" : ""}`,
              "移除后，带这些词的内容马上可以发表。要找回来，只能一个个重新添加或导入。",
            ],
            button: "确认移除",
            count: words.length,
          });
          if (confirmation) return confirmation;
          const { removed } = await scope.gateway.call("removeSensitiveWords", { words });
          return done(here, `已移除 ${removed} 个词`);
        },
        // The button in a row removes that one word.
        argument ? { form: part } : undefined,
      );
    },
    try: submitted(tryForm, async ({ sample }, { scope, form }) => {
      const tried = await scope.gateway.call("trySensitiveWords", { text: sample });
      return giveBack(scope, { intent: "try", typed: form }, {}, { tried: { ...tried, sample } });
    }),
    import: async (tools) => {
      const problem = await readLines(tools);
      if (problem)
        return giveBack(
          tools.scope,
          { intent: "import", typed: tools.form },
          { status: 400, fields: { text: [problem] } },
        );
      return tools.submit(importForm, async (form) => {
        const { added, changed, same } = await tools.scope.gateway.call("importSensitiveWords", form);
        const notice = `已导入：新增 ${added} 个，修改 ${changed} 个，${same} 个本来就是这样`;
        return tools.done(paths.moderation("words"), notice);
      });
    },
    rescan: submitted(noFields, async (_, { scope, done }) => {
      await scope.gateway.call("rescanSensitiveWords", {});
      return done(scanPath);
    }),
  },
);

export default function Words() {
  const { list, filters, size } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const { search } = useLocation();
  const answer = useActionData();
  const tried = (answer as { tried?: Tried } | undefined)?.tried;
  const href = (more: Record<string, string>) => {
    const all = new URLSearchParams(search);
    for (const [name, value] of Object.entries({ page: "", was: "", ...more }))
      if (value === "") all.delete(name);
      else all.set(name, value);
    return `${to(paths.moderation("words"))}?${all}`;
  };
  const rescan = (
    <Rescan
      scan={list.scan}
      failure={failureOf(answer, "rescan")}
      {...(filters.scan ? { back: to(paths.moderation("words")) } : { progress: to(scanPath) })}
    />
  );
  if (filters.scan) return <ModeratorScreen title="敏感词">{rescan}</ModeratorScreen>;
  const changing = list.words.find(({ word }) => word === filters.was) ?? null;
  return (
    <ModeratorScreen title="敏感词">
      <WordForm key={changing?.word ?? ""} changing={changing} back={href({ page: String(filters.page) })} />
      <WordFilter action={to(paths.moderation("words"))} filters={filters} />
      <WordList
        list={list}
        size={size}
        hrefOf={(was) => href({ was, page: String(filters.page) })}
        failure={failureOfAny(answer, ["remove"])}
      />
      <Pagination page={list.page} pages={list.pages} href={(page) => href({ page: String(page) })} />
      <TryForm tried={tried} />
      <ImportForm />
      {rescan}
    </ModeratorScreen>
  );
}
