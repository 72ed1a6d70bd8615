import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { sectionNameMax } from "contract/moderation/sections/fields";
import { shortCount } from "~/format/text";
import { TextField } from "~/forms/inputs/text-field";
import { Fold } from "~/moderation/fold";
import { ModerationForm } from "~/moderation/moderation-form";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import styles from "../module/module.module.css";
import { useRefused } from "../module/section-form";
import own from "./sections.module.css";

type SectionGroup = CallResponse<"sectionArrangement">["groups"][number];

interface Props {
  group: SectionGroup;
  /** Its place among the groups, from 1, and how many there are. */
  place: number;
  count: number;
}

/** A group with its sections in their order. Moving is one press, because the opposite press takes it back. */
export function Group({ group: { name, sections }, place, count }: Props) {
  const intents = [
    ...[place - 1, place + 1].map((to) => `placeGroup:${place}:${to}`),
    ...sections.flatMap(({ fid }, index) => [index, index + 2].map((to) => `place:${fid}:${to}`)),
  ];
  return (
    <section className={own.group} aria-labelledby={`group-${place}`}>
      <ModerationForm
        id={`order-${place}`}
        asks={intents}
        failure={useRefused(...intents)}
        hiddenFields={["group"]}
        label={`分区「${name}」的顺序`}
      >
        <input type="hidden" name="group" value={name} />
        <div className={own.head}>
          <h2 id={`group-${place}`}>{name}</h2>
          <Mover intent={`placeGroup:${place}`} place={place} count={count} what={`分区「${name}」`} />
        </div>
        <ol className={styles.rows}>
          {sections.map((section, index) => (
            <Row key={section.fid} section={section} place={index + 1} count={sections.length} />
          ))}
        </ol>
      </ModerationForm>
      <RenameGroup name={name} place={place} />
    </section>
  );
}

function Row({
  section,
  place,
  count,
}: {
  section: SectionGroup["sections"][number];
  place: number;
  count: number;
}) {
  const { to } = useShell();
  const { fid, name, icon, topics, archivedAt, postingClosed, unlisted } = section;
  return (
    <li id={`section-${fid}`} className={own.row}>
      <p className={styles.name}>
        <Icon name={(icon || "message") as IconName} />
        <Link to={to(paths.section(fid))} prefetch="none">
          {name}
        </Link>
        {archivedAt ? <span className="label">已归档</span> : null}
        {postingClosed && !archivedAt ? <span className="label">停止发帖</span> : null}
        {unlisted ? <span className="label">不在列表里</span> : null}
        <span className={styles.aside}>
          编号 {fid} · {shortCount(topics)} 个帖子
        </span>
      </p>
      <div className={styles.buttons}>
        <Mover intent={`place:${fid}`} place={place} count={count} what={name} />
        <Link className="button" to={to(paths.moderation("sections", { fid }))} prefetch="none">
          修改<span className="visually-hidden">「{name}」</span>
        </Link>
      </div>
    </li>
  );
}

/** The buttons that move something one place up or down, where there is one. */
function Mover({
  intent,
  place,
  count,
  what,
}: {
  intent: string;
  place: number;
  count: number;
  what: string;
}) {
  const button = (to: number, label: string) => (
    <button type="submit" className="button" name="intent" value={`${intent}:${to}`}>
      {label}
      <span className="visually-hidden">：{what}</span>
    </button>
  );
  return (
    <span className={styles.buttons}>
      {place > 1 ? button(place - 1, "上移") : null}
      {place < count ? button(place + 1, "下移") : null}
    </span>
  );
}

function RenameGroup({ name, place }: { name: string; place: number }) {
  const intent = `renameGroup:${place}`;
  const refused = useRefused(intent);
  return (
    <Fold title="给分区改名" open={refused !== undefined}>
      <ModerationForm
        id={`rename-${place}`}
        asks={[intent]}
        failure={refused}
        values={{ name }}
        hiddenFields={["group"]}
        label={`给分区「${name}」改名`}
        className={styles.line}
      >
        <input type="hidden" name="group" value={name} />
        <TextField label="分区名称" name="name" maxLength={sectionNameMax} />
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value={intent}>
            改名
          </button>
        </p>
      </ModerationForm>
    </Fold>
  );
}
