import { Link, useLoaderData } from "@remix-run/react";
import { submissionId as submissionIdField } from "contract/base/fields";
import { ownListKinds, ownListNameMax, ownListNoteMax } from "contract/own-lists/constants";
import { listNameIfNew, note, quantity } from "contract/own-lists/fields";
import { z } from "zod";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { RadioGroup } from "~/forms/inputs/choices-field";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { TextField } from "~/forms/inputs/text-field";
import { newSubmissionId } from "~/forms/submission-id.server";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { type ActionTools, mainIntent, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { addedWords } from "./added-words";
import styles from "./page.module.css";

const inputs = {
  query: z.object({
    kind: z.enum(ownListKinds),
    /** `12`, or the products of a tray: `12-13`. */
    ids: z
      .string()
      .regex(/^\d{1,15}(?:-\d{1,15}){0,19}$/)
      .transform((text) => text.split("-").map(Number))
      .pipe(z.array(z.number().min(1))),
    number: z.string().max(60).catch("").default(""),
  }),
  missing: "没有要加入清单的内容",
};

/** /lists/add: into which list a part, document or topic goes, or a new one; for a part with quantity and note. */
export const loader = screenLoader(inputs, async ({ scope, query: { kind, ids, number } }) => {
  const [{ things, lists: having }, { lists }] = await Promise.all([
    scope.gateway.call("ownListTargets", { kind, targets: ids, number }),
    scope.gateway.call("ownLists", {}),
  ]);
  return {
    kind,
    number,
    things,
    lists: lists.map(({ id, name }) => ({ id, name, has: having.includes(id) })),
    submissionId: newSubmissionId(),
  };
});
export const meta = screenMeta();

type Tools = ActionTools<typeof inputs.query>;
/** The choice of a new list instead of one of these. */
const newList = "new";
const schema = z
  .object({
    list: z.union(
      [
        z.literal(newList),
        z
          .string()
          .regex(/^[1-9]\d{0,14}$/)
          .transform(Number),
      ],
      "请选一份清单",
    ),
    name: listNameIfNew,
    quantity: quantity.default(1),
    note: note.default(""),
    submissionId: submissionIdField,
  })
  .refine(({ list, name }) => list !== newList || name !== "", { path: ["name"], message: "请填清单名称" });

export const action = screenAction(
  inputs,
  mainIntent(
    "add",
    submitted(
      schema,
      async ({ list, name, ...form }, { scope, query: { kind, ids, number }, done }: Tools) => {
        const place = list === newList ? { name } : { list };
        const answer = await scope.gateway.call("addToOwnList", {
          ...form,
          ...place,
          kind,
          targets: ids,
          number,
        });
        const words =
          answer.added > 0
            ? `已加入清单「${answer.name}」`
            : kind === "product"
              ? `清单「${answer.name}」里已经有了，数量加上了`
              : `清单「${answer.name}」里已经有了`;
        return done(paths.ownList(answer.id), addedWords(answer, words));
      },
    ),
  ),
);

export default function AddToList() {
  const { submissionId } = useLoaderData<typeof loader>();
  return (
    <section className={`surface ${styles.page}`}>
      <h1>加入清单</h1>
      <FieldProvider>
        <AddForm key={submissionId} />
      </FieldProvider>
    </section>
  );
}

/** Where the page came from. */
const placeOf = (kind: (typeof ownListKinds)[number], id: number) =>
  ({ product: paths.product, resource: paths.resource, topic: paths.topic })[kind](id);

function AddForm() {
  const { kind, number, things, lists, submissionId } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const first = lists.find(({ has }) => !has) ?? lists[0];
  const form = useScreenForm({
    id: "add-to-list",
    intent: "add",
    defaultValue: { list: first ? String(first.id) : newList, quantity: 1 },
  });
  const choices = [
    ...lists.map(({ id, name, has }) => [String(id), has ? `${name}（已在里面）` : name] as const),
    [newList, "新清单"] as const,
  ];
  return (
    <ScreenForm of={form} submissionId={submissionId} className={styles.form}>
      <ul className={styles.things} aria-label="要加入的">
        {things.map(({ id, name }) => (
          <li key={id}>
            <Link to={to(placeOf(kind, id))}>{number || name}</Link>
            {number ? <small> {name}</small> : null}
          </li>
        ))}
      </ul>
      <RadioGroup name="list" label="放进哪份清单" layout="stacked" options={choices} />
      <TextField
        name="name"
        label="新清单的名称"
        hint="选“新清单”时填。"
        placeholder="例如：网关板 V2"
        maxLength={ownListNameMax}
        autoComplete="off"
      />
      {kind === "product" ? (
        <TextField
          name="quantity"
          label={things.length > 1 ? "每个的数量" : "数量"}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
        />
      ) : null}
      <TextField name="note" label="备注" maxLength={ownListNoteMax} autoComplete="off" />
      <p className={styles.tools}>
        <button type="submit" className="button" data-primary name="intent" value="add">
          加入清单
        </button>
        <Link to={to(paths.ownLists())}>我的清单</Link>
      </p>
    </ScreenForm>
  );
}
