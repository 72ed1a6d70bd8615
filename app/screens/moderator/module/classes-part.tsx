import type { ModeratedSection } from "contract/moderation/sections/calls";
import { classNameMax } from "contract/moderation/sections/fields";
import { shortCount } from "~/format/text";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { Options, SelectField } from "~/forms/inputs/select-field";
import { TextField } from "~/forms/inputs/text-field";
import { Fold } from "~/moderation/fold";
import styles from "./module.module.css";
import { PositionField } from "./position-field";
import { SectionForm, useRefused } from "./section-form";

type Class = ModeratedSection["classes"][number];

/**
 * A section's topic classes: their names, order, whether they take new topics, and the class that gets the topics of a
 * deleted one.
 */
export function ClassesPart({ section: { fid, classes } }: { section: ModeratedSection }) {
  return (
    <>
      {classes.length === 0 ? <p className={styles.none}>这个版块还没有分类。</p> : null}
      <ul className={styles.rows}>
        {classes.map((each) => (
          <Row key={each.id} fid={fid} each={each} others={classes.filter(({ id }) => id !== each.id)} />
        ))}
      </ul>
      <SectionForm
        fid={fid}
        intents={["addClass"]}
        values={{ position: classes.length + 1 }}
        label="新增分类"
        className={styles.box}
      >
        <h2>新增分类</h2>
        <div className={styles.fields}>
          <NameField />
          <PositionField />
        </div>
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="addClass" data-primary>
            新增
          </button>
        </p>
      </SectionForm>
    </>
  );
}

function NameField() {
  return <TextField label="名称" name="name" maxLength={classNameMax} />;
}

function Row({ fid, each, others }: { fid: number; each: Class; others: Class[] }) {
  const { id, name, position, closed, topics } = each;
  const refused = useRefused(`deleteClass:${id}`);
  return (
    <li>
      <p className={styles.name}>
        <b>{name}</b>
        {closed ? <span className="label">不收新帖</span> : null}
        <span className={styles.aside}>{shortCount(topics)} 个帖子</span>
      </p>
      <SectionForm
        fid={fid}
        intents={[`saveClass:${id}`]}
        values={{ name, position, closed }}
        label={`分类：${name}`}
        className={styles.line}
      >
        <NameField />
        <PositionField />
        <div className={styles.check}>
          <CheckboxField name="closed" label="不收新帖" />
        </div>
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value={`saveClass:${id}`}>
            保存
          </button>
        </p>
      </SectionForm>
      <Fold title="删除这个分类" open={refused !== undefined}>
        <SectionForm
          fid={fid}
          intents={[`deleteClass:${id}`]}
          label={`删除分类：${name}`}
          className={styles.line}
        >
          <SelectField label="其中的主题移到" hint="没有主题时不用选" name="moveTo">
            <option value="">请选择</option>
            <Options of={others.map((other) => [String(other.id), other.name] as const)} />
          </SelectField>
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value={`deleteClass:${id}`}>
              删除
            </button>
          </p>
        </SectionForm>
      </Fold>
    </li>
  );
}
