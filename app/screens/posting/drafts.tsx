import { data } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { id } from "contract/fields";
import { draftVersionsKept } from "contract/limits";
import { z } from "zod/v4";
import { EmptyState } from "~/components/empty-state";
import { Icon } from "~/components/icon";
import { Moment } from "~/components/moment";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import { FormProblems, FormToken } from "~/forms/field-parts";
import type { FormFailure } from "~/forms/result";
import { paths } from "~/paths";
import { screenAction, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { useShell } from "~/shells/use-shell";
import styles from "./drafts.module.css";
import { queryId } from "./posting.server";

/** /posting/drafts: one's drafts; with ?id= also what that one was before. */
export const loader = screenLoader(async ({ scope, url }) => {
  const opened = queryId(url, "id");
  const [{ drafts }, history] = await Promise.all([
    scope.gateway.call("draftList", {}),
    opened ? scope.gateway.call("draftVersions", { id: opened }) : null,
  ]);
  return data({ drafts, history });
});
export const meta = screenMeta();

const deleteSchema = z.object({ id });
const restoreSchema = z.object({ id, revision: id });

export const action = screenAction(async ({ scope, intent, submit }) => {
  if (intent === "restore") {
    return submit(restoreSchema, async (version) => {
      await scope.gateway.call("restoreDraft", version);
      scope.session.flash("notice", "已恢复到选中的版本，原来的内容也留作一个版本");
      return scope.redirect(paths.draftVersions(version.id));
    });
  }
  return submit(deleteSchema, async (draft) => {
    await scope.gateway.call("deleteDraft", draft);
    scope.session.flash("notice", "草稿已删除");
    return scope.redirect(paths.drafts());
  });
});

export const clientAction = keepOnNetworkFailure();

type Draft = ReturnType<typeof useLoaderData<typeof loader>>["drafts"][number];

/** What a draft is of, and where it is written on; no address when that is gone. */
function placeOf({ target, title, about }: Draft): { name: string; path: string | null } {
  const kind = target.split(":")[0];
  if (target === "topic:new") return { name: title || "新帖（还没有标题）", path: paths.newTopic() };
  if (!about) return { name: kind === "reply" ? "回复的帖子已不在" : "原来的内容已不在", path: null };
  if (kind === "reply") return { name: `回复：${about.title}`, path: `${paths.topic(about.tid)}#reply` };
  if (kind === "topic") return { name: `编辑帖子：${about.title}`, path: about.pid ? paths.editTopic(about.pid) : null };
  return { name: `编辑回复：${about.title}`, path: about.pid ? paths.editPost(about.pid) : null };
}

export default function Drafts() {
  const { drafts, history } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>() as FormFailure | undefined;
  const { to } = useShell();
  return (
    <div className={styles.page}>
      <h1>我的草稿</h1>
      <FormProblems id={undefined} errors={failure?.result.error?.[""] ?? undefined} />
      {drafts.length === 0 ? (
        <EmptyState title="没有草稿" text="写到一半的帖子和回复会自动存在这里，随时可以接着写。">
          <Link className="button" data-primary to={to(paths.newTopic())}>
            去发帖
          </Link>
        </EmptyState>
      ) : (
        <ul className={`surface ${styles.list}`}>
          {drafts.map((draft) => {
            const { name, path } = placeOf(draft);
            const opened = history?.draft.id === draft.id;
            return (
              <li key={draft.id} className={styles.draft} data-draft={draft.target}>
                <h2>{path ? <Link to={to(path)}>{name}</Link> : name}</h2>
                <p className={styles.excerpt}>{draft.content.trim() || "（还没有正文）"}</p>
                <div className={styles.meta}>
                  <span>
                    保存于 <Moment at={draft.savedAt} />
                  </span>
                  {path ? <Link to={to(path)}>接着写</Link> : null}
                  <Link to={to(opened ? paths.drafts() : paths.draftVersions(draft.id))} preventScrollReset>
                    {opened ? "收起历史版本" : "历史版本"}
                  </Link>
                  <Form method="post">
                    <FormToken />
                    <input type="hidden" name="id" value={draft.id} />
                    <button type="submit" className="link-button" name="intent" value="delete">
                      删除
                    </button>
                  </Form>
                </div>
                {opened && history ? <Versions history={history} /> : null}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function Versions({ history }: { history: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["history"]> }) {
  if (history.versions.length === 0) {
    return <p className={styles.none}>还没有历史版本：草稿改动后，之前的内容会留在这里，最多 {draftVersionsKept} 份。</p>;
  }
  return (
    <ol className={styles.versions} aria-label="历史版本">
      {history.versions.map(({ revision, title, content, savedAt }) => (
        <li key={revision} className={styles.version}>
          <details>
            <summary>
              <Icon name="history" />
              <Moment at={savedAt} />
              <span>{content.length} 字符</span>
            </summary>
            {title ? <p>{title}</p> : null}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
            <pre tabIndex={0}>{content || "（空）"}</pre>
          </details>
          <Form method="post">
            <FormToken />
            <input type="hidden" name="id" value={history.draft.id} />
            <input type="hidden" name="revision" value={revision} />
            <button type="submit" className="button" name="intent" value="restore">
              恢复这一版
            </button>
          </Form>
        </li>
      ))}
    </ol>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
