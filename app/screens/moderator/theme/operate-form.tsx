import { Form, Link, useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { daysMaximum } from "contract/moderation/fields";
import { stateLabels } from "~/format/content-state";
import { shortCount } from "~/format/text";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import { givenBack, PlainField, PlainInput } from "~/forms/plain-field";
import type { FormFailure } from "~/forms/result";
import { TopicLabels } from "~/lists/topic-row";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import { ReasonField } from "../fields/reason-field";
import { SelectAll } from "../fields/select-all";
import type { operationsFor } from "./operations";
import styles from "./theme.module.css";

type Topic = CallResponse<"moderatorTopicList">["topics"][number];
export type Tried = Pick<CallResponse<"topicOperate">, "done" | "refused" | "results">;

interface Props {
  topics: Topic[];
  total: number;
  /** What may be chosen to be done. */
  operations: ReturnType<typeof operationsFor>;
  sections: { fid: number; name: string }[];
  classes: { id: number; name: string }[];
  submissionId: string;
  failure: FormFailure | undefined;
  tried: Tried | undefined;
}

/** The topics that were found, and the one form that does something to those that are chosen. */
export function OperateForm(props: Props) {
  const { topics, total, operations, sections, classes, submissionId, failure, tried } = props;
  const { pathname, search } = useLocation();
  const back = (name: string) => givenBack(failure, name);
  const chosen = new Set(back("ids").values);
  const said = new Map(tried?.results.map(({ id, code, message }) => [id, code ? message : "可以处理"]));
  return (
    <Form method="post" action={pathname + search} reloadDocument className={styles.form}>
      <NoDefaultButton />
      <FormToken />
      <input type="hidden" name="submissionId" value={submissionId} />
      <FormProblems id="theme-problems" errors={failure?.result.error?.[""] ?? undefined} />
      <FormProblems id="theme-chosen" errors={back("ids").errors ?? undefined} />
      <QuestionBox intents={["operate"]} />
      {tried ? (
        <p className={styles.tried} role="status">
          试运行：可以处理 {tried.done} 个，{tried.refused} 个不能，原因见各行。没有改动任何内容。
        </p>
      ) : null}
      <p className={styles.total}>共 {total} 个主题，勾选本页要处理的：</p>
      <SelectAll />
      <ul className={styles.rows}>
        {topics.map((topic) => (
          <Row
            key={topic.tid}
            topic={topic}
            chosen={chosen.has(String(topic.tid))}
            said={said.get(topic.tid)}
          />
        ))}
      </ul>
      <fieldset className={styles.doing}>
        <legend>处理选中的主题</legend>
        <PlainField label="操作" errors={back("operation").errors}>
          {(control) => (
            <select {...control} name="operation" defaultValue={back("operation").value ?? ""}>
              <option value="">请选择</option>
              {operations.map(({ label, operations: each }) => (
                <optgroup key={label} label={label}>
                  {each.map(({ value, label: name }) => (
                    <option key={value} value={value}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
          )}
        </PlainField>
        <PlainInput
          label="多少天后自动取消"
          hint="留空或 0 表示一直有效"
          errors={back("days").errors}
          name="days"
          inputMode="numeric"
          maxLength={String(daysMaximum).length + 1}
          defaultValue={back("days").value ?? ""}
        />
        <PlainField label="移动到" hint="操作选「移动」时填" errors={back("moveTo").errors}>
          {(control) => (
            <select {...control} name="moveTo" defaultValue={back("moveTo").value ?? ""}>
              <option value="">不移动</option>
              {sections.map(({ fid, name }) => (
                <option key={fid} value={fid}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </PlainField>
        {classes.length > 0 ? (
          <PlainField label="分类" hint="操作选「改分类」时填" errors={back("classId").errors}>
            {(control) => (
              <select {...control} name="classId" defaultValue={back("classId").value ?? ""}>
                <option value="">无分类</option>
                {classes.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </PlainField>
        ) : null}
        <PlainInput
          label="与哪个主题重复"
          hint="关闭重复帖时填那个主题的编号"
          errors={back("duplicateOf").errors}
          name="duplicateOf"
          inputMode="numeric"
          maxLength={10}
          defaultValue={back("duplicateOf").value ?? ""}
        />
        <div className={styles.wide}>
          <ReasonField hint="作者会看到；署名「版主」" templates="theme-reasons" back={back} />
        </div>
        <label className={styles.check}>
          <input type="checkbox" name="pointer" defaultChecked={back("pointer").value === "on"} />
          移动后在原版块留一条指引
        </label>
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

function Row({ topic, chosen, said }: { topic: Topic; chosen: boolean; said: string | undefined }) {
  const { to } = useShell();
  const state = stateLabels[topic.state];
  return (
    <li>
      <label className={styles.choose}>
        <input type="checkbox" name="ids" value={topic.tid} defaultChecked={chosen} />
        <span className="visually-hidden">选择：{topic.title}</span>
      </label>
      <div className={styles.text}>
        <p>
          <TopicLabels topic={topic} />{" "}
          <Link to={to(paths.topic(topic.tid))} prefetch="none" data-highlight={topic.highlight ?? undefined}>
            {topic.title}
          </Link>
        </p>
        <p className="facts">
          <span>#{topic.tid}</span>
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
    </li>
  );
}
