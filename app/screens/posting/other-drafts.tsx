import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { clockTime } from "~/editor/drafts/draft";
import draftStyles from "~/editor/drafts/draft-parts.module.css";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import { newTopicPath } from "./new-topic-drafts";

const shownMax = 3;

/**
 * Links to the member's drafts of other new topics. They stay separate, because the address says which draft this form
 * is for.
 */
export function OtherDrafts({ drafts }: { drafts: { key: string; title: string; savedAt: string }[] }) {
  const { to } = useShell();
  if (drafts.length === 0) return null;
  return (
    <p className={draftStyles.notice} data-other-drafts="">
      <Icon name="history" />
      还有没写完的：
      {drafts.slice(0, shownMax).map(({ key, title, savedAt }) => (
        <Fragment key={key}>
          <Link to={to(newTopicPath(key))}>
            {title || "还没有标题"}（{clockTime(savedAt)}）
          </Link>{" "}
        </Fragment>
      ))}
      {drafts.length > shownMax ? <Link to={to(paths.drafts())}>全部 {drafts.length} 份</Link> : null}
    </p>
  );
}
