import { Link, useLocation } from "@remix-run/react";
import { reviewActionNames, reviewActions } from "contract/moderation/actions";
import type { WaitingText } from "contract/moderation/reviews/calls";
import { Fragment } from "react";
import { formatDay, formatMinute } from "~/format/time";
import { RowChoice } from "~/forms/outcomes/row-choice";
import { Fold } from "~/moderation/fold";
import { rowAnchor } from "~/moderation/row-fields";
import { RowOutcomes } from "~/moderation/row-outcomes";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Prose } from "~/ui/prose";
import { Waited } from "../fields/waited";
import styles from "../theme/theme.module.css";
import { Marked } from "../words/marked";
import own from "./audit.module.css";

/** Texts that wait for review, each with the facts that a decision needs. */
export function TextItems({ items }: { items: WaitingText[] }) {
  return (
    <ul className={styles.rows}>
      {items.map((item) => (
        <TextItem key={item.id} item={item} />
      ))}
    </ul>
  );
}

const outcomes = reviewActionNames.map((intent) => ({ intent, label: reviewActions[intent].label }));

function TextItem({ item }: { item: WaitingText }) {
  const { to } = useShell();
  const { search } = useLocation();
  const query = (more: Record<string, string>) => {
    const queries = new URLSearchParams(search);
    for (const [name, value] of Object.entries(more))
      if (value === "") queries.delete(name);
      else queries.set(name, value);
    return queries;
  };
  const { author, record, claim, words, before } = item;
  return (
    <li id={rowAnchor(item.id)}>
      <RowChoice value={item.id} title={item.title} />
      <article className={own.item}>
        <h2>
          <Link to={to(paths.topic(item.tid))} prefetch="none">
            <Marked text={item.title} marks={item.titleMarks} />
          </Link>
        </h2>
        <p className="facts">
          <span>{item.section.name}</span>
          <Link to={to(paths.user(author.uid))} prefetch="none">
            {author.nickName}
          </Link>
          <span>{formatDay(record.since)} 注册</span>
          <span>{record.posts} 条内容</span>
          {record.refused > 0 ? <span>退回或删除过 {record.refused} 条</span> : null}
          <span>
            已等 <Waited since={item.waitingSince} />
          </span>
          <Link to={to(paths.moderation("forbiddenUser", { uid: author.uid }))} prefetch="none">
            处理记录
          </Link>
        </p>
        {record.waiting > 0 ? (
          <p className="facts">
            <span>还有 {record.waiting} 条待审：</span>
            {(["topics", "replies"] as const).map((of) => (
              <Fragment key={of}>
                <Link to={`?${new URLSearchParams({ of, author: author.nickName })}`} prefetch="none">
                  {of === "topics" ? "这位作者的主题" : "这位作者的回复"}
                </Link>{" "}
              </Fragment>
            ))}
          </p>
        ) : null}
        {words.length > 0 ? (
          <p className={own.words}>
            命中：
            {words.map((word) => (
              <Fragment key={word}>
                <Link to={`?${query({ word, page: "" })}`} prefetch="none">
                  <mark>{word}</mark>
                </Link>{" "}
              </Fragment>
            ))}
          </p>
        ) : (
          <p className={own.claim}>没有命中词：版块预审，或退回后改过</p>
        )}
        {claim ? (
          <p className={own.claim}>
            {claim.mine ? "你已领取" : `${claim.by.nickName} 正在处理`}，到{" "}
            <time dateTime={claim.until}>{formatMinute(claim.until)}</time>
          </p>
        ) : null}
        {item.published ? (
          <p className={own.claim}>已经公开：词表更改后重新扫描发现的，处理之前照常显示</p>
        ) : null}
        {item.answers ? <blockquote className={own.answers}>回应：{item.answers}</blockquote> : null}
        {item.html === "" ? (
          <p className={own.claim}>这一页放不下这条内容，请打开帖子看全文</p>
        ) : (
          <Prose html={item.html} />
        )}
        <p>
          <Link to={`?${query({ edit: String(item.id) })}`} prefetch="none">
            修改后通过
          </Link>
        </p>
        {before !== null ? (
          <Fold title="和修改前对比">
            <div className={own.sides}>
              <section aria-label="修改前">
                <h3>修改前</h3>
                <pre>{before}</pre>
              </section>
              <section aria-label="修改后">
                <h3>修改后</h3>
                <pre>{item.source}</pre>
              </section>
            </div>
          </Fold>
        ) : null}
        <RowOutcomes
          id={item.id}
          title={item.title}
          outcomes={outcomes}
          hint="理由，退回和删除必填"
          templates="audit-reasons"
        />
      </article>
    </li>
  );
}
