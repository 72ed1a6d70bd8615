import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { id, longId } from "contract/base/fields";
import { deletedDraftDays, draftVersionsMax } from "contract/forum/constants";
import { z } from "zod";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { keepOnNetworkFailure } from "~/forms/network-failure";
import type { FormFailure } from "~/forms/result";
import { screenMeta } from "~/metadata/screen-meta";
import { paths, replyField } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { optionalLongId } from "~/request/inputs.server";
import { submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./drafts.module.css";
import { newTopicKey, newTopicPath } from "./new-topic-drafts";

/** /posting/drafts: the member's drafts; `id` also shows the earlier versions of one draft. */
export const loader = screenLoader(
  { query: z.object({ id: optionalLongId }) },
  async ({ scope, query: { id: opened } }) => {
    const [{ drafts, deleted }, history] = await Promise.all([
      scope.gateway.call("draftList", {}),
      opened ? scope.gateway.call("draftVersions", { id: opened }) : null,
    ]);
    return { drafts, deleted, history };
  },
);
export const meta = screenMeta();

const deleteSchema = z.object({ id: longId });
const restoreSchema = z.object({ id: longId, revision: id });

export const action = screenAction(
  {},
  {
    restore: submitted(restoreSchema, async (version, { scope, done }) => {
      await scope.gateway.call("restoreDraft", version);
      return done(paths.draftVersions(version.id), "已恢复到选中的版本，原来的内容也留作一个版本");
    }),
    recover: submitted(deleteSchema, async (draft, { scope, done }) => {
      await scope.gateway.call("recoverDraft", draft);
      return done(paths.drafts(), "草稿已恢复");
    }),
    delete: submitted(deleteSchema, async (draft, { scope, done }) => {
      await scope.gateway.call("deleteDraft", draft);
      return done(paths.drafts(), `草稿已删除，${deletedDraftDays} 天内可以在这一页下面恢复`);
    }),
  },
);

export const clientAction = keepOnNetworkFailure();

type Data = ReturnType<typeof useLoaderData<typeof loader>>;
type Draft = Data["drafts"][number];

/** The name of a draft, and the address of its editor; `path` is null when the text it belongs to is deleted. */
function placeOf({ target, title, about }: Draft): { name: string; path: string | null } {
  const kind = target.split(":")[0];
  const key = newTopicKey(target);
  if (key !== null) return { name: title || "新帖（还没有标题）", path: newTopicPath(key) };
  if (!about) return { name: kind === "reply" ? "回复的帖子已不在" : "原来的内容已不在", path: null };
  if (kind === "reply")
    return { name: `回复：${about.title}`, path: `${paths.topic(about.tid)}#${replyField}` };
  if (kind === "topic")
    return { name: `编辑帖子：${about.title}`, path: about.pid ? paths.editTopic(about.pid) : null };
  return { name: `编辑回复：${about.title}`, path: about.pid ? paths.editPost(about.pid) : null };
}

export default function Drafts() {
  const { drafts, deleted, history } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>() as FormFailure | undefined;
  const { to } = useShell();
  return (
    <div className={styles.page}>
      <h1>我的草稿</h1>
      <FormProblems id={undefined} errors={failure?.result.error?.[""] ?? undefined} />
      {drafts.length === 0 ? (
        <div className="surface">
          <EmptyState title="没有草稿" text="写到一半的帖子和回复会自动存在这里，随时可以接着写。">
            <Link className="button" data-primary to={to(paths.newTopic())}>
              去发帖
            </Link>
          </EmptyState>
        </div>
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
                    保存于 <RelativeTime at={draft.savedAt} />
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
      {deleted.length > 0 ? <RecentlyDeleted deleted={deleted} /> : null}
    </div>
  );
}

/** Recently deleted drafts, which can be restored. */
function RecentlyDeleted({ deleted }: { deleted: Data["deleted"] }) {
  return (
    <section className="surface" aria-labelledby="thrown-away">
      <h2 id="thrown-away" className={styles.thrown}>
        最近删除
        <small>保留 {deletedDraftDays} 天，之后不能恢复</small>
      </h2>
      <ul className={styles.list}>
        {deleted.map((draft) => {
          const { name } = placeOf(draft);
          return (
            <li key={draft.id} className={styles.draft}>
              <h3>{name}</h3>
              <p className={styles.excerpt}>{draft.content.trim() || "（还没有正文）"}</p>
              <div className={styles.meta}>
                <span>
                  删除于 <RelativeTime at={draft.deletedAt} />
                </span>
                <Form method="post">
                  <FormToken />
                  <input type="hidden" name="id" value={draft.id} />
                  <button type="submit" className="link-button" name="intent" value="recover">
                    恢复<span className="visually-hidden"> {name}</span>
                  </button>
                </Form>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Versions({
  history,
}: {
  history: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["history"]>;
}) {
  if (history.versions.length === 0) {
    return (
      <p className={styles.none}>
        还没有历史版本：草稿改动后，之前的内容会留在这里，最多 {draftVersionsMax} 份。
      </p>
    );
  }
  return (
    <ol className={styles.versions} aria-label="历史版本">
      {history.versions.map(({ revision, title, content, savedAt }) => (
        <li key={revision} className={styles.version}>
          <details>
            <summary>
              <Icon name="history" />
              <RelativeTime at={savedAt} />
              <span>{content.length} 字符</span>
            </summary>
            {title ? <p>{title}</p> : null}
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
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
