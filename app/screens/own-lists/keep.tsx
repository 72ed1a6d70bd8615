import { Link, useLoaderData } from "@remix-run/react";
import { ownSearchNameMax } from "contract/own-lists/constants";
import { keptAddress, searchName } from "contract/own-lists/fields";
import { z } from "zod";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { TextField } from "~/forms/inputs/text-field";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { type ActionTools, mainIntent, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import styles from "./page.module.css";

const inputs = { query: z.object({ address: keptAddress }), missing: "这个页面不能保存为筛选" };

/** /lists/keep: names the address of a search or a filtered list, which then stands among the member's lists. */
export const loader = screenLoader(inputs, async ({ query: { address } }) => {
  const text = new URL(address, "http://portal").searchParams.get("q") ?? "";
  return { address, suggested: text.slice(0, ownSearchNameMax) };
});
export const meta = screenMeta();

type Tools = ActionTools<typeof inputs.query>;

export const action = screenAction(
  inputs,
  mainIntent(
    "keep",
    submitted(
      z.object({ name: searchName }),
      async ({ name }, { scope, query: { address }, done }: Tools) => {
        await scope.gateway.call("keepSearch", { name, address });
        return done(`${paths.ownLists()}#searches`, "筛选已保存");
      },
    ),
  ),
);

export default function KeepSearch() {
  return (
    <section className={`surface ${styles.page}`}>
      <h1>保存这个筛选</h1>
      <FieldProvider>
        <KeepForm />
      </FieldProvider>
    </section>
  );
}

function KeepForm() {
  const { address, suggested } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const form = useScreenForm({ id: "keep-search", intent: "keep", defaultValue: { name: suggested } });
  return (
    <ScreenForm of={form} className={styles.form}>
      <TextField
        name="name"
        label="名称"
        hint="保存后在“我的清单”里，一步就能打开。"
        placeholder="例如：低功耗 Wi-Fi 芯片"
        maxLength={ownSearchNameMax}
        autoComplete="off"
      />
      <p className={styles.tools}>
        <button type="submit" className="button" data-primary name="intent" value="keep">
          保存
        </button>
        <Link to={to(address)}>回到这个筛选</Link>
      </p>
    </ScreenForm>
  );
}
