import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { certificateCalls, publicId } from "contract/training/certificates/calls";
import { certificateStates, revokeReasonMax } from "contract/training/constants";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { formatDay } from "~/format/time";
import { ScreenForm } from "~/forms/form/screen-form";
import { TextArea } from "~/forms/form/text-area";
import { useScreenForm } from "~/forms/form/use-screen-form";
import { type FormFailure, failureOf } from "~/forms/result";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { type ActionTools, submitted } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { Icon } from "~/ui/icon";
import styles from "./certificate.module.css";

const inputs = { params: z.object({ number: publicId }), missing: "没有这张证书，请核对证书编号" };

/**
 * /trainingClass/certificates/{number}: a certificate, for everybody who has its number. Revoked certificates and
 * those of closed accounts are shown too.
 */
export const loader = screenLoader(inputs, async ({ scope, params }) => {
  const certificate = await scope.publicGateway.call("certificateByPublicId", { publicId: params.number });
  return {
    certificate,
    address: scope.origin + paths.certificate(certificate.publicId),
    mayRevoke: certificate.state === "valid" && (await isAdministrator(scope)),
  };
});

/** Whether the reader is an administrator. Only members who moderate something cost the second call. */
async function isAdministrator(scope: Scope): Promise<boolean> {
  const personal = (await scope.signedIn()) ? await scope.personal() : null;
  if (!personal?.forumAdmin) return false;
  const role = await orWithout(
    scope,
    scope.gateway.call("queryAggDcRoleVOByPk", { pk_user: personal.uid }),
    null,
  );
  return role?.data.role === "manager";
}

export const meta = screenMeta<typeof loader>({
  title: ({ certificate }) => `${certificate.name}证书`,
  description: ({ certificate }) => `${certificate.holder || "已注销的用户"}的证书：${certificate.name}`,
});

type Tools = ActionTools<z.ZodObject, typeof inputs.params>;
const revokeSchema = z.object({ reason: certificateCalls.revokeCertificate.request.shape.reason });

export const action = screenAction(inputs, {
  revoke: submitted(revokeSchema, async ({ reason }, { scope, params, done }: Tools) => {
    await scope.gateway.call("revokeCertificate", { publicId: params.number, reason });
    return done(paths.certificate(params.number), "证书已撤销");
  }),
});

const stateName = (state: string) => certificateStates.find(({ code }) => code === state)?.name ?? "";

export default function Certificate() {
  const { certificate, address, mayRevoke } = useLoaderData<typeof loader>();
  const { to } = useShell();
  const { state, holder, name, course, courseId, lecturers } = certificate;
  // If another administrator revoked it first, the form shows the refusal and keeps the typed reason.
  const failure = failureOf(useActionData(), "revoke");
  // The revocation is shown even after the account is closed.
  const revocation = certificate.revokedAt
    ? `这张证书已于 ${formatDay(certificate.revokedAt)} 撤销${
        certificate.revokedReason ? `：${certificate.revokedReason}` : "。"
      } `
    : null;
  const facts: [string, string][] = [
    ["课程", [certificate.class, certificate.level, course].filter(Boolean).join(" · ")],
    ["内容", `${certificate.lessons} 课时，${certificate.minutes} 分钟`],
    ["考试", certificate.exam ? `${certificate.exam}，${certificate.percent ?? 0}%` : ""],
    ["讲师", lecturers.join("、")],
    ["颁发", [certificate.issuer, formatDay(certificate.issuedAt)].filter(Boolean).join("，")],
    ["编号", certificate.publicId],
    [
      "状态",
      [stateName(state), state === "closed" && revocation ? stateName("revoked") : ""]
        .filter(Boolean)
        .join("，"),
    ],
  ];
  return (
    <div className={styles.page}>
      {state === "valid" ? null : (
        <p className={styles.state} role="status">
          <Icon name="alert-circle" />
          {revocation}
          {state === "closed" ? "持有人的账号已注销，这里不再显示姓名。" : null}
        </p>
      )}
      <article className={`surface ${styles.paper}`} data-state={state}>
        <p className={styles.issuer}>{certificate.issuer}</p>
        <h1>{name}</h1>
        <p className={styles.holder}>{state === "closed" ? "已注销" : holder}</p>
        <p className={styles.words}>
          已完成课程“{course}”的全部学习
          {certificate.exam ? "并通过考试" : ""}，特发此证。
        </p>
        <div className={styles.below}>
          <dl className={styles.facts}>
            {facts
              .filter(([, value]) => value !== "")
              .map(([term, value]) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          <figure className={styles.code}>
            <img
              src={paths.certificateCode(certificate.publicId)}
              width={120}
              height={120}
              alt="这张证书地址的二维码"
            />
            <figcaption>扫码核对</figcaption>
          </figure>
        </div>
        <p className={styles.address}>{address}</p>
      </article>
      <div className={`${styles.buttons} no-print`}>
        <button type="button" className="button needs-script" onClick={() => window.print()}>
          打印
        </button>
        <Link className="button" to={to(paths.course(courseId))}>
          看课程
        </Link>
      </div>
      {mayRevoke || failure ? <Revoke failure={failure} /> : null}
    </div>
  );
}

/** The form that revokes a certificate. Its page shows the reason from then on. */
function Revoke({ failure }: { failure: FormFailure | undefined }) {
  const form = useScreenForm({ id: "revoke", intent: "revoke", failure });
  return (
    <details className={`surface ${styles.revoke} no-print`} open={failure !== undefined}>
      <summary>撤销这张证书</summary>
      <ScreenForm of={form}>
        <TextArea
          id="reason"
          name="reason"
          label="撤销原因"
          hint="会写在证书的页面上，撤销后不能恢复。"
          rows={3}
          maxLength={revokeReasonMax}
        />
        <button type="submit" className="button" data-danger name="intent" value="revoke">
          撤销
        </button>
      </ScreenForm>
    </details>
  );
}
