import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { Icon } from "~/components/icon";
import type { IconName } from "~/components/icon-names.gen";
import { shortCount } from "~/format/text";
import { paths } from "~/paths";
import { useShell } from "~/shells/use-shell";
import styles from "./forum.module.css";

/** The forum's sections in their groups, beside a list (below it under 1024 px and on h5). */
export function SectionRail({ groups }: { groups: CallResponse<"sectionList">["groups"] }) {
  const { to } = useShell();
  return (
    <>
      {groups.map((group) => (
        <section key={group.name} className={`surface ${styles.railBox}`}>
          <h2>{group.name}</h2>
          <ul>
            {group.sections.map((section) => (
              <li key={section.fid}>
                <Link to={to(paths.section(section.fid))} className={styles.sectionLink}>
                  <Icon name={section.icon as IconName} />
                  <span>{section.name}</span>
                  <span className={styles.sectionCount} title="帖子数">
                    {shortCount(section.topics)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** The way to the editor. Visitors are asked to sign in there (spec 6). */
export function NewTopicButton({ fid }: { fid?: number }) {
  const { to } = useShell();
  return (
    <Link className={`button ${styles.newTopic}`} data-primary to={to(paths.newTopic(fid))} prefetch="none">
      <Icon name="pencil" />
      发帖
    </Link>
  );
}
