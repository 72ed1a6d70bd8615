import { Link } from "@remix-run/react";
import type { ModeratedSection } from "contract/moderation/sections/calls";
import { recommendedMost } from "contract/moderation/sections/fields";
import { stateLabels } from "~/format/content-state";
import { formatWhole } from "~/format/time";
import { TextField } from "~/forms/inputs/text-field";
import { DaysField } from "~/moderation/days-field";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import styles from "./module.module.css";
import { PositionField } from "./position-field";
import { SectionForm } from "./section-form";

type Recommended = ModeratedSection["recommended"][number];

/** The recommended topics of a section, with their order and end, and the form that adds one. */
export function TopicsPart({ section: { fid, recommended } }: { section: ModeratedSection }) {
  return (
    <>
      {recommended.length === 0 ? (
        <p className={styles.none}>
          还没有推荐的主题。推荐的主题显示在版块页面旁边，最多 {recommendedMost} 个。
        </p>
      ) : (
        <ul className={styles.rows}>
          {recommended.map((topic) => (
            <Row key={topic.tid} fid={fid} topic={topic} />
          ))}
        </ul>
      )}
      <SectionForm
        fid={fid}
        intents={["recommend"]}
        values={{ position: recommended.length + 1 }}
        label="添加推荐"
        className={styles.box}
      >
        <h2>添加推荐</h2>
        <div className={styles.fields}>
          <div className={styles.long}>
            <TextField label="主题的编号或地址" name="topic" maxLength={300} />
          </div>
          <PositionField />
          <DaysField label="多少天后结束" hint="留空表示一直推荐" />
        </div>
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="recommend" data-primary>
            推荐
          </button>
        </p>
      </SectionForm>
    </>
  );
}

function Row({ fid, topic }: { fid: number; topic: Recommended }) {
  const { to } = useShell();
  const { tid, title, until, over } = topic;
  const intents = [`place:${tid}`, `unrecommend:${tid}`];
  const state = stateLabels[topic.state];
  return (
    <li>
      <p className={styles.name}>
        <Link to={to(paths.topic(tid))} prefetch="none">
          {title}
        </Link>
        {state ? (
          <span className="label" data-kind="state">
            {state}
          </span>
        ) : null}
        {over ? <span className="label">已到期</span> : null}
      </p>
      <p className="facts">
        <span>#{tid}</span>
        {until ? <span>推荐到 {formatWhole(until)}</span> : <span>一直推荐</span>}
      </p>
      <SectionForm
        fid={fid}
        intents={intents}
        values={{ position: topic.position }}
        label={`推荐：${title}`}
        className={styles.line}
      >
        <PositionField />
        <DaysField label="多少天后结束" hint="留空不变，0 表示一直" />
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value={`place:${tid}`}>
            保存
          </button>
          <button type="submit" className="button" name="intent" value={`unrecommend:${tid}`}>
            移除
          </button>
        </p>
      </SectionForm>
    </li>
  );
}
