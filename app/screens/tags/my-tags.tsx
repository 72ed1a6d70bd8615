import { Form, Link, useActionData, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { TagRow } from "contract/forum/tags/calls";
import { MissingPart } from "~/failure/missing-part";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { failureOf } from "~/forms/result";
import { FollowButton } from "~/lists/follow-button";
import { ListPage, RailBox } from "~/lists/list-page";
import { TopicRow } from "~/lists/topic-row";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import styles from "./tags.module.css";

interface MyTagsProps {
  /** null when the call fails. */
  topics: CallResponse<"followedTagPosts"> | null;
  followed: TagRow[];
  groups: CallResponse<"tagMap">["groups"];
}

/** The followed tags with their newest topics; a member who follows none chooses some first. */
export function MyTags({ topics, followed, groups }: MyTagsProps) {
  const { to } = useShell();
  const { pathname } = useLocation();
  if (followed.length === 0) return <TagPicker followed={followed} groups={groups} />;
  const rail = (
    <>
      <RailBox title={`我关注的标签（${followed.length}）`}>
        <ul className={styles.followed}>
          {followed.map((tag) => (
            <li key={tag.id}>
              <Link to={to(paths.tag(tag.id))}>{tag.name}</Link>
              <FollowButton kind="tag" target={tag.id} followed={tag.followed} name={tag.name} />
            </li>
          ))}
        </ul>
      </RailBox>
      <details className={`surface ${styles.more}`}>
        <summary>一次调整多个</summary>
        <TagPicker followed={followed} groups={groups} />
      </details>
    </>
  );
  return (
    <ListPage label="我关注的标签" rail={rail}>
      <h2 className={styles.listTitle}>关注标签的新帖</h2>
      {topics === null ? (
        <MissingPart name="新帖" />
      ) : topics.topics.length === 0 ? (
        <EmptyState title="这些标签下还没有帖子" text="等别人发帖，或者你来写第一篇。">
          <Link className="button" data-primary to={to(paths.newTopic())} prefetch="none">
            发帖
          </Link>
        </EmptyState>
      ) : (
        <ul>
          {topics.topics.map((topic) => (
            <TopicRow key={topic.tid} topic={topic} showPinned={false} />
          ))}
        </ul>
      )}
      {topics ? (
        <Pagination
          page={topics.page}
          pages={topics.pages}
          href={(page) => `${pathname}?mine=1${page > 1 ? `&page=${page}` : ""}`}
        />
      ) : null}
    </ListPage>
  );
}

/** A form with a check box for every tag of the map; followed tags that are not on the map come last. */
function TagPicker({ followed, groups }: Omit<MyTagsProps, "topics">) {
  const { to } = useShell();
  const failure = failureOf(useActionData(), "save");
  const groupedIds = new Set(groups.flatMap((group) => group.tags.map(({ id }) => id)));
  const others = followed.filter(({ id }) => !groupedIds.has(id));
  const shownGroups = others.length > 0 ? [...groups, { name: "其他", tags: others }] : groups;
  const ticked = new Set(followed.map(({ id }) => id));
  return (
    <Form
      method="post"
      action={to(paths.tags("mine"))}
      className={`${followed.length === 0 ? "surface" : ""} ${styles.picker}`}
    >
      <FormToken />
      {followed.length === 0 ? (
        <>
          <h2>选几个感兴趣的标签</h2>
          <p>勾选后保存，带有这些标签的新帖会出现在这里。</p>
        </>
      ) : null}
      <FormProblems
        id="save-problems"
        errors={[...(failure?.result.error?.[""] ?? []), ...(failure?.result.error?.ids ?? [])]}
      />
      {shownGroups.map((group) => (
        <fieldset key={group.name}>
          <legend>{group.name}</legend>
          {group.tags.map((tag) => (
            <label key={tag.id}>
              <input type="checkbox" name="ids" value={tag.id} defaultChecked={ticked.has(tag.id)} />
              {tag.name}
            </label>
          ))}
        </fieldset>
      ))}
      <button type="submit" className="button" data-primary name="intent" value="save">
        保存关注
      </button>
    </Form>
  );
}
