import { Link, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { shareKey } from "contract/own-lists/fields";
import { z } from "zod";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { StateLabel } from "../products/parts/state-label";
import styles from "./page.module.css";
import { numberGoneWords } from "./thing-name";

type Shared = CallResponse<"sharedList">;

/** /lists/shared/{key}: a list for everybody who has its address, to read. */
export const loader = screenLoader(
  { params: z.object({ key: shareKey }), missing: "没有这份清单，它可能已经停止共享" },
  async ({ scope, params }) => ({ list: await scope.gateway.call("sharedList", params) }),
);
export const meta = screenMeta<typeof loader>({ title: ({ list }) => list.name });

export default function SharedList() {
  const { list } = useLoaderData<typeof loader>();
  const isEmpty = list.parts.length + list.resources.length + list.topics.length === 0;
  return (
    <article className={`surface ${styles.page}`}>
      <h1>{list.name}</h1>
      <p className={styles.hint}>别人共享的一份清单，只能看。</p>
      {isEmpty ? <EmptyState title="清单还是空的" text="它的主人还没有放东西进来。" /> : null}
      <Parts parts={list.parts} />
      <Others list={list} />
    </article>
  );
}

function Parts({ parts }: Pick<Shared, "parts">) {
  const { to } = useShell();
  if (parts.length === 0) return null;
  return (
    <section className={styles.scroll} aria-label="型号">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">型号</th>
            <th scope="col">产品</th>
            <th scope="col">数量</th>
            <th scope="col">备注</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ id, product, name, number, numberGone, quantity, note, state, delisted }) => (
            <tr key={id}>
              <th scope="row">{number || name}</th>
              <td data-label="产品">
                <Link to={to(paths.product(product))}>{name}</Link>
                <StateLabel state={state} delisted={delisted} />
                {numberGone ? <p className="facts">{numberGoneWords}</p> : null}
              </td>
              <td data-label="数量">{quantity}</td>
              <td data-label={note && "备注"}>{note || "–"}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Documents and topics; a topic that the reader may not see is left out. */
function Others({ list: { resources, topics } }: { list: Shared }) {
  const { to } = useShell();
  const seen = topics.flatMap(({ title, ...topic }) => (title === null ? [] : [{ ...topic, title }]));
  return (
    <>
      {resources.length > 0 ? (
        <section aria-labelledby="documents">
          <h2 id="documents" className={styles.title}>
            文档
          </h2>
          <ul className={styles.others}>
            {resources.map(({ id, pk_rm_resource, title, version, delisted, note }) => (
              <li key={id}>
                <Link to={to(paths.resource(pk_rm_resource))}>{title}</Link>
                <p className="facts">
                  <span>版本 {version}</span>
                  {delisted ? <span>已下架</span> : null}
                  {note ? <span>{note}</span> : null}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {seen.length > 0 ? (
        <section aria-labelledby="topics">
          <h2 id="topics" className={styles.title}>
            主题
          </h2>
          <ul className={styles.others}>
            {seen.map(({ id, tid, title, note }) => (
              <li key={id}>
                <Link to={to(paths.topic(tid))}>{title}</Link>
                {note ? <p className="facts">{note}</p> : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
