import { Link, useActionData, useLoaderData } from "@remix-run/react";
import type { CallResponse } from "contract";
import { type Certificate, certificateCalls, publicId } from "contract/training/certificates/calls";
import { z } from "zod";
import { orWithout } from "~/failure/explain.server";
import { formatDay } from "~/format/time";
import { failureOf } from "~/forms/result";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { type ActionTools, submitted } from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";
import { screenAction, screenLoader } from "~/request/screen.server";
import { certificateWords, holderOf } from "~/training/certificate-paper";
import { Icon } from "~/ui/icon";
import styles from "./certificate.module.css";
import { CorrectName } from "./correct-name";
import { NameForm } from "./name-form";
import { Paper } from "./paper";
import { Revoke } from "./revoke";

const inputs = { params: z.object({ number: publicId }), missing: "没有这张证书，请核对证书编号" };

/** What the holder may do with it; null for others. */
type Own = Omit<NonNullable<CallResponse<"ownCertificate">["own"]>, "certificate">;

interface CertificateData {
  certificate: Certificate;
  own: Own | null;
  address: string;
  /** Whether the reader is an administrator, who may revoke it or correct its name. */
  mayRevoke: boolean;
}

/**
 * /trainingClass/certificates/{number}: a certificate, for everybody who has its number. Revoked certificates and
 * those of closed accounts are shown too. Others see the name that its holder chose.
 */
export const loader = screenLoader(inputs, async ({ scope, params }): Promise<CertificateData> => {
  const [shown, mine] = await Promise.all([
    scope.publicGateway.call("certificateByPublicId", { publicId: params.number }),
    ownOf(scope, params.number),
  ]);
  const { certificate = shown, ...own } = mine ?? {};
  return {
    certificate,
    own: mine ? (own as Own) : null,
    address: scope.origin + paths.certificate(certificate.publicId),
    mayRevoke: certificate.state === "valid" && (await isAdministrator(scope)),
  };
});

async function ownOf(scope: Scope, number: string) {
  if (!(await scope.signedIn())) return null;
  const answer = await orWithout(scope, scope.gateway.call("ownCertificate", { publicId: number }), null);
  return answer?.own ?? null;
}

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
  title: (loaded) => `${(loaded as CertificateData).certificate.name}证书`,
  description: (loaded) => {
    const { certificate } = loaded as CertificateData;
    return `${certificate.holder || "已注销的用户"}${certificateWords(certificate)}`;
  },
  head: (loaded) => {
    const { certificate } = loaded as CertificateData;
    if (certificate.state !== "valid") return {};
    return {
      shared: true,
      image: paths.certificateFile(certificate.publicId, "card.png"),
      imageSays: `${holderOf(certificate)}的证书：${certificate.name}`,
    };
  },
});

type Tools = ActionTools<z.ZodObject, typeof inputs.params>;
const revokeSchema = z.object({ reason: certificateCalls.revokeCertificate.request.shape.reason });

const correctSchema = z.object({
  realName: certificateCalls.correctCertificateName.request.shape.realName,
});

export const action = screenAction(inputs, {
  revoke: submitted(revokeSchema, async ({ reason }, { scope, params, done }: Tools) => {
    await scope.gateway.call("revokeCertificate", { publicId: params.number, reason });
    return done(paths.certificate(params.number), "证书已撤销");
  }),
  correct: submitted(correctSchema, async ({ realName }, { scope, params, done }: Tools) => {
    await scope.gateway.call("correctCertificateName", { publicId: params.number, realName });
    return done(paths.certificate(params.number), "证书上的姓名已更正");
  }),
  name: submitted(
    certificateCalls.nameCertificates.request,
    async (chosen, { scope, params, done }: Tools) => {
      await scope.gateway.call("nameCertificates", chosen);
      return done(paths.certificate(params.number), "证书上的名字已保存");
    },
  ),
});

export default function CertificatePage() {
  const { certificate, own, address, mayRevoke } = useLoaderData<typeof loader>() as CertificateData;
  const { to } = useShell();
  const answer = useActionData();
  // If another administrator revoked it first, the form shows the refusal and keeps the typed reason.
  const failure = failureOf(answer, "revoke");
  const isValid = certificate.state === "valid";
  return (
    <div className={styles.page}>
      <State certificate={certificate} />
      <Paper certificate={certificate} />
      <div className={`${styles.buttons} no-print`}>
        {isValid ? (
          <>
            <a
              className="button"
              data-primary
              href={paths.certificateFile(certificate.publicId, "pdf")}
              download
            >
              <Icon name="download" />
              下载 PDF
            </a>{" "}
            <a className="button" href={paths.certificateFile(certificate.publicId, "png")} download>
              <Icon name="photo" />
              下载图片
            </a>{" "}
            <button type="button" className="button needs-script" onClick={() => window.print()}>
              打印
            </button>{" "}
          </>
        ) : null}
        {certificate.pathId !== null ? (
          <Link className="button" to={to(paths.learningPath(certificate.pathId))}>
            看学习路径
          </Link>
        ) : certificate.courseId !== null ? (
          <Link className="button" to={to(paths.course(certificate.courseId))}>
            看课程
          </Link>
        ) : null}{" "}
        <Link className="button" to={to(paths.certificateCheck())}>
          核验别的证书
        </Link>
      </div>
      <p className={`${styles.address} no-print`}>分享地址：{address}</p>
      {own && isValid ? <NameForm {...own} failure={failureOf(answer, "name")} /> : null}
      {mayRevoke ? <CorrectName failure={failureOf(answer, "correct")} /> : null}
      {mayRevoke || failure ? <Revoke failure={failure} /> : null}
    </div>
  );
}

/** What a reader who checks the certificate has to know first. The revocation is said even after the account is closed. */
function State({ certificate: { state, issuer, revokedAt, revokedReason } }: { certificate: Certificate }) {
  if (state === "valid")
    return (
      <p className={`${styles.state} no-print`} data-valid role="status">
        <Icon name="circle-check" />
        已核对：这张证书由{issuer}颁发，现在有效。姓名由持有人自行填写。
      </p>
    );
  return (
    <p className={styles.state} role="status">
      <Icon name="alert-circle" />
      {revokedAt
        ? `这张证书已于 ${formatDay(revokedAt)} 撤销${revokedReason ? `：${revokedReason}` : "。"} `
        : null}
      {state === "closed" ? "持有人的账号已注销，这里不再显示姓名。" : null}
    </p>
  );
}
