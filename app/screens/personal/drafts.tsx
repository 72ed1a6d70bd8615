import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { EmptyState } from "~/components/empty-state";
import { Moment } from "~/components/moment";
import postStyles from "~/components/post-row.module.css";
import { paths } from "~/paths";
import { useShell } from "~/shells/use-shell";

type Draft = CallResponse<"draftList">["drafts"][number];

const kinds: Record<string, string> = { topic: "主题", reply: "回帖", post: "编辑中的回复" };

/** Where a draft is gone on with: its target names the place. */
function placeOf({ target, about }: Draft): { kind: string; path: string } {
  const [kind = "", id = ""] = target.split(":");
  if (target === "topic:new") return { kind: "新主题", path: paths.newTopic() };
  if (kind === "post") return { kind: kinds.post ?? "", path: paths.editPost(Number(id)) };
  if (kind === "topic" && about?.pid) return { kind: "编辑中的主题", path: paths.editTopic(about.pid) };
  return { kind: kinds[kind] ?? "", path: paths.topic(Number(id)) + (kind === "reply" ? "#reply" : "") };
}

/** What was written and not yet published, latest first. */
export function Drafts({ drafts }: { drafts: Draft[] }) {
  const { to } = useShell();
  if (drafts.length === 0)
    return (
      <EmptyState title="没有草稿" text="写到一半的帖子和回复会自动保存在这里。">
        <Link className="button" data-primary to={to(paths.newTopic())} prefetch="none">
          发帖
        </Link>
      </EmptyState>
    );
  return (
    <ul>
      {drafts.map((draft) => {
        const { kind, path } = placeOf(draft);
        return (
          <li key={draft.id} className={postStyles.row}>
            <p className={postStyles.title}>
              <span className="label">{kind}</span>
              <Link to={to(path)}>{draft.title || draft.about?.title || "继续写"}</Link>
            </p>
            {draft.content ? <p className={postStyles.excerpt}>{draft.content.slice(0, 120)}</p> : null}
            <p className={postStyles.facts}>
              保存于 <Moment at={draft.savedAt} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}
