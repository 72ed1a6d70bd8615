import { Link } from "@remix-run/react";
import { searchTextMax } from "contract/activities/constants";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./team.module.css";

interface SearchFormProps {
  activityId: number;
  of: "team" | "person";
  /** What the member has said; null for nothing. */
  search: { text: string; at: string } | null;
}

const words = {
  team: {
    title: "招募队友",
    label: "想找什么样的队友",
    hint: "队名、你的昵称和剩下的名额会一起显示。人满、换队长或组队截止后自动结束。",
    placeholder: "例如：缺一名会画四层板的队友，每周末线上碰头",
  },
  person: {
    title: "寻找队伍",
    label: "介绍一下自己",
    hint: "你的昵称会一起显示。加入队伍、取消报名或组队截止后自动结束。",
    placeholder: "例如：写过两年 RTOS 驱动，想做低功耗方向",
  },
};

/** What a captain says of the people that the team looks for, or somebody without a team of themselves. */
export function SearchForm({ activityId, of, search }: SearchFormProps) {
  const { to } = useShell();
  const form = useScreenForm({
    id: "search",
    intent: "search",
    defaultValue: { text: search?.text ?? "", shown: search ? "1" : undefined },
  });
  const { title, label, hint, placeholder } = words[of];
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="search-title">
      <h2 id="search-title">{title}</h2>
      <p className={`sentence ${styles.note}`}>
        {search ? (
          <>
            <RelativeTime at={search.at} /> 起显示在
          </>
        ) : (
          "会显示在"
        )}
        <Link to={`${to(paths.activity(activityId))}#searches`}>活动页面</Link>
        ，所有人都能看到。别人通过站内私信联系你，请不要写电话和微信。
      </p>
      <ScreenForm of={form} className={styles.form} preventScrollReset>
        <input type="hidden" name="of" value={of} />
        <TextArea
          id="text"
          name="text"
          label={label}
          hint={hint}
          placeholder={placeholder}
          rows={3}
          maxLength={searchTextMax}
        />
        <CheckboxField id="shown" name="shown" value="1" label="我同意把这些公开显示" />
        <div className={styles.line}>
          <button type="submit" className="button" data-primary name="intent" value="search">
            {search ? "更新" : "发布"}
          </button>
        </div>
      </ScreenForm>
      {search ? <EndForm /> : null}
    </section>
  );
}

/** Takes back what was said; a form of its own, so that Enter does not press it. */
function EndForm() {
  const form = useScreenForm({ id: "end-search", intent: "endSearch" });
  return (
    <ScreenForm of={form} preventScrollReset>
      <button type="submit" className="button" name="intent" value="endSearch">
        不再显示
      </button>
    </ScreenForm>
  );
}
