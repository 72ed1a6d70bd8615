import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { longId } from "contract/base/fields";
import { ownListNameMax } from "contract/own-lists/constants";
import { listName } from "contract/own-lists/fields";
import { z } from "zod";
import { FormProblems, FormToken } from "~/forms/field-parts";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { TextField } from "~/forms/inputs/text-field";
import { failureOf } from "~/forms/result";
import { newSubmissionId } from "~/forms/submission-id.server";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { RelativeTime } from "~/ui/relative-time";
import { PersonalScreen } from "../personal/personal-frame";
import styles from "./lists.module.css";

type Lists = CallResponse<"ownLists">;

/** /personalCenter/lists: the member's lists with what is in them, and the searches that they keep. */
export const loader = screenLoader({}, async ({ scope }) => ({
  ...(await scope.gateway.call("ownLists", {})),
  submissionId: newSubmissionId(),
}));
export const meta = screenMeta();

const createSchema = z.object({ name: listName, submissionId: z.string() });
const ofList = z.object({ list: longId });

const move = (up: boolean) =>
  submitted(ofList, async ({ list: id }, { scope, done }) => {
    await scope.gateway.call("moveOwnList", { id, up });
    return done(paths.ownLists());
  });

export const action = screenAction(
  {},
  {
    create: submitted(createSchema, async (form, { scope, done }) => {
      const { id } = await scope.gateway.call("createOwnList", form);
      return done(paths.ownList(id), "清单建好了");
    }),
    up: move(true),
    down: move(false),
    forget: submitted(z.object({ search: longId }), async ({ search: id }, { scope, done }) => {
      await scope.gateway.call("removeSearch", { id });
      return done(paths.ownLists(), "已移除这个筛选");
    }),
  },
);

export default function OwnLists() {
  const { lists, searches, submissionId } = useLoaderData<typeof loader>();
  const answer = useActionData();
  const failure = ["up", "down", "forget"].map((intent) => failureOf(answer, intent)).find(Boolean);
  return (
    <PersonalScreen title="我的清单">
      <div className={styles.padded}>
        <FormProblems id="lists-problems" errors={failure?.result.error?.[""] ?? undefined} />
        <FieldProvider>
          <CreateForm submissionId={submissionId} />
        </FieldProvider>
      </div>
      {lists.length === 0 ? (
        <EmptyState
          title="还没有清单"
          text="给一块板子、一个项目建一份清单：放型号和数量、要看的文档和帖子；有变更、勘误或停产时会告诉你。"
        />
      ) : (
        <ul>
          {lists.map((list, at) => (
            <ListRow key={list.id} list={list} isFirst={at === 0} isLast={at === lists.length - 1} />
          ))}
        </ul>
      )}
      <Searches searches={searches} />
    </PersonalScreen>
  );
}

function CreateForm({ submissionId }: { submissionId: string }) {
  const form = useScreenForm({ id: "create-list", intent: "create" });
  return (
    <ScreenForm of={form} className={styles.line} submissionId={submissionId}>
      <TextField
        name="name"
        label="新清单的名称"
        placeholder="例如：网关板 V2"
        maxLength={ownListNameMax}
        autoComplete="off"
      />
      <button type="submit" className="button" data-primary name="intent" value="create">
        <Icon name="plus" />
        新建清单
      </button>
    </ScreenForm>
  );
}

/** What is in a list, in words. */
const contentWords = ({ parts, resources, topics }: Lists["lists"][number]): string =>
  [
    parts > 0 ? `${parts} 个型号` : "",
    resources > 0 ? `${resources} 份文档` : "",
    topics > 0 ? `${topics} 个主题` : "",
  ]
    .filter(Boolean)
    .join("，") || "空的";

function ListRow({
  list,
  isFirst,
  isLast,
}: {
  list: Lists["lists"][number];
  isFirst: boolean;
  isLast: boolean;
}) {
  const { to } = useShell();
  const { id, name, shared, changed, updatedAt } = list;
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <h2>
          <Link to={to(paths.ownList(id))}>{name}</Link>
          {changed ? (
            <>
              {" "}
              <span className="label" data-kind="state">
                有变化
              </span>
            </>
          ) : null}
          {shared ? (
            <>
              {" "}
              <span className="label">已共享</span>
            </>
          ) : null}
        </h2>
        <p className="facts">
          <span>{contentWords(list)}</span>
          <span>
            改于 <RelativeTime at={updatedAt} />
          </span>
        </p>
      </div>
      <Form method="post" className={styles.moves} preventScrollReset replace>
        <FormToken />
        <input type="hidden" name="list" value={id} />
        <button type="submit" className="link-button" name="intent" value="up" disabled={isFirst}>
          上移<span className="visually-hidden"> {name}</span>
        </button>{" "}
        <button type="submit" className="link-button" name="intent" value="down" disabled={isLast}>
          下移<span className="visually-hidden"> {name}</span>
        </button>
      </Form>
    </li>
  );
}

/** The kept searches; a press opens one, and it can be kept again from its page after it was removed. */
function Searches({ searches }: Pick<Lists, "searches">) {
  const { to } = useShell();
  return (
    <section className={styles.searches} aria-labelledby="searches">
      <h2 id="searches">保存的筛选</h2>
      {searches.length === 0 ? (
        <p className={`sentence ${styles.hint}`}>
          在<Link to={to(paths.search())}>搜索</Link>、<Link to={to(paths.products())}>产品分类</Link>
          的页面上点“保存这个筛选”，以后从这里一步打开。
        </p>
      ) : (
        <ul>
          {searches.map(({ id, name, address }) => (
            <li key={id} className={styles.row}>
              <Icon name="search" />
              <p className={styles.name}>
                <Link to={to(address)}>{name}</Link>
              </p>
              <Form method="post" className={styles.moves} preventScrollReset replace>
                <FormToken />
                <input type="hidden" name="search" value={id} />
                <button type="submit" className="link-button" name="intent" value="forget">
                  移除<span className="visually-hidden"> {name}</span>
                </button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
