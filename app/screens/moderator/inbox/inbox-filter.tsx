import type { CallResponse } from "contract";
import { feedbackStatuses, isOpenStatus } from "contract/feedback/constants";
import { FilterForm } from "~/forms/inputs/filter-form";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { Fold } from "~/moderation/fold";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "../theme/theme.module.css";
import type { InboxQuery } from "./inbox-query.server";
import { statusesOf, typesOf } from "./inbox-words";

interface Props {
  query: InboxQuery;
  administrators: CallResponse<"administratorList">["people"];
}

/** The filters of the inbox: a GET form, so that the address holds them. */
export function InboxFilter({ query, administrators }: Props) {
  const { to } = useShell();
  const { kind, state, text, user, type, status, assignee } = query;
  const values = { text, user, type, status, assignee };
  const statuses = statusesOf(kind).filter((each) => isOpenStatus(each) === (state !== "done"));
  return (
    <FilterForm
      id="filter"
      values={values}
      action={to(paths.moderation("advice"))}
      className={styles.filter}
      aria-label="查找来信"
    >
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="state" value={state} />
      <div className={styles.first}>
        <TextField label="内容、答复或编号" name="text" maxLength={40} />
        <TextField label="用户（uid 或昵称开头）" name="user" maxLength={40} />
        <button type="submit" className="button" data-primary>
          查找
        </button>
      </div>
      <Fold title="更多条件" open={Boolean(type || status || assignee)}>
        <div className={styles.more}>
          <SelectField label="受理人" name="assignee">
            <option value="">不限</option>
            <option value="mine">我</option>
            <option value="nobody">没有人</option>
            <Options of={administrators.map(({ uid, nickName }) => [String(uid), nickName] as const)} />
          </SelectField>
          <SelectField label={kind === "complaint" ? "投诉原因" : "建议类型"} name="type">
            <option value="">不限</option>
            <Options of={typesOf(kind)} />
          </SelectField>
          <SelectField label="状态" name="status">
            <option value="">不限</option>
            <Options of={statuses.map((each) => [each, feedbackStatuses[each]] as const)} />
          </SelectField>
        </div>
      </Fold>
    </FilterForm>
  );
}
