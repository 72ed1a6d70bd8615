import { Link, useLoaderData } from "@remix-run/react";
import { type PolicyId, policyIds } from "contract/calls/site";
import { Moment } from "~/components/moment";
import { Prose } from "~/components/prose";
import { paths } from "~/paths";
import { policyIdOf } from "~/routing/shell-address";
import { notFound, screenLoader } from "~/routing/screen.server";
import { screenMeta } from "~/routing/screen-meta";
import { useShell } from "~/shells/use-shell";
import styles from "./policy.module.css";

/** /legalNotices/{id}, its twin /h5/protocol?cid=, and /activeprivacyPolicy (spec 2.1). `?version=` shows one that was in force before. */
export const loader = screenLoader(async ({ scope, url, params }) => {
  const id = policyIdOf(url, params.id);
  if (!policyIds.includes(id as PolicyId)) return notFound(scope, "没有这份政策文件");
  const version = url.searchParams.get("version");
  if (version !== null && !/^.{1,20}$/.test(version)) return notFound(scope, "没有这份政策文件");
  const { result } = await scope.publicGateway.call("getDeclarationContent", {
    privacyId: id as PolicyId,
    type: "Windows",
    language: "zh_CN",
    ...(version === null ? {} : { version }),
  });
  return result;
});
export const meta = screenMeta<{ title: string }>((policy) => policy.title);

export default function Policy() {
  const policy = useLoaderData<typeof loader>();
  const { to } = useShell();
  return (
    <article className={`surface ${styles.policy}`}>
      <h1>{policy.title}</h1>
      <p className={styles.version}>
        版本 {policy.version} · 更新于 <Moment at={policy.updatedAt} />
      </p>
      {policy.version === policy.inForce ? null : (
        <p className={styles.older}>
          这是曾经施行的旧版本，保留下来供查阅。
          <Link to={to(paths.policy(policy.privacyId))}>阅读现行版本 {policy.inForce}</Link>
        </p>
      )}
      <Prose html={policy.html} />
    </article>
  );
}

export { ScreenError as ErrorBoundary } from "~/components/screen-error";
