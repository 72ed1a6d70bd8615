import { data } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { type Certificate, numberToCheck } from "contract/training/certificates/calls";
import { certificateStates } from "contract/training/constants";
import { z } from "zod";
import { formatDay } from "~/format/time";
import { Refused } from "~/gateway-client/errors";
import { screenMeta } from "~/metadata/screen-meta";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import type { Scope } from "~/request/scope.server";
import { screenLoader } from "~/request/screen.server";
import { certificateWords, holderOf } from "~/training/certificate-paper";
import { Icon } from "~/ui/icon";
import styles from "./check.module.css";

const query = z.object({ number: z.string().optional().catch(undefined) });

/** The most characters of a typed number that are shown again. */
const shownMax = 200;

interface CheckData {
  typed: string;
  problem: string | null;
  certificate: Certificate | null;
}

/** /trainingClass/certificates: checks a number that somebody typed from a paper. */
export const loader = screenLoader({ query }, async ({ scope, query: { number } }) => {
  if (number === undefined) return data<CheckData>({ typed: "", problem: null, certificate: null });
  const typed = number.slice(0, shownMax);
  const checked = numberToCheck.safeParse(number);
  if (!checked.success) {
    const problem = checked.error.issues[0]?.message ?? "编号有误";
    return data<CheckData>({ typed, problem, certificate: null }, { status: 400 });
  }
  const certificate = await certificateOf(scope, checked.data);
  const problem = certificate
    ? null
    : "没有这个编号的证书。请对照证书再填一次；如果编号没有错，这张证书不是这里颁发的。";
  return data<CheckData>({ typed, problem, certificate }, { status: certificate ? 200 : 404 });
});

/** The certificate with the first of these numbers that exists. */
async function certificateOf(scope: Scope, [number = "", ...others]: string[]): Promise<Certificate | null> {
  try {
    return await scope.publicGateway.call("certificateByPublicId", { publicId: number });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "CERTIFICATE_NOT_FOUND") throw error;
    return others.length > 0 ? certificateOf(scope, others) : null;
  }
}

export const meta = screenMeta<typeof loader>({
  description: () => "填写证书上的编号，核对它是不是这里颁发的、现在是否有效。",
  head: (loaded) => ((loaded as CheckData).typed ? { indexed: false } : {}),
});

export default function CheckCertificate() {
  const { typed, problem, certificate } = useLoaderData<typeof loader>() as CheckData;
  const { to } = useShell();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>核验证书</h1>
        <p>填写证书上的编号，或扫证书上的二维码。只显示持有人愿意公开的内容。</p>
      </header>
      <Form
        method="get"
        action={to(paths.certificateCheck())}
        className={`surface ${styles.form}`}
        key={typed}
      >
        <label htmlFor="number">证书编号</label>
        <div className={styles.line}>
          <input
            id="number"
            name="number"
            className="plain-input"
            defaultValue={typed}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="例如 7F3K-9M2P-4TQX-8WJR-3HDN"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? "number-problem" : "number-hint"}
          />
          <button type="submit" className="button" data-primary>
            核验
          </button>
        </div>
        {problem ? (
          <p id="number-problem" className={styles.problem} role="alert">
            <Icon name="alert-circle" />
            {problem}
          </p>
        ) : (
          <p id="number-hint" className={styles.hint}>
            大小写、横线和空格都不影响。
          </p>
        )}
      </Form>
      {certificate ? <Found certificate={certificate} /> : null}
    </div>
  );
}

/** The certificate with this number, in short. */
function Found({ certificate }: { certificate: Certificate }) {
  const { to } = useShell();
  const { state, name, publicId, issuer, issuedAt, revokedAt, revokedReason } = certificate;
  const isValid = state === "valid";
  const facts: [string, string][] = [
    ["持有人", holderOf(certificate)],
    ["内容", certificateWords(certificate).replace(/，特发此证。$/, "")],
    ["颁发", `${issuer}，${formatDay(issuedAt)}`],
    ["撤销", revokedAt ? [formatDay(revokedAt), revokedReason].filter(Boolean).join("，") : ""],
    ["编号", publicId],
  ];
  return (
    <section className={`surface ${styles.found}`} data-valid={isValid || undefined} aria-labelledby="found">
      <p className={styles.state} role="status">
        <Icon name={isValid ? "circle-check" : "alert-circle"} />
        {certificateStates.find(({ code }) => code === state)?.name}
      </p>
      <h2 id="found">{name}</h2>
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
      {state === "closed" ? null : <p className={styles.hint}>姓名由持有人自行填写。</p>}
      <Link className="button" to={to(paths.certificate(publicId))}>
        看这张证书
      </Link>
    </section>
  );
}
