import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { adviceAnswerMax, cannedTitleMax } from "contract/feedback/constants";
import { TextArea } from "~/forms/form/text-area";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import { Fold } from "~/moderation/fold";
import { ModerationForm } from "~/moderation/moderation-form";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { EmptyState } from "~/ui/empty-state";
import { RelativeTime } from "~/ui/relative-time";
import styles from "../module/module.module.css";
import own from "./inbox.module.css";
import { ShownValue } from "./shown-value";

type Reply = CallResponse<"cannedReplyList">["items"][number];

interface Props {
  items: Reply[];
  /** The one that is edited. */
  edit: number | undefined;
  submissionId: string;
  failure: FormFailure | undefined;
}

const kinds = { suggestion: "建议", complaint: "投诉" } as const;

/** The answers that administrators keep, and the form of one of them. */
export function CannedReplies({ items, edit, submissionId, failure }: Props) {
  const { to } = useShell();
  const edited = items.find(({ id }) => id === edit);
  return (
    <>
      <Fold
        title={edited ? `修改「${edited.title}」` : "新的常用答复"}
        open={failure !== undefined || edited !== undefined}
      >
        {/* One that somebody removed meanwhile comes back as a new one, with everything typed. */}
        <ModerationForm
          key={edited?.version ?? 0}
          id="canned"
          asks={["keep", "remove"]}
          hiddenFields={["id", "version"]}
          failure={failure}
          submissionId={submissionId}
          values={edited ? { kind: edited.kind, title: edited.title, text: edited.text } : {}}
          label="常用答复"
          className={styles.box}
        >
          {edited ? (
            <>
              <input type="hidden" name="id" value={edited.id} />
              <ShownValue name="version" shown={edited.version} failure={failure} />
            </>
          ) : null}
          <div className={styles.fields}>
            <SelectField label="用于" name="kind">
              <Options of={kinds} />
            </SelectField>
            <div className={styles.long}>
              <TextField
                label="名称"
                hint="选的时候看得到，用户看不到"
                name="title"
                maxLength={cannedTitleMax}
              />
            </div>
          </div>
          <TextArea label="答复" name="text" rows={5} maxLength={adviceAnswerMax} />
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="keep" data-primary>
              保存
            </button>
            {edited ? (
              <>
                <button type="submit" className="button" name="intent" value="remove">
                  删除
                </button>
                <Link
                  to={to(paths.moderation("advice", { kind: "canned" }))}
                  className="button"
                  prefetch="none"
                >
                  不改了
                </Link>
              </>
            ) : null}
          </p>
        </ModerationForm>
      </Fold>
      {items.length === 0 ? (
        <EmptyState title="还没有常用答复" text="写好的常用答复，可以在答复建议和投诉时填进去再改。" />
      ) : (
        <ul className={own.items}>
          {items.map((item) => (
            <li key={item.id}>
              <p className="facts">
                <b>{item.title}</b>
                <span>用于{kinds[item.kind]}</span>
                <span>
                  {item.by?.nickName ?? "已注销的用户"} <RelativeTime at={item.updatedAt} />
                </span>
                <Link to={to(paths.moderation("advice", { kind: "canned", edit: item.id }))} prefetch="none">
                  修改
                </Link>
              </p>
              <p className={own.text}>{item.text}</p>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
