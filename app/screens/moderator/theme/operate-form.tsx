import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { stateLabels } from "~/format/content-state";
import { shortCount } from "~/format/text";
import { RowChoice } from "~/forms/outcomes/row-choice";
import type { FormFailure } from "~/forms/result";
import { TopicLabels } from "~/lists/topic-labels";
import { Fold } from "~/moderation/fold";
import { ModerationForm } from "~/moderation/moderation-form";
import { type OperateChoices, OperateFields } from "~/moderation/operate-fields";
import { reasonAt, rowAnchor } from "~/moderation/row-fields";
import { type Outcome, RowOutcomes } from "~/moderation/row-outcomes";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import { ListHead } from "../fields/list-head";
import styles from "./theme.module.css";

type Topic = CallResponse<"moderatorTopicList">["topics"][number];
export type Tried = Pick<CallResponse<"topicOperate">, "done" | "refused" | "results">;

interface Props extends OperateChoices {
  topics: Topic[];
  total: number;
  /** The page's size limit. */
  size: number;
  submissionId: string;
  failure: FormFailure | undefined;
  tried: Tried | undefined;
}

/** The topics of the list, and the form that acts on the selected ones. */
export function OperateForm(props: Props) {
  const { topics, total, size, operations, sections, classes, submissionId, failure, tried } = props;
  const tryResults = new Map(
    tried?.results.map(({ id, code, message }) => [id, code ? message : "可以处理"]),
  );
  return (
    <ModerationForm
      id="operate"
      asks={["operate"]}
      failure={failure}
      submissionId={submissionId}
      overList
      className={styles.form}
    >
      {tried ? (
        <p className={styles.tried} role="status">
          试运行：可以处理 {tried.done} 个，{tried.refused} 个不能，原因见各行。没有改动任何内容。
        </p>
      ) : null}
      <ListHead total={total} words="个主题" visible={topics.length} size={size} />
      <ul className={styles.rows}>
        {topics.map((topic) => (
          <Row
            key={topic.tid}
            topic={topic}
            tryResult={tryResults.get(topic.tid)}
            operations={operations}
            refused={failure?.result.error?.[reasonAt(topic.tid)] != null}
          />
        ))}
      </ul>
      <fieldset className={styles.doing}>
        <legend>处理选中的主题</legend>
        <OperateFields
          operations={operations}
          sections={sections}
          classes={classes}
          templates="theme-reasons"
        />
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="operate" data-primary>
            执行
          </button>
          <button type="submit" className="button" name="intent" value="operate:try">
            试运行，看会怎样
          </button>
        </p>
      </fieldset>
    </ModerationForm>
  );
}

interface RowProps extends Pick<Props, "operations"> {
  topic: Topic;
  /** Whether the server refused the action of a button in this row. */
  refused: boolean;
  tryResult: string | undefined;
}

/** The most common actions for a topic in its present state; all actions are in the form below the list. */
function commonActions({ digest, pinScope, pinned, closed, state }: Topic): string[] {
  return [
    digest ? "digest:" : "digest:1",
    pinScope || pinned ? "pin:" : "pin:section",
    ...(state === "hidden" ? ["show"] : []),
    closed ? "open" : "close",
    ...(state === "listed" ? ["hide"] : []),
    "recycle",
  ];
}

function Row({ topic, tryResult, operations, refused }: RowProps) {
  const { to } = useShell();
  const { tid, title } = topic;
  const state = stateLabels[topic.state];
  const offered = new Map(
    operations.flatMap(({ operations: each }) => each.map(({ value, label }) => [value, label])),
  );
  const outcomes = commonActions(topic).flatMap((value): Outcome[] => {
    const label = offered.get(value);
    return label === undefined ? [] : [{ intent: "operate", value, label }];
  });
  return (
    <li id={rowAnchor(tid)}>
      <RowChoice value={tid} title={title} />
      <div className={styles.text}>
        <p>
          <TopicLabels topic={topic} />{" "}
          <Link to={to(paths.topic(tid))} prefetch="none" data-highlight={topic.highlight ?? undefined}>
            {title}
          </Link>
        </p>
        <p className="facts">
          <span>#{tid}</span>
          <span>{topic.section.name}</span>
          {topic.topicClass ? <span>{topic.topicClass.name}</span> : null}
          <Link to={to(paths.user(topic.author.uid))} prefetch="none">
            {topic.author.nickName}
          </Link>
          <span>{shortCount(topic.views)} 浏览</span>
          <span>{shortCount(topic.replies)} 回复</span>
          <span>
            最后回复 <RelativeTime at={topic.lastReplyAt} />
          </span>
          {topic.reason ? <span>理由：{topic.reason}</span> : null}
        </p>
        {tryResult ? <p className={styles.said}>{tryResult}</p> : null}
      </div>
      {state ? (
        <span className="label" data-kind="state">
          {state}
        </span>
      ) : null}
      <Fold title="处理这一个" className={styles.here} open={refused}>
        <RowOutcomes
          id={tid}
          title={title}
          outcomes={outcomes}
          hint="理由，作者会看到"
          templates="theme-reasons"
        />
      </Fold>
    </li>
  );
}
