import { Form, Link, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { FormProblems, FormToken } from "~/forms/field-parts";
import type { FormFailure } from "~/forms/result";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import content from "../content/content.module.css";

interface Props {
  scan: CallResponse<"sensitiveWordList">["scan"];
  failure: FormFailure | undefined;
  /** The address of the page that reloads itself and shows the progress; for the page with the list. */
  progress?: string;
  /** The address of the list; for the page that shows the progress. */
  back?: string;
}

/** Starts a scan of existing texts with the present list and shows its progress, also without JavaScript. */
export function Rescan({ scan: { work, last }, failure, progress, back }: Props) {
  const { pathname } = useLocation();
  const { to } = useShell();
  return (
    <section className={content.box} aria-labelledby="rescan-title">
      <h2 id="rescan-title">重新扫描已有内容</h2>
      <p className={content.lead}>
        词表改过以后，用现在的词表看一遍已经公开的内容。命中的只进入
        <Link to={to(paths.moderation("audit"))} prefetch="none">
          内容审核
        </Link>
        的队列，由版主决定；在那之前照常显示，作者不会收到通知。
      </p>
      {work ? (
        <div className={content.work} role="status">
          <p>
            正在扫描：看过 {work.scanned} 条，命中 {work.found} 条（{work.percent}%）
          </p>
          <progress max={100} value={work.percent} aria-label="扫描进度" />
          {progress ? (
            <p>
              <Link to={progress} reloadDocument prefetch="none">
                查看进度
              </Link>
            </p>
          ) : (
            <p className={content.hint}>页面每 5 秒自动更新，可以先离开。</p>
          )}
        </div>
      ) : (
        <Form method="post" action={pathname} reloadDocument className={content.buttons}>
          <FormToken />
          <FormProblems id="rescan-problems" errors={failure?.result.error?.[""] ?? undefined} />
          <button type="submit" className="button" name="intent" value="rescan">
            重新扫描
          </button>
        </Form>
      )}
      {last && !work ? (
        <p className={content.hint}>
          上次扫描 <RelativeTime at={last.finishedAt} />
          ：看过 {last.scanned} 条，{last.found} 条进入审核。
        </p>
      ) : null}
      {back ? (
        <p>
          <Link to={back} prefetch="none">
            返回词表
          </Link>
        </p>
      ) : null}
    </section>
  );
}
