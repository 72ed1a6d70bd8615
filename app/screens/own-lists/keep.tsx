import { data } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { keptAddressMax, ownSearchNameMax } from "contract/own-lists/constants";
import { keptAddress, searchName, tooLongToKeep } from "contract/own-lists/fields";
import { z } from "zod";
import type { Failure } from "~/failure/failure";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { TextField } from "~/forms/inputs/text-field";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { type ActionTools, mainIntent, submitted } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import styles from "./page.module.css";

/** The address; null when it is too long, which the page says. */
const address = z.union([
  keptAddress,
  z
    .string()
    .min(keptAddressMax + 1)
    .transform(() => null),
]);
const inputs = { query: z.object({ address }), missing: "这个页面不能保存为筛选" };

function tooLong({ traceId }: Pick<Scope, "traceId">): never {
  throw data<Failure>({ kind: "refused", message: tooLongToKeep, traceId }, { status: 422 });
}

/** /lists/keep: names the address of a search or a filtered list, which then stands among the member's lists. */
export const loader = screenLoader(inputs, async ({ scope, query: { address } }) => {
  if (address === null) return tooLong(scope);
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
        if (address === null) return tooLong(scope);
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
