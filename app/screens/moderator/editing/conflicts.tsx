import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { contentTransitions } from "contract/content/transitions";
import { formatMinute } from "~/format/time";
import { TextChanges } from "~/ui/text-changes";
import styles from "./editing.module.css";

type Changes = CallResponse<"compareContent">["changes"];

/** The changes of a version, field by field. */
export function FieldChanges({ changes }: { changes: Changes }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ name, label, changes: words }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <TextChanges label={`${label}的改动`} head={null} changes={words} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Somebody else saved the piece while it was being edited: both texts, and which one goes on. */
export function CompareBox({
  compare,
  back,
}: {
  compare: CallResponse<"compareContent">;
  /** Of a lecturer, who restores no version: the address at which the other one's is read. */
  back: string | null;
}) {
  const { version, at, editor, changes } = compare;
  return (
    <section className={styles.conflictBox} aria-label="两个人同时编辑">
      <h2>
        {version === 0 ? "内容包刚刚更新了这份内容" : `${editor || "内容包"}刚刚保存了第 ${version} 版`}
      </h2>
      <p>
        {formatMinute(at)} 保存。下面是你写的和那一份的差别；
        {back === null ? "两份都不会丢，没选的那份留在历史版本里。" : "用你的覆盖，另一份留在历史版本里。"}
      </p>
      {changes.length > 0 ? <FieldChanges changes={changes} /> : <p>两份内容一样。</p>}
      <p className={styles.buttons}>
        <button type="submit" className="button" name="intent" value="save">
          用我的覆盖
        </button>
        {back === null ? (
          <button type="submit" className="button" name="intent" value="other">
            改用另一份
          </button>
        ) : (
          <Link to={back} className="button" reloadDocument prefetch="none">
            不要我的，看另一份
          </Link>
        )}
      </p>
    </section>
  );
}

/** A pack that was loaded later says something else than the piece that was edited here. */
export function PackConflictBox({
  conflict: { pack, at, gone, changes },
  mayDecide,
}: {
  conflict: NonNullable<CallResponse<"contentPiece">["conflict"]>;
  mayDecide: boolean;
}) {
  return (
    <section className={styles.conflictBox} aria-label="和内容包的冲突">
      <h2>{gone ? `内容包「${pack}」里没有这份内容了` : `内容包「${pack}」里的和这里不一样`}</h2>
      <p>
        {formatMinute(at)} 装载内容包时发现。访客看到的一直是站内的这份。
        {gone
          ? "按内容包下架之后，站内的各版还在历史版本里，可以再发布。"
          : "下面是从最新保存的一版到内容包的改动。采用内容包的，它成为新的一版，站内的各版还在历史版本里；保留站内的，内容包的这一份也存进历史版本，以后还能看到、恢复。"}
      </p>
      {changes.length > 0 ? <FieldChanges changes={changes} /> : null}
      {mayDecide ? (
        <>
          <input type="hidden" name="seen" value={at} />
          <p className={styles.buttons}>
            <button type="submit" className="button" name="intent" value="keepOwn">
              {contentTransitions.keepOwn.label}
            </button>
            <button type="submit" className="button" name="intent" value="takePack">
              {gone ? "按内容包下架" : contentTransitions.takePack.label}
            </button>
          </p>
        </>
      ) : (
        <p>用哪一份，由编辑决定；你可以接着写草稿。</p>
      )}
    </section>
  );
}
