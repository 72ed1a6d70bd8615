import type { ContentCheck } from "contract/content/calls";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import { ChangedNames } from "./changed-names";
import styles from "./content.module.css";

/** The result of the last check: its problems by file and line, or the changes that a load would make. */
export function CheckResult({
  check,
  title = "上次检查",
  id = "check-title",
}: {
  check: ContentCheck;
  title?: string;
  id?: string;
}) {
  const { problems, more, changes, members, topics, posts, notices } = check;
  const inserted = members + topics + posts;
  return (
    <section className={styles.box} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={styles.hint}>
        <RelativeTime at={check.checkedAt} />
      </p>
      {problems.length > 0 ? (
        <>
          <p className={styles.wrong}>
            <Icon name="alert-circle" /> 有 {problems.length + more} 处问题，改好之前不能装载。
          </p>
          <ProblemTable problems={problems} more={more} />
        </>
      ) : (
        <p className={styles.fine}>
          <Icon name="circle-check" /> 没有写错的地方。
          {changes.length === 0 && inserted === 0 ? "内容已是最新，装载不会改变什么。" : "装载它会改变："}
        </p>
      )}
      {changes.length > 0 ? <Changes changes={changes} /> : null}
      <ChangedNames changes={changes} />
      {inserted > 0 ? (
        <p>
          新增演示成员 {members} 人，主题 {topics} 个，帖子 {posts} 条。
        </p>
      ) : null}
      {notices.map((notice) => (
        <p key={notice} className={styles.hint}>
          提醒：{notice}
        </p>
      ))}
    </section>
  );
}

/** Problems of a pack by file and line, and how many more there are. */
export function ProblemTable({ problems, more }: Pick<ContentCheck, "problems" | "more">) {
  return (
    <>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">文件</th>
              <th scope="col">行</th>
              <th scope="col">字段</th>
              <th scope="col">问题</th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ file, line, field, message }) => (
              <tr key={`${file} ${line} ${field} ${message}`}>
                <td>
                  <code>{file}</code>
                </td>
                <td>{line ?? ""}</td>
                <td>{field ? <code>{field}</code> : null}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 ? <p className={styles.hint}>另有 {more} 处没有列出。</p> : null}
    </>
  );
}

/** How many items of each kind are new, changed and taken down. */
export function Changes({ changes }: { changes: ContentCheck["changes"] }) {
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            <th scope="col">内容</th>
            <th scope="col">新增</th>
            <th scope="col">修改</th>
            <th scope="col">下架</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, added, changed, delisted }) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{added}</td>
              <td>{changed}</td>
              <td>{delisted}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
