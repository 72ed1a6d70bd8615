import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import type { OwnListDetail } from "contract/own-lists/calls";
import { compareMax } from "contract/products/constants";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { failureOf, failureOfAny } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { PersonalScreen } from "../personal/personal-frame";
import { ItemsForm } from "./items-form";
import styles from "./list.module.css";
import { listInputs, listIntents } from "./list.server";
import { DeleteForm, LinesForm, SettingsForm, ShareForm } from "./list-forms";
import { thingName } from "./thing-name";
import { useTimesAccepted } from "./use-times-accepted";

/**
 * /personalCenter/lists/{id}: one of the member's lists: its parts with quantities, documents and topics, with what
 * changed since they last looked. `remove` asks about one of them.
 */
export const loader = screenLoader(listInputs, async ({ scope, params, query: { remove } }) => {
  const list = await scope.gateway.call("ownList", params);
  return {
    list,
    leaving: remove === undefined ? null : thingName(list, remove),
    address: list.shareKey === null ? null : scope.origin + paths.sharedList(list.shareKey),
    submissionId: newSubmissionId(),
  };
});
export const meta = screenMeta<typeof loader>({ title: ({ list }) => list.name });

export const action = screenAction(listInputs, listIntents);

export default function OwnList() {
  const { list, leaving, address, submissionId } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const answer = useActionData();
  const accepted = useTimesAccepted("lines");
  const failure = failureOfAny(answer, ["share", "unshare", "seen", "remove"]);
  const { id, name, parts, resources, topics } = list;
  const isEmpty = parts.length + resources.length + topics.length === 0;
  const compared = [...new Set(parts.filter(({ delisted }) => !delisted).map(({ product }) => product))];
  return (
    <PersonalScreen title={name}>
      <nav className={`crumbs ${styles.crumbs}`} aria-label="所在位置">
        <Link to={to(paths.ownLists())}>我的清单</Link>
      </nav>
      <div className={styles.padded}>
        <FormProblems id="list-problems" errors={failure?.result.error?.[""] ?? undefined} />
        {list.changed ? <Changed list={list} /> : null}
        {leaving ? <Leaving list={id} {...leaving} /> : null}
        <p className={`${styles.tools} no-print`}>
          {compared.length > 1 ? (
            <Link className="button" to={to(paths.compare(compared.slice(0, compareMax)))}>
              {compared.length > compareMax ? `对比前 ${compareMax} 个` : "对比这些"}
            </Link>
          ) : null}{" "}
          {isEmpty ? null : (
            <>
              <a className="button" href={paths.ownListTable("csv", id)} download>
                <Icon name="table" />
                CSV
              </a>{" "}
              <a className="button" href={paths.ownListTable("xlsx", id)} download>
                <Icon name="table" />
                XLSX
              </a>
            </>
          )}
        </p>
      </div>
      {isEmpty ? (
        <EmptyState
          title="清单还是空的"
          text="在下面粘贴型号和数量；或者在产品、资源和帖子的页面上点“加入清单”。"
        >
          <Link className="button" to={to(paths.products())}>
            去选产品
          </Link>
        </EmptyState>
      ) : (
        <ItemsForm key={id} list={list} />
      )}
      <FieldProvider>
        <LinesForm key={`${id} ${accepted}`} submissionId={submissionId} isOpen={isEmpty} />
        <SettingsForm key={`${name} ${list.told.join()}`} list={list} />
        <ShareForm address={address} />
        <DeleteForm isOpen={failureOf(answer, "delete") !== undefined} />
      </FieldProvider>
    </PersonalScreen>
  );
}

/** Something changed; a button says that it was seen, because opening a page must not write. */
function Changed({ list: { asOf, parts, resources } }: { list: OwnListDetail }) {
  const isMarked = [...parts, ...resources].some(({ news }) => news.length > 0);
  return (
    <Form method="post" className={styles.changed} preventScrollReset replace>
      <FormToken />
      <input type="hidden" name="asOf" value={asOf} />
      <p>
        <Icon name="bell" />
        {isMarked
          ? "清单里有变化，下面标出了是哪几项。"
          : "清单里有过变化，现在没有可标出的：消息撤下了，或者那一项已移出清单。"}
      </p>
      <button type="submit" className="button" name="intent" value="seen">
        都看过了
      </button>
    </Form>
  );
}

/** The question before a thing leaves the list with its quantity and note. */
function Leaving({ list, item, name, loses }: { list: number; item: number; name: string; loses: string }) {
  const { to } = useShell();
  return (
    <Form
      method="post"
      action={to(paths.ownList(list))}
      id="leaving"
      className={styles.leaving}
      role="alert"
      replace
    >
      <FormToken />
      <input type="hidden" name="item" value={item} />
      <h2>把“{name}”移出清单？</h2>
      {loses ? <p>{loses}</p> : null}
      <p className={styles.tools}>
        <Link className="button" data-primary to={to(paths.ownList(list))}>
          不了，返回
        </Link>{" "}
        <button type="submit" className="button" data-danger name="intent" value="remove">
          移出清单
        </button>
      </p>
    </Form>
  );
}
