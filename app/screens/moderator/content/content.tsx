import { type MetaArgs, useLoaderData, useLocation } from "@remix-run/react";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { Forbidden } from "~/gateway-client/errors";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { askFirst } from "~/request/ask-first.server";
import { noFields, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { ModeratorScreen } from "../frame";
import { CheckResult } from "./check-result";
import styles from "./content.module.css";
import { ExportedPack, isExporting } from "./exported-pack";
import { LoadList } from "./load-list";
import { loadQuestion } from "./load-question";
import { PreviousPack } from "./previous-pack";
import { UploadedPack, UploadForm } from "./uploaded-pack";
import { uploadIntents } from "./uploaded-pack.server";

const path = paths.moderation("content");

/**
 * /moderator/content: administrators check the server's content pack, or one that they upload as a ZIP, and load it into
 * the running portal, and export what stands as a pack. All of it runs as jobs whose progress the page shows. Other
 * members are redirected to the home page.
 */
export const loader = screenLoader({}, async ({ scope }) => {
  const state = await scope.gateway.call("contentState", {}).catch(async (error: unknown) => {
    throw error instanceof Forbidden ? await scope.redirect("/") : error;
  });
  return { state };
});

const pageMeta = screenMeta<typeof loader>();

/** While a job runs, the page reloads itself, with and without JavaScript. */
export const meta = (args: MetaArgs<typeof loader>) => [
  ...pageMeta(args),
  ...(args.data?.state.work || isExporting(args.data?.state.exported ?? null)
    ? [{ httpEquiv: "refresh", content: "3" }]
    : []),
];

export const action = screenAction(
  {},
  {
    check: submitted(noFields, async (_, { scope, done, argument }) => {
      await scope.gateway.call("checkContent", { previous: argument === "previous" });
      return done(path);
    }),
    load: submitted(noFields, async (_, tools) => {
      const { scope, done, argument } = tools;
      const previous = argument === "previous";
      const state = await scope.gateway.call("contentState", {});
      const { pack, check } = previous ? (state.previous ?? { pack: "", check: null }) : state;
      const question = loadQuestion(pack ?? "", check, previous);
      const confirmation = question && askFirst(tools, question);
      if (confirmation) return confirmation;
      await scope.gateway.call("loadContent", { previous });
      return done(path);
    }),
    export: submitted(noFields, async (_, { scope, done }) => {
      await scope.gateway.call("exportContentPack", {});
      return done(`${path}#export-title`);
    }),
    ...uploadIntents,
  },
);

const stepNames = { check: "检查文件", files: "存储文件", texts: "生成正文", write: "写入内容" } as const;

export default function Content() {
  const { state } = useLoaderData<typeof loader>();
  const { pack, work, check, loads, previous, upload, exported } = state;
  return (
    <ModeratorScreen title="内容装载">
      <section className={styles.box} aria-label="内容包">
        {pack === null ? (
          <p>
            服务器没有设置内容包文件夹（环境变量 <code>CONTENT_PACK</code>）。可以在下面上传一个 ZIP。
          </p>
        ) : (
          <>
            <p className={styles.lead}>
              内容包 <strong>{pack}</strong>
              ：先检查，看有没有写错的地方、会改变什么；再装载。装载要么全部成功，要么什么都不改，用户发表的内容不受影响。
            </p>
            {work ? null : <Buttons checked={check !== null && check.problems.length === 0} />}
          </>
        )}
        {work ? <Work work={work} /> : null}
      </section>
      {check && !work ? <CheckResult check={check} /> : null}
      {upload && !work ? <UploadedPack upload={upload} /> : null}
      {work ? null : <UploadForm isWaiting={upload !== null} />}
      {work ? null : <ExportedPack exported={exported} />}
      <LoadList loads={loads} />
      {previous && !work ? <PreviousPack previous={previous} /> : null}
    </ModeratorScreen>
  );
}

type State = ReturnType<typeof useLoaderData<typeof loader>>["state"];

function Work({ work }: { work: NonNullable<State["work"]> }) {
  return (
    <div className={styles.work} role="status">
      <p>
        {work.dryRun ? "正在检查" : work.previous ? "正在恢复" : "正在装载"}
        {work.previous ? "上一个内容包" : work.upload ? "上传的内容包" : ""}
        {work.step ? `：${stepNames[work.step]} ${work.percent}%` : "：等待开始"}
      </p>
      <progress max={100} value={work.percent} aria-label={work.dryRun ? "检查进度" : "装载进度"} />
      <p className={styles.hint}>页面每 3 秒自动更新，可以先离开。</p>
    </div>
  );
}

/** The buttons to check and load. They reload the document, because the `refresh` of the next page works only then. */
function Buttons({ checked }: { checked: boolean }) {
  const { pathname } = useLocation();
  const form = useScreenForm({ id: "content", intent: ["check:present", "load:present"] });
  const primary = (is: boolean) => (is ? { "data-primary": true } : {});
  return (
    <ScreenForm of={form} action={pathname} reloadDocument className={styles.buttons}>
      <NoDefaultButton />
      <QuestionBox intents={["load:present"]} />
      <button type="submit" className="button" name="intent" value="check:present" {...primary(!checked)}>
        检查
      </button>
      <button type="submit" className="button" name="intent" value="load:present" {...primary(checked)}>
        装载
      </button>
    </ScreenForm>
  );
}
