import { Form, Link, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { stateLabels } from "~/format/content-state";
import { shortCount } from "~/format/text";
import { FormToken } from "~/forms/field-parts";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { givenBack } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import { TopicLabels } from "~/lists/topic-row";
import { type OperateChoices, OperateFields } from "~/moderation/operate-fields";
import { ReasonField } from "~/moderation/reason-field";
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
  /** How many a page may have. */
  size: number;
  submissionId: string;
  failure: FormFailure | undefined;
  tried: Tried | undefined;
}

/** The topics that were found, and the one form that does something to those that are chosen. */
export function OperateForm(props: Props) {
  const { topics, total, size, operations, sections, classes, submissionId, failure, tried } = props;
  const { pathname, search } = useLocation();
  const back = (name: string) => givenBack(failure, name);
  const chosen = new Set(back("ids").values);
  const said = new Map(tried?.results.map(({ id, code, message }) => [id, code ? message : "可以处理"]));
  return (
    <Form method="post" action={pathname + search} reloadDocument className={styles.form}>
      <NoDefaultButton />
      <FormToken />
      <input type="hidden" name="submissionId" value={submissionId} />
      {tried ? (
        <p className={styles.tried} role="status">
          试运行：可以处理 {tried.done} 个，{tried.refused} 个不能，原因见各行。没有改动任何内容。
        </p>
      ) : null}
      <QuestionBox intents={["operate"]} />
      <ListHead total={total} words="个主题" shown={topics.length} size={size} failure={failure} />
      <ul className={styles.rows}>
        {topics.map((topic) => (
          <Row
            key={topic.tid}
            topic={topic}
            chosen={chosen.has(String(topic.tid))}
            said={said.get(topic.tid)}
            operations={operations}
            failure={failure}
          />
        ))}
      </ul>
      <fieldset className={styles.doing}>
        <legend>处理选中的主题</legend>
        <OperateFields operations={operations} sections={sections} classes={classes} back={back} />
        <div className={styles.wide}>
          <ReasonField hint="作者会看到；署名「版主」" templates="theme-reasons" back={back} />
        </div>
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="operate" data-primary>
            执行
          </button>
          <button type="submit" className="button" name="intent" value="operate:try">
            试运行，看会怎样
          </button>
        </p>
      </fieldset>
    </Form>
  );
}

interface RowProps extends Pick<Props, "operations" | "failure"> {
  topic: Topic;
  chosen: boolean;
  said: string | undefined;
}

/** What is done to a topic most, as it stands; everything else is among the operations beneath the list. */
function usual({ digest, pinScope, pinned, closed, state }: Topic): string[] {
  return [
    digest ? "digest:" : "digest:1",
    pinScope || pinned ? "pin:" : "pin:section",
    ...(state === "hidden" ? ["show"] : []),
    closed ? "open" : "close",
    ...(state === "listed" ? ["hide"] : []),
    "recycle",
  ];
}

function Row({ topic, chosen, said, operations, failure }: RowProps) {
  const { to } = useShell();
  const { tid, title } = topic;
  const state = stateLabels[topic.state];
  const offered = new Map(
    operations.flatMap(({ operations: each }) => each.map(({ value, label }) => [value, label])),
  );
  const outcomes = usual(topic).flatMap((value): Outcome[] => {
    const label = offered.get(value);
    return label === undefined ? [] : [{ intent: "operate", value, label }];
  });
  return (
    <li id={rowAnchor(tid)}>
      <label className={styles.choose}>
        <input type="checkbox" name="ids" value={tid} defaultChecked={chosen} />
        <span className="visually-hidden">选择：{title}</span>
      </label>
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
        {said ? <p className={styles.said}>{said}</p> : null}
      </div>
      {state ? (
        <span className="label" data-kind="state">
          {state}
        </span>
      ) : null}
      <details className={styles.here} open={givenBack(failure, reasonAt(tid)).errors != null}>
        <summary>处理这一个</summary>
        <RowOutcomes
          id={tid}
          title={title}
          outcomes={outcomes}
          hint="理由，作者会看到"
          templates="theme-reasons"
          failure={failure}
        />
      </details>
    </li>
  );
}
