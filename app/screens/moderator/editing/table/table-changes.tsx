import { Link } from "@remix-run/react";
import { whyMax } from "contract/content/constants";
import { formatMinute } from "~/format/time";
import { problem } from "~/forms/field-parts";
import { CheckboxField } from "~/forms/inputs/checkbox-field";
import { TextField } from "~/forms/inputs/text-field";
import type { FormFailure } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import { Icon } from "~/ui/icon";
import { StateLabel } from "../piece-row";
import { earlyField, planField, takeName } from "./columns";
import styles from "./table.module.css";
import type { TableAnswer } from "./table.server";

type Plan = NonNullable<TableAnswer["plan"]>;
type Field = Plan["changes"][number]["fields"][number];

/** All mistakes of a file, by line, column and product. Nothing was written. */
export function TableProblems({ plan, back }: { plan: Plan; back: string }) {
  const { problems, more } = plan;
  return (
    <section className={styles.box} aria-labelledby="problems-title">
      <h2 id="problems-title" className={styles.wrong}>
        <Icon name="alert-circle" /> 有 {problems.length + more} 处写得不对，什么都没有写入
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll the wide table */}
      <section className={styles.scroll} tabIndex={0} aria-label="写得不对的地方">
        <table>
          <thead>
            <tr>
              <th scope="col">行</th>
              <th scope="col">列</th>
              <th scope="col">产品</th>
              <th scope="col">参数</th>
              <th scope="col">问题</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ line, column, key, title, name, message }) => (
              <tr key={`${line} ${column} ${key} ${name} ${message}`}>
                <td>{line ?? ""}</td>
                <td>{column ?? ""}</td>
                <td>{title || key}</td>
                <td>{name}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {more > 0 ? <p className={styles.hint}>另有 {more} 处没有列出。</p> : null}
      <p className={styles.hint}>在文件里改好，再选一次。</p>
      <p>
        <Link to={back} className="button" prefetch="none">
          回到表
        </Link>
      </p>
    </section>
  );
}

/** What would change, by product and field, and the buttons that write it. */
export function TableChanges({
  plan,
  failure,
  productClass,
  back,
}: {
  plan: Plan;
  failure: FormFailure | undefined;
  productClass: number;
  back: string;
}) {
  const { changes, isFile } = plan;
  const fields = changes.reduce((sum, each) => sum + each.fields.length, 0);
  const conflicts = changes.flatMap(({ fields: own }) => own.filter(({ conflict }) => conflict));
  const drafted = changes.filter((change) => change.drafted || change.state === "draft");
  const scheduled = changes.filter(({ publishAt }) => publishAt !== "");
  return (
    <ModerationForm
      id="changes"
      asks={[]}
      failure={failure}
      label="会改的参数"
      encType="multipart/form-data"
      className={styles.form}
    >
      <input type="hidden" name="class" value={productClass} />
      <input type="hidden" name={planField} value={JSON.stringify({ changes, isFile })} />
      <section className={styles.box} aria-labelledby="changes-title">
        <h2 id="changes-title">
          会改 {changes.length} 个产品的 {fields} 个参数，现在还没有写入
        </h2>
        {conflicts.length > 0 ? (
          <p className={styles.wrong}>
            <Icon name="alert-circle" /> 有 {conflicts.length} 个值在你填表期间被别人改过，每个都要选一份。
          </p>
        ) : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll the wide table */}
        <section className={styles.scroll} tabIndex={0} aria-label="会改的参数表">
          <table>
            <thead>
              <tr>
                <th scope="col">产品</th>
                <th scope="col">参数</th>
                <th scope="col">现在</th>
                <th scope="col">改成</th>
              </tr>
            </thead>
            {changes.map(({ key, title, state, drafted: isDrafted, unseen, publishAt, fields: own }) => (
              <tbody key={key}>
                {own.map((field, index) => (
                  <tr key={`${key} ${field.key}`}>
                    {index === 0 ? (
                      <th scope="rowgroup" rowSpan={own.length}>
                        {title}
                        <small>
                          {key}
                          {state === "published" ? null : <StateLabel kind="products" state={state} />}
                          {isDrafted ? " 有没发布的修改" : ""}
                          {unseen ? "，是在你填表之后存的" : ""}
                          {publishAt ? ` 定时 ${formatMinute(publishAt)} 发布` : ""}
                        </small>
                      </th>
                    ) : null}
                    <td>{field.name}</td>
                    {field.conflict ? (
                      <Decision name={takeName(key, field.key)} field={field} of={title} failure={failure} />
                    ) : (
                      <>
                        <td>{field.before || <i>没有</i>}</td>
                        <td>
                          <b>{field.after || "去掉"}</b>
                        </td>
                      </>
                    )}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </section>
      </section>
      <TextField
        name="why"
        label="这次改了什么"
        hint="可不填；写在历史版本和管理日志里，访客看不到"
        maxLength={whyMax}
      />
      {drafted.length > 0 ? (
        <p className={styles.hint}>
          发布的话，{drafted.length} 个产品里还没发布的修改会一起发布：
          {drafted
            .slice(0, 5)
            .map(({ title }) => title)
            .join("、")}
          {drafted.length > 5 ? "等" : ""}
        </p>
      ) : null}
      {scheduled.length > 0 ? (
        <CheckboxField
          name={earlyField}
          label={`发布的话，这 ${scheduled.length} 个产品现在就发布，不等定时`}
          hint={scheduled.map(({ title, publishAt }) => `${title}（${formatMinute(publishAt)}）`).join("、")}
        />
      ) : null}
      <p className={styles.buttons}>
        <button type="submit" className="button" data-primary name="intent" value="apply:publish">
          写入并发布
        </button>
        <button type="submit" className="button" name="intent" value="apply:draft">
          存为草稿
        </button>
        {isFile ? (
          <Link to={back} prefetch="none">
            不写入，回到表
          </Link>
        ) : (
          <button type="submit" className="link-button" name="intent" value="again" formNoValidate>
            再改改
          </button>
        )}
      </p>
    </ModerationForm>
  );
}

/** A value that somebody else changed meanwhile: theirs, or the typed one. */
function Decision({
  name,
  field,
  of,
  failure,
}: {
  name: string;
  field: Field;
  of: string;
  failure: FormFailure | undefined;
}) {
  const errors = failure?.result.error?.[name] ?? undefined;
  const chosen = failure?.result.initialValue?.[name];
  const choice = (value: "theirs" | "own", label: string, text: string) => (
    <td>
      <label className={styles.choice}>
        <input
          type="radio"
          name={name}
          value={value}
          required
          defaultChecked={chosen === value}
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors ? `${name}-problem` : undefined}
          aria-label={`${of}，${field.name}：${label} ${text}`}
        />
        <span>
          {text}
          <small>{label}</small>
        </span>
      </label>
      {errors && value === "theirs" ? <span id={`${name}-problem`}>{problem(errors)}</span> : null}
    </td>
  );
  return (
    <>
      {choice("theirs", "留着别人改的", field.before || "没有")}
      {choice("own", "用我填的", field.after || "去掉")}
    </>
  );
}
