import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { logActions } from "contract/moderation/actions";
import type { Appeal } from "contract/moderation/appeals/calls";
import type { ReactNode } from "react";
import { RowChoice } from "~/forms/outcomes/row-choice";
import type { FormFailure } from "~/forms/result";
import { Tabs } from "~/lists/list-page";
import { Fold } from "~/moderation/fold";
import { ModerationForm } from "~/moderation/moderation-form";
import { ReasonField } from "~/moderation/reason-field";
import { rowAnchor } from "~/moderation/row-fields";
import { RowOutcomes } from "~/moderation/row-outcomes";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";
import { Prose } from "~/ui/prose";
import { RelativeTime } from "~/ui/relative-time";
import own from "../audit/audit.module.css";
import { withCount } from "../fields/counts";
import { ListHead } from "../fields/list-head";
import styles from "../theme/theme.module.css";

interface Props {
  list: CallResponse<"appealList">;
  /** The page's size limit. */
  size: number;
  /** The number of waiting appeals, as in the menu. */
  waiting: number | undefined;
  open: boolean;
  /** The address of this list with changed queries. */
  href(more: Record<string, string | number>): string;
  /** The filter of the list. */
  filter: ReactNode;
  submissionId: string;
  failure: FormFailure | undefined;
}

/**
 * Appeals, and the form that decides on the selected ones. A moderator cannot decide on an appeal against their own
 * decision.
 */
export function Appeals({ list, size, waiting, open, href, filter, submissionId, failure }: Props) {
  const decidable = open && list.items.some(({ barred }) => barred === "");
  return (
    <>
      <Tabs
        label="申诉的状态"
        tabs={[
          { name: withCount("待答复", waiting), href: href({ appeals: "open" }), current: open },
          { name: "已答复", href: href({ appeals: "decided" }), current: !open },
        ]}
      />
      {filter}
      {list.items.length === 0 ? (
        <EmptyState title="没有申诉" text="有人对版主的处理提出申诉，会列在这里。" />
      ) : (
        <ModerationForm
          id="appeals"
          asks={["appeal-uphold", "appeal-reject"]}
          failure={failure}
          submissionId={submissionId}
          overList
          className={styles.form}
        >
          <ListHead
            total={list.total}
            words="项申诉"
            visible={list.items.length}
            size={size}
            chosen={decidable}
          />
          <ul className={styles.rows}>
            {list.items.map((item) => (
              <Item key={item.id} item={item} open={open} />
            ))}
          </ul>
          {decidable ? (
            <fieldset className={styles.doing}>
              <legend>答复选中的申诉</legend>
              <div className={styles.wide}>
                <ReasonField label="答复" hint="本人会看到；申诉成立时，原来的处理会撤回" />
              </div>
              <p className={styles.buttons}>
                <button type="submit" className="button" name="intent" value="appeal-uphold" data-primary>
                  申诉成立
                </button>
                <button type="submit" className="button" name="intent" value="appeal-reject">
                  申诉不成立
                </button>
              </p>
            </fieldset>
          ) : null}
        </ModerationForm>
      )}
      <Pagination page={list.page} pages={list.pages} href={(page) => href({ page })} />
    </>
  );
}

const outcomes = [
  { intent: "appeal-uphold", label: "申诉成立" },
  { intent: "appeal-reject", label: "申诉不成立" },
];

interface ItemProps {
  item: Appeal;
  open: boolean;
}

function Item({ item, open }: ItemProps) {
  const { to } = useShell();
  const { person, post, section, decider, decidedBy } = item;
  return (
    <li id={rowAnchor(item.id)}>
      {open && !item.barred ? <RowChoice value={item.id} title={`${person.nickName} 的申诉`} /> : <span />}
      <article className={own.item}>
        <h2>
          {person.nickName} 对「{logActions[item.action]}」的申诉
        </h2>
        <p className={own.answers}>{item.text}</p>
        <p className="facts">
          {section ? <span>{section.name}</span> : null}
          <span>
            {decider ? decider.nickName : "系统"} 处理于 <RelativeTime at={item.at} />
          </span>
          {item.reason ? <span>理由：{item.reason}</span> : null}
          <span>
            申诉于 <RelativeTime at={item.createdAt} />
          </span>
          {open && item.barred ? <span>{item.barred}</span> : null}
          {decidedBy ? (
            <span>
              {decidedBy.nickName}：{item.upheld ? "成立" : "不成立"}，{item.answer}
            </span>
          ) : null}
        </p>
        {post ? (
          <>
            <p>
              <Link to={to(paths.topic(post.tid))} prefetch="none">
                {post.title}
              </Link>
            </p>
            <Fold title="处理的内容">
              {post.html === "" ? <p>这一页放不下这条内容，请打开帖子看</p> : <Prose html={post.html} />}
            </Fold>
          </>
        ) : null}
        {open && !item.barred ? (
          <RowOutcomes
            id={item.id}
            title={`${person.nickName} 的申诉`}
            outcomes={outcomes}
            hint="答复，本人会看到"
          />
        ) : null}
      </article>
    </li>
  );
}
