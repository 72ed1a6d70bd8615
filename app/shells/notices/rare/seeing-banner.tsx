import { useMatches } from "@remix-run/react";
import { formatTime } from "contract/base/time";
import { seenKinds } from "contract/moderation/see-as/constants";
import type { SeeingAs } from "contract/moderation/see-as/fields";
import type { Aside } from "~/failure/aside";
import { FormToken } from "~/forms/field-parts";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "../notices.module.css";

/** Stands on every page while an administrator sees pages as somebody else, and ends it. */
export function SeeingBanner({ seeing: { as, person, until } }: { seeing: SeeingAs }) {
  // It stays below the shell's header, whose height it knows, so that other pages carry no rule for it.
  const { name } = useShell();
  const isWithheld = useMatches().some(({ data }) => (data as Aside | null)?.withheld);
  return (
    <form
      method="post"
      action="/see-as/end"
      className={`${styles.standing} no-print`}
      style={{ position: "sticky", insetBlockStart: name === "h5" ? 48 : 56, zIndex: 39 }}
      aria-label="以他人身份查看"
    >
      <FormToken />
      <Icon name="alert-circle" />
      <span role="status">
        正在以{person ? `${person.nickName}（UID ${person.uid}）` : seenKinds[as]}的身份查看，只能看，到{" "}
        {formatTime(until, "HH:mm")} 为止
        {isWithheld ? "。这一页有只属于本人的部分，没有显示" : ""}
      </span>
      <button type="submit" className="button" style={{ flex: "none", whiteSpace: "nowrap" }}>
        结束查看
      </button>
    </form>
  );
}
