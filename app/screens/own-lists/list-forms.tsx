import { Form } from "@remix-run/react";
import type { OwnListDetail } from "contract/own-lists/calls";
import { ownListNameMax, ownListNews, typedTextMax } from "contract/own-lists/constants";
import { FormToken } from "~/forms/field-parts";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { Checkboxes } from "~/forms/inputs/choices-field";
import { TextField } from "~/forms/inputs/text-field";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { QuestionBox } from "~/forms/outcomes/question-box";
import styles from "./list.module.css";

/** Part numbers with quantities, typed or pasted from a table. */
export function LinesForm({ submissionId, isOpen }: { submissionId: string; isOpen: boolean }) {
  const form = useScreenForm({ id: "lines", intent: "lines" });
  return (
    <details className={styles.panel} open={isOpen || form.failure !== undefined}>
      <summary>粘贴型号</summary>
      <ScreenForm of={form} submissionId={submissionId} preventScrollReset>
        <TextArea
          name="lines"
          label="每行一个型号或订货型号，后面写数量"
          hint="可以从表格里直接粘贴。不写数量就是 1；已经在清单里的，数量会加上去。有一行没认出来，就一行都不加，改好再按一次。"
          placeholder={"WS63V100-Q40 10\nHi3861V100, 5"}
          rows={5}
          maxLength={typedTextMax}
        />
        <button type="submit" className="button" data-primary name="intent" value="lines">
          加入清单
        </button>
      </ScreenForm>
    </details>
  );
}

/** The list's name, and the kinds of news that its owner is told of. */
export function SettingsForm({ list: { name, told } }: { list: Pick<OwnListDetail, "name" | "told"> }) {
  const form = useScreenForm({ id: "settings", intent: "settings", defaultValue: { name, told } });
  return (
    <details className={styles.panel} open={form.failure !== undefined}>
      <summary>名称与通知</summary>
      <ScreenForm of={form} preventScrollReset>
        <TextField name="name" label="清单名称" maxLength={ownListNameMax} autoComplete="off" />
        <Checkboxes
          name="told"
          label="清单里的东西有这些变化时告诉我"
          hint="一件事只告诉你一次，不管它在几份清单里。全部关掉也能在这里看到变化。"
          options={ownListNews.map(({ code, name: words }) => [code, words] as const)}
        />
        <button type="submit" className="button" data-primary name="intent" value="settings">
          保存设置
        </button>
      </ScreenForm>
    </details>
  );
}

/** The address for others, which is on or off. */
export function ShareForm({ address }: { address: string | null }) {
  return (
    <details className={styles.panel}>
      <summary>共享{address === null ? "" : "（已打开）"}</summary>
      <Form method="post" preventScrollReset replace>
        <FormToken />
        {address === null ? (
          <p className={styles.hint}>
            共享后，知道地址的人不用登录就能看这份清单，包括数量和备注；搜索引擎不会收录。随时可以停止。
          </p>
        ) : (
          <p className={styles.hint}>
            把这个地址发给别人：
            <a href={address}>{address}</a>
            。停止后这个地址就打不开了，再共享会换一个地址。
          </p>
        )}
        <button type="submit" className="button" name="intent" value={address === null ? "share" : "unshare"}>
          {address === null ? "共享这份清单" : "停止共享"}
        </button>
      </Form>
    </details>
  );
}

/** Deletes the list; the page asks first. */
export function DeleteForm({ isOpen }: { isOpen: boolean }) {
  const form = useScreenForm({ id: "delete", intent: "delete" });
  return (
    <details className={styles.panel} open={isOpen}>
      <summary>删除清单</summary>
      <ScreenForm of={form} preventScrollReset>
        <NoDefaultButton />
        <QuestionBox intents={["delete"]} />
        <button type="submit" className="button" name="intent" value="delete">
          删除这份清单
        </button>
      </ScreenForm>
    </details>
  );
}
