import type { ModeratedSection } from "contract/moderation/sections/calls";
import { classNameMax } from "contract/moderation/sections/fields";
import { shortCount } from "~/format/text";
import { PlainField, PlainInput } from "~/forms/plain-field";
import styles from "./module.module.css";
import { PositionField } from "./position-field";
import { SectionForm, useTyped } from "./section-form";

type Class = ModeratedSection["classes"][number];
type Back = ReturnType<typeof useTyped>["back"];

/** A section's topic classes: names, order, closed to new topics; and where the topics go when one is deleted. */
export function ClassesPart({ section: { fid, classes } }: { section: ModeratedSection }) {
  const { back } = useTyped("addClass");
  return (
    <>
      {classes.length === 0 ? <p className={styles.none}>这个版块还没有分类。</p> : null}
      <ul className={styles.rows}>
        {classes.map((each) => (
          <Row key={each.id} fid={fid} each={each} others={classes.filter(({ id }) => id !== each.id)} />
        ))}
      </ul>
      <SectionForm fid={fid} intents={["addClass"]} label="新增分类" className={styles.box}>
        <h2>新增分类</h2>
        <div className={styles.fields}>
          <NameField back={back} name="" />
          <PositionField back={back} position={classes.length + 1} />
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

function NameField({ back, name }: { back: Back; name: string }) {
  return (
    <PlainInput
      label="名称"
      errors={back("name").errors}
      name="name"
      maxLength={classNameMax}
      defaultValue={back("name").value ?? name}
    />
  );
}

function Row({ fid, each, others }: { fid: number; each: Class; others: Class[] }) {
  const { id, name, position, closed, topics } = each;
  const { failed, back } = useTyped(`saveClass:${id}`);
  const goes = useTyped(`deleteClass:${id}`);
  return (
    <li>
      <p className={styles.name}>
        <b>{name}</b>
        {closed ? <span className="label">不收新帖</span> : null}
        <span className={styles.aside}>{shortCount(topics)} 个帖子</span>
      </p>
      <SectionForm fid={fid} intents={[`saveClass:${id}`]} label={`分类：${name}`} className={styles.line}>
        <NameField back={back} name={name} />
        <PositionField back={back} position={position} />
        <label className={styles.check}>
          <input
            type="checkbox"
            name="closed"
            defaultChecked={failed ? back("closed").value === "on" : closed}
          />
          不收新帖
        </label>
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value={`saveClass:${id}`}>
            保存
          </button>
        </p>
      </SectionForm>
      <details open={goes.failed}>
        <summary className={styles.summary}>删除这个分类</summary>
        <SectionForm
          fid={fid}
          intents={[`deleteClass:${id}`]}
          label={`删除分类：${name}`}
          className={styles.line}
        >
          <PlainField label="其中的主题移到" hint="没有主题时不用选" errors={goes.back("moveTo").errors}>
            {(control) => (
              <select {...control} name="moveTo" defaultValue={goes.back("moveTo").value ?? ""}>
                <option value="">请选择</option>
                {others.map((other) => (
                  <option key={other.id} value={other.id}>
                    {other.name}
                  </option>
                ))}
              </select>
            )}
          </PlainField>
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value={`deleteClass:${id}`}>
              删除
            </button>
          </p>
        </SectionForm>
      </details>
    </li>
  );
}
