import { Link, useLoaderData, useLocation } from "@remix-run/react";
import { numeric } from "contract/base/fields";
import { versionsListed } from "contract/content/constants";
import { contentTransitions } from "contract/content/transitions";
import { z } from "zod";
import { ScreenForm } from "~/forms/form/screen-form";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { NoDefaultButton } from "~/forms/outcomes/no-default-button";
import { Forbidden } from "~/gateway-client/errors";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { staffPaths } from "~/navigation/staff-paths";
import { useShell } from "~/navigation/use-shell";
import { noFields, submitted } from "~/request/intents.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { RelativeTime } from "~/ui/relative-time";
import { ModeratorScreen } from "../frame";
import { FieldChanges } from "./conflicts";
import styles from "./editing.module.css";
import { keyInPath, kindInPath, missingPiece } from "./piece-address";
import { StateLabel } from "./piece-row";
import { useDraftsOnly } from "./use-drafts-only";

const version = numeric(z.number().int().min(1).max(1_000_000));
const inputs = {
  params: z.object({ kind: kindInPath, key: keyInPath }),
  query: z.object({ version: version.optional().catch(undefined) }),
  missing: missingPiece,
};

/** /moderator/content/{kind}/{key}/versions: the versions of a piece of content, and what one of them changed. */
export const loader = screenLoader(inputs, async ({ scope, params: { kind, key }, query }) => {
  const chosen = query.version === undefined ? {} : { version: query.version };
  const history = await scope.gateway
    .call("contentVersions", { kind, key, ...chosen })
    .catch(async (error: unknown) => {
      throw error instanceof Forbidden ? await scope.redirect("/") : error;
    });
  return { kind, key, ...history };
});
export const meta = screenMeta<typeof loader>({ title: ({ title }) => `历史版本：${title}` });

export const action = screenAction(inputs, {
  restore: submitted(noFields, async (_, { scope, params: { kind, key }, argument, done }) => {
    const restored = await scope.gateway.call("restoreContent", { kind, key, version: Number(argument) });
    return done(
      paths.contentPiece(kind, key),
      `已恢复第 ${argument} 版的内容，保存为第 ${restored.version} 版；看过之后再发布`,
    );
  }),
});

const origins = { typed: "", pack: "内容包", restored: "" } as const;

export default function ContentVersions() {
  const { kind, key, title, state, publishedVersion, versions, shown } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const { pathname, search } = useLocation();
  const draftsOnly = useDraftsOnly(kind);
  const newest = versions[0]?.version ?? 0;
  const form = useScreenForm({ id: "versions", intent: versions.map((each) => `restore:${each.version}`) });
  return (
    <ModeratorScreen title="历史版本">
      <div className={styles.head}>
        <p className="facts">
          <StateLabel kind={kind} state={state} />
          <b>{title}</b>
          <span>编号 {key}</span>
        </p>
        <p className={styles.ways}>
          <Link to={to(paths.contentPiece(kind, key))} prefetch="none">
            回到编辑
          </Link>
        </p>
      </div>
      <div className={styles.history}>
        <ScreenForm of={form} action={pathname + search} reloadDocument>
          <NoDefaultButton />
          <ol className={styles.rows}>
            {versions.map(({ version: each, at, editor, why, origin }) => (
              <li key={each} className={styles.version}>
                <p>
                  <Link
                    to={to(staffPaths.contentVersions(kind, key, each))}
                    aria-current={each === shown.version ? "true" : undefined}
                    prefetch="none"
                  >
                    第 {each} 版
                  </Link>
                  {each === publishedVersion && state === "published" ? (
                    <span className="label" data-kind="current">
                      访客看到的
                    </span>
                  ) : null}
                </p>
                <p className="facts">
                  <span>
                    {editor || origins[origin]} · <RelativeTime at={at} />
                  </span>
                  {why ? <span>{why}</span> : null}
                </p>
                {each === newest || draftsOnly ? null : (
                  <button type="submit" className="link-button" name="intent" value={`restore:${each}`}>
                    {contentTransitions.restore.label}
                    <span className="visually-hidden">：第 {each} 版</span>
                  </button>
                )}
              </li>
            ))}
          </ol>
          {versions.length === versionsListed ? <p>只列最近的 {versionsListed} 版。</p> : null}
        </ScreenForm>
        <section aria-labelledby="changes-title" className={styles.shown}>
          <h2 id="changes-title">第 {shown.version} 版改了什么</h2>
          {shown.changes.length > 0 ? (
            <FieldChanges changes={shown.changes} />
          ) : (
            <p>{shown.version === 1 ? "这是开始时的内容。" : "和前一版一样。"}</p>
          )}
        </section>
      </div>
    </ModeratorScreen>
  );
}
