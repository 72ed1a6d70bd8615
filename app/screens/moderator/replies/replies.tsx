import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { titleMax } from "contract/forum/constants";
import { Checkboxes } from "~/forms/inputs/choices-field";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { failureOfAny } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { screenMeta } from "~/metadata/screen-meta";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { RelativeTime } from "~/ui/relative-time";
import { ModeratorScreen } from "../frame";
import styles from "../module/module.module.css";
import { useOverview } from "../use-overview";
import { readReplies, repliesAction, repliesQuery } from "./replies.server";

/**
 * /moderator/replies: the replies of a topic, of which moderators move some to another topic, or split them into a new
 * one; or they merge the whole topic into another.
 */
export const loader = screenLoader(
  { query: repliesQuery, missing: "帖子不存在或已被删除" },
  async ({ scope, query }) => ({ topic: await readReplies(scope, query), submissionId: newSubmissionId() }),
);
export const meta = screenMeta();
export const action = repliesAction;

const intents = ["move", "split", "merge"];

export default function Replies() {
  const { topic, submissionId } = useLoaderData<typeof loader>();
  const overview = useOverview();
  const { to } = useShell();
  const failure = failureOfAny(useActionData(), intents);
  const { tid, title, section, floors, page, pages } = topic;
  const back = to(paths.topic(tid, { page }));
  return (
    <ModeratorScreen title="拆分、移动或合并">
      <p className={`sentence ${styles.none}`}>
        主题：<Link to={back}>{title}</Link>（{section.name}）
      </p>
      {!topic.moderated ? (
        <EmptyState
          title="这个主题不在你管理的版块里"
          text="只有它所在版块的版主能移动其中的回复，或者合并它。"
        />
      ) : (
        <ModerationForm
          key={submissionId}
          id="replies"
          asks={intents}
          failure={failure}
          submissionId={submissionId}
          values={{ fid: section.fid }}
          className={styles.form}
        >
          {floors.length === 0 ? (
            <p className={styles.none}>
              这一页没有可以移动的回复：被屏蔽、删除的楼层和主题正文不能单独移动。
            </p>
          ) : (
            <Checkboxes
              name="posts"
              label="选择回复"
              hint="楼层下面的回复跟着它走；别的楼层号不变"
              layout="boxed"
              options={floors.map((floor) => [
                String(floor.pid),
                <span key={floor.pid}>
                  <b>{floor.floor} 楼</b> {floor.author}，<RelativeTime at={floor.createdAt} />
                  {floor.accepted ? "，已采纳" : ""}
                  {floor.depthTotal > 0 ? `，下面 ${floor.depthTotal} 条回复` : ""}
                  <br />
                  {floor.excerpt}
                </span>,
              ])}
            />
          )}
          <ReasonField hint="写进管理日志，作者会看到" />
          {floors.length === 0 ? null : (
            <>
              <fieldset className={styles.box}>
                <legend>拆分成新主题</legend>
                <TextField label="新主题的标题" name="title" maxLength={titleMax} />
                <SelectField label="版块" name="fid">
                  <Options
                    of={(overview?.sections ?? [section]).map(
                      ({ fid, name }) => [String(fid), name] as const,
                    )}
                  />
                </SelectField>
                <p className={styles.buttons}>
                  <button type="submit" className="button" name="intent" value="split">
                    拆分
                  </button>
                </p>
              </fieldset>
              <Target
                legend="移到已有的主题"
                name="topic"
                hint="回复排在那个主题的最后"
                intent="move"
                button="移动"
              />
            </>
          )}
          <Target
            legend="整个主题并入另一个主题"
            name="into"
            hint="正文和全部回复排在那个主题的最后，这个主题的地址通向那里"
            intent="merge"
            button="并入"
          />
        </ModerationForm>
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(number) => to(paths.moderation("replies", { tid, page: number }))}
      />
    </ModeratorScreen>
  );
}

/** The topic to which something goes, and the button that asks about it. */
function Target({
  legend,
  name,
  hint,
  intent,
  button,
}: Record<"legend" | "name" | "hint" | "intent" | "button", string>) {
  return (
    <fieldset className={styles.box}>
      <legend>{legend}</legend>
      <TextField label="主题的编号或地址" hint={hint} name={name} maxLength={300} />
      <p className={styles.buttons}>
        <button type="submit" className="button" name="intent" value={intent}>
          {button}
        </button>
      </p>
    </fieldset>
  );
}
