import type { Certificate } from "contract/training/certificates/calls";
import { certificateStates } from "contract/training/constants";
import { paths } from "~/navigation/paths";
import { certificateFacts, certificateWords, holderOf } from "~/training/certificate-paper";
import styles from "./certificate.module.css";
import { Rosette, Seal } from "./seal";

const stateName = (state: string) => certificateStates.find(({ code }) => code === state)?.name ?? "";

/** A certificate as it is printed: always on white, one A4 page. */
export function Paper({ certificate }: { certificate: Certificate }) {
  const { state, issuer, name, publicId, revokedAt } = certificate;
  const states = [stateName(state), state === "closed" && revokedAt ? stateName("revoked") : ""];
  return (
    <article className={styles.paper} data-state={state}>
      <Rosette />
      <p className={styles.issuer}>{issuer}</p>
      <p className={styles.kind}>
        证书
        <span lang="en">Certificate of completion</span>
      </p>
      <p className={styles.attests}>兹证明</p>
      <p className={styles.holder}>{holderOf(certificate)}</p>
      <p className={styles.words}>{certificateWords(certificate)}</p>
      <h1>{name}</h1>
      <div className={styles.below}>
        <dl className={styles.facts}>
          {[
            ...certificateFacts(certificate),
            ["状态", states.filter(Boolean).join("，")] as [string, string],
          ].map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {state === "valid" ? <Seal issuer={issuer} /> : null}
        <figure className={styles.code}>
          <img src={paths.certificateCode(publicId)} width={96} height={96} alt="这张证书地址的二维码" />
          <figcaption>扫码核对</figcaption>
        </figure>
      </div>
    </article>
  );
}
