import { data } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { fileTextStates } from "contract/resources/constants";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { chosenId } from "~/lists/kit/list-query.server";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { pageNumber, pathId } from "~/request/inputs.server";
import { screenLoader } from "~/request/screen.server";
import { Icon } from "~/ui/icon";
import { Pagination } from "~/ui/pagination";
import { TextChanges } from "~/ui/text-changes";
import box from "../find-inside.module.css";
import { ReadLink } from "../versions";
import { type Need, WhatIsNeeded } from "../what-is-needed";
import styles from "./changes.module.css";
import { askChanges } from "./changes.server";

type Detail = CallResponse<"resourceDetail">;
type Answer = CallResponse<"resourceChanges">;

export interface Comparison {
  /** All versions that are documents, the newest first. */
  choices: { id: number; version: string }[];
  /** The ids of the two that are compared. */
  from: number;
  to: number;
  /** What the visitor lacks to read the files. */
  need: Need | null;
  problem: string | null;
  /** Null where they were not compared. */
  answer: Answer | null;
}

interface ChangesData {
  resource: Detail;
  comparison: Comparison | null;
}

const inputs = {
  params: z.object({ id: pathId }),
  query: z.object({ base: chosenId, to: chosenId, page: pageNumber }),
  missing: "没有这个资源，或者没有这个版本",
};

/** /resources/changes/{id}: what changed in the text of a document from the version `base` to the version `to`. */
export const loader = screenLoader(inputs, async ({ scope, params: { id }, query }) => {
  const [resource, signup] = await Promise.all([
    scope.publicGateway.call("resourceDetail", { pk_rm_resource: id }),
    scope
      .signedIn()
      .then((yes) =>
        yes ? orWithout(scope, scope.gateway.call("devSignupInfo", { pk_rm_resource: id }), null) : null,
      ),
  ]);
  const comparison = await askChanges(scope, resource, query, signup);
  return data({ resource, comparison } satisfies ChangesData, { status: comparison?.status ?? 200 });
});
export const meta = screenMeta<typeof loader>({ title: ({ resource }) => `${resource.title} 的版本比较` });

export default function Changes() {
  const { resource, comparison } = useLoaderData<typeof loader>() as ChangesData;
  const { to } = useShell();
  return (
    <article className={styles.page}>
      <nav className={`crumbs ${styles.way}`} aria-label="所在位置">
        <Link to={to(paths.resources())}>资源中心</Link>{" "}
        <Link to={to(paths.resource(resource.pk_rm_resource))}>{resource.title}</Link>
      </nav>
      <section className={`surface ${box.box}`}>
        <h1>比较版本</h1>
        {comparison ? (
          <Choice resource={resource} comparison={comparison} />
        ) : (
          <p className={box.note}>这个资源没有两份可以比较文字的文档。</p>
        )}
      </section>
      {comparison?.answer ? (
        <Changed resource={resource} comparison={comparison} answer={comparison.answer} />
      ) : null}
    </article>
  );
}

/** The form that picks two versions, and what stands between a reader and the comparison. */
function Choice({ resource, comparison }: { resource: Detail; comparison: Comparison }) {
  const { to: inShell } = useShell();
  const { choices, from, to, need, problem, answer } = comparison;
  const fields = [
    ["base", "从版本", from],
    ["to", "到版本", to],
  ] as const;
  return (
    <>
      <Form
        key={`${from} ${to}`}
        method="get"
        action={inShell(paths.resourceChanges(resource.pk_rm_resource))}
        className={`${box.form} no-print`}
      >
        {fields.map(([name, label, chosen]) => (
          <label key={name} className={styles.choice}>
            {label}{" "}
            <select
              name={name}
              className="plain-input"
              defaultValue={chosen}
              aria-invalid={problem && name === "to" ? true : undefined}
              aria-describedby={problem && name === "to" ? "to-problem" : undefined}
            >
              {choices.map(({ id, version }) => (
                <option key={id} value={id}>
                  {version}
                </option>
              ))}
            </select>
          </label>
        ))}
        <button type="submit" className="button">
          比较
        </button>
      </Form>
      {problem ? (
        <p id="to-problem" className={box.problem} role="alert">
          <Icon name="alert-circle" />
          {problem}
        </p>
      ) : null}
      {need ? <WhatIsNeeded need={need} purpose="比较版本" /> : null}
      {answer ? <Outcome answer={answer} /> : null}
      {need || problem || answer ? null : <p className={box.note}>暂时比较不了，过一会儿再试。</p>}
    </>
  );
}

const refusedNotes = {
  large: "这两份文档太长，不在这里比较，可以下载后比较。",
  costly: "这两份文档的差别太多，没有比完，可以下载后比较。",
};

/** What came of the comparison, and what a reader has to know of it. */
function Outcome({ answer }: { answer: Answer }) {
  const { from, to, refused, total, more } = answer;
  const noteOf = ({ state }: Answer["from"]) =>
    fileTextStates.find(({ code }) => code === state)?.note ?? null;
  const notes = [from, to].flatMap((each) => {
    const note = noteOf(each);
    return note ? [`版本 ${each.version}：${note}`] : [];
  });
  const isCompared = [from, to].every(({ state }) => state === "read" || state === "cut");
  return (
    <>
      {notes.map((note) => (
        <p key={note} className={box.note}>
          {note}
        </p>
      ))}
      {refused ? (
        <p role="status">{refusedNotes[refused]}</p>
      ) : isCompared ? (
        <p role="status">
          从 {from.version} 到 {to.version}，
          {total === 0
            ? "文字没有变化。"
            : more
              ? `改动很多，这里列出前 ${total} 处。`
              : `${total} 页的文字有改动。`}
        </p>
      ) : (
        <p role="status">没有文字可以比较。</p>
      )}
      {isCompared && !refused ? (
        <p className={box.note}>
          只比较文字：图、表格线和每页重复的页眉页脚不算改动，挪到别的页的段落也不算。
        </p>
      ) : null}
    </>
  );
}

interface ChangedProps {
  resource: Detail;
  comparison: Comparison;
  answer: Answer;
}

function Changed({ resource, comparison: { from, to }, answer }: ChangedProps) {
  const { to: inShell } = useShell();
  const { changed, page, pages } = answer;
  const href = (next: number) =>
    inShell(
      paths.resourceChanges(resource.pk_rm_resource, { base: from, to, page: next > 1 ? next : undefined }),
    );
  const open = (id: number, at: number | null, label: string) => {
    const version = resource.versions.find((each) => each.id === id);
    if (version?.preview !== "document" || at === null) return null;
    return (
      <ReadLink resource={resource} version={version} page={at}>
        {label}
      </ReadLink>
    );
  };
  return (
    <>
      {changed.map((each) => {
        const name = nameOf(each);
        return (
          <section key={`${each.from} ${each.to}`} className={`surface ${box.box}`} aria-label={name}>
            <div className={styles.head}>
              <h2>{name}</h2>
              <p className="facts">
                {open(from, each.from, `看 ${answer.from.version}`)}
                {open(to, each.to, `看 ${answer.to.version}`)}
              </p>
            </div>
            <TextChanges label={`${name}的改动`} head={null} changes={each.changes} />
          </section>
        );
      })}
      <Pagination page={page} pages={pages} href={href} />
    </>
  );
}

/** A page by its number in the newer document, or in the older one where it is gone. */
function nameOf({ from, to }: Answer["changed"][number]): string {
  if (to === null) return `原第 ${from} 页（已删去）`;
  if (from === null) return `第 ${to} 页（新增）`;
  return from === to ? `第 ${to} 页` : `第 ${to} 页（原第 ${from} 页）`;
}
