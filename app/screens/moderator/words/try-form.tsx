import { useLocation } from "@remix-run/react";
import type { CallResponse } from "contract";
import { tryMax, wordLevels } from "contract/moderation/words/fields";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import styles from "../theme/theme.module.css";
import { Marked } from "./marked";
import own from "./words.module.css";

export type Tried = CallResponse<"trySensitiveWords"> & { sample: string };

const outcomes = {
  refuse: "不予发表：作者会看到是哪几个字",
  review: "先由版主审核，通过后别人才看得到",
  replace: "替换后直接发表",
} as const;

/** The form that checks a text against the list; nothing of it is stored. */
export function TryForm({ tried }: { tried: Tried | undefined }) {
  const { pathname, search } = useLocation();
  const form = useScreenForm({ id: "try", intent: "try" });
  return (
    <ScreenForm of={form} action={`${pathname}${search}#try`} reloadDocument className={styles.form}>
      <fieldset className={styles.doing}>
        <legend>测试一段文字</legend>
        <div className={styles.wide}>
          <TextArea label="文字" hint="只测试，不保存" name="sample" rows={3} maxLength={tryMax} />
        </div>
        <p className={styles.buttons}>
          <button type="submit" className="button" name="intent" value="try">
            测试
          </button>
        </p>
        {tried ? (
          <div className={`${styles.wide} ${own.tried}`} role="status">
            <p>{tried.level === null ? "没有命中任何词，可以直接发表。" : outcomes[tried.level]}</p>
            {tried.hits.length > 0 ? (
              <>
                <p className={own.sample}>
                  <Marked text={tried.sample} marks={tried.hits} />
                </p>
                <ul className={own.hits}>
                  {tried.hits.map(({ start, word, level }) => (
                    <li key={`${start} ${word}`}>
                      「{word}」：{wordLevels[level]}
                    </li>
                  ))}
                </ul>
              </>
            ) : null}
            {tried.level !== "refuse" && tried.replaced !== tried.sample ? (
              <p className={own.sample}>发表出来是：{tried.replaced}</p>
            ) : null}
          </div>
        ) : null}
      </fieldset>
    </ScreenForm>
  );
}
