import { Link, useLoaderData } from "@remix-run/react";
import { policyIds, policyTitles } from "contract/site/constants";
import { z } from "zod";
import { AnalyticsSwitch } from "~/consent/analytics-switch";
import { screenMeta } from "~/metadata/screen-meta";
import { PreviewNote } from "~/moderation/preview-note";
import { paths } from "~/navigation/paths";
import { policyIdOf } from "~/navigation/shell-address";
import { useShell } from "~/navigation/use-shell";
import { previewQuery } from "~/request/inputs.server";
import { notFound } from "~/request/not-found.server";
import { screenLoader } from "~/request/screen.server";
import { Prose } from "~/ui/prose";
import { RelativeTime } from "~/ui/relative-time";
import styles from "./policy.module.css";

const inputs = {
  params: z.object({ id: z.string().optional() }),
  query: z.object({
    /** The policy's id under /h5/protocol; `policyIdOf` reads it. */
    cid: z.string().optional(),
    version: z
      .string()
      .regex(/^.{1,20}$/)
      .optional(),
    preview: previewQuery,
  }),
  missing: "没有这份政策文件",
};

/** /legalNotices/{id}, /h5/protocol?cid= and /activeprivacyPolicy (spec 2.1). `?version=` shows an earlier version. */
export const loader = screenLoader(inputs, async ({ scope, url, params, query: { version, preview } }) => {
  const privacyId = policyIds.find((id) => id === policyIdOf(url, params.id));
  if (!privacyId) return notFound(scope, inputs.missing);
  const text = { privacyId, type: "Windows", language: "zh_CN" } as const;
  const policy = await scope.publicGateway.call("getDeclarationContent", {
    ...text,
    ...(version === undefined ? {} : { version }),
    ...(preview === undefined ? {} : { preview }),
  });
  // An upstream may return only the text (spec 7.2).
  return { ...policy, privacyId, title: policy.title || policyTitles[privacyId] };
});
export const meta = screenMeta<typeof loader>({
  title: (policy) => policy.title,
  head: ({ preview }) => ({ indexed: !preview }),
});

export default function Policy() {
  const policy = useLoaderData<typeof loader>();
  const { to } = useShell();
  return (
    <article className={`surface ${styles.policy}`}>
      <h1>{policy.title}</h1>
      {policy.version ? (
        <p className={styles.version}>
          版本 {policy.version} · 更新于 <RelativeTime at={policy.updatedAt} />
        </p>
      ) : null}
      {policy.version === policy.inForce ? null : (
        <p className={styles.older}>
          这是曾经施行的旧版本，保留下来供查阅。
          <Link to={to(paths.policy(policy.privacyId))}>阅读现行版本 {policy.inForce}</Link>
        </p>
      )}
      {policy.privacyId === "cookie-policy" || policy.privacyId === "privacyPolicy" ? (
        <AnalyticsSwitch />
      ) : null}
      {policy.preview ? <PreviewNote kind="policies" contentKey={policy.privacyId} /> : null}
      <Prose html={policy.result} />
    </article>
  );
}
