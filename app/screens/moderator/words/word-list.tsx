import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import { wordLevels } from "contract/moderation/words/fields";
import { RowChoice } from "~/forms/outcomes/row-choice";
import type { FormFailure } from "~/forms/result";
import { ModerationForm } from "~/moderation/moderation-form";
import { EmptyState } from "~/ui/empty-state";
import { RelativeTime } from "~/ui/relative-time";
import { ListHead } from "../fields/list-head";
import styles from "../theme/theme.module.css";
import own from "./words.module.css";

interface Props {
  list: CallResponse<"sensitiveWordList">;
  /** The page's size limit. */
  size: number;
  /** The address of the form that changes a word. */
  hrefOf(word: string): string;
  failure: FormFailure | undefined;
}

/** The words with their levels, and the form that removes the selected ones from the list. */
export function WordList({ list, size, hrefOf, failure }: Props) {
  if (list.words.length === 0)
    return <EmptyState title="没有符合条件的词" text="换个条件再找，或者在上面添加。" />;
  return (
    <ModerationForm
      id="words"
      asks={["remove"]}
      failure={failure}
      hiddenFields={["words"]}
      className={styles.form}
    >
      <ListHead
        total={list.total}
        words="个词，站内最近改过的在前"
        visible={list.words.length}
        size={size}
        chosen={false}
      />
      <ul className={styles.rows}>
        {list.words.map(({ word, level, replacement, editedAt }) => (
          <li key={word}>
            <RowChoice name="words" value={word} title={word} />
            <div className={own.word}>
              <strong>{word}</strong>
              <p className="facts">
                <span>{wordLevels[level]}</span>
                {level === "replace" ? <span>换成 {replacement ?? "＊"}</span> : null}
                {editedAt ? (
                  <span>
                    站内改于 <RelativeTime at={editedAt} />
                  </span>
                ) : (
                  <span>来自内容包</span>
                )}
              </p>
            </div>
            <p className="facts">
              <Link to={hrefOf(word)} className={own.change} prefetch="none">
                修改<span className="visually-hidden">「{word}」</span>
              </Link>
              <button type="submit" className="link-button" name="intent" value={`remove:${word}`}>
                移除<span className="visually-hidden">「{word}」</span>
              </button>
            </p>
          </li>
        ))}
      </ul>
      <p className={styles.buttons}>
        <button type="submit" className="link-button" name="intent" value="remove">
          移除选中的词…
        </button>
      </p>
    </ModerationForm>
  );
}
