import { useLoaderData } from "@remix-run/react";
import { type PolicyId, policyIds } from "contract/calls/site";
import { Moment } from "~/components/moment";
import { Prose } from "~/components/prose";
import { policyIdOf } from "~/routing/shell-address";
import { notFound, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import styles from "./policy.module.css";

/** /legalNotices/{id}, and its twin /h5/protocol?cid= (spec 2.1). */
export const loader = screenLoader(async ({ scope, url, params }) => {
  const id = policyIdOf(url, params.id);
  if (!policyIds.includes(id as PolicyId)) return notFound(scope, "没有这份政策文件");
  const { result } = await scope.gateway.call("getDeclarationContent", {
    privacyId: id as PolicyId,
    type: "Windows",
    language: "zh_CN",
  });
  return result;
});
export const meta = screenMeta<{ title: string }>((policy) => policy.title);

export default function Policy() {
  const policy = useLoaderData<typeof loader>();
  return (
    <article className={`surface ${styles.policy}`}>
      <h1>{policy.title}</h1>
      <p className={styles.version}>
        版本 {policy.version} · 更新于 <Moment at={policy.updatedAt} />
      </p>
      <Prose html={policy.html} />
    </article>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
