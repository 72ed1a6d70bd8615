import styles from "./certificate.module.css";

/** The issuer's seal: the name along the ring, a star in the middle. The certificate names its issuer as text too. */
export function Seal({ issuer }: { issuer: string }) {
  const letters = [...issuer].slice(0, 18);
  const size = Math.min(17, 165 / Math.max(6, letters.length));
  return (
    <svg className={styles.seal} viewBox="0 0 140 140" aria-hidden="true">
      <circle cx="70" cy="70" r="66" fill="none" stroke="currentColor" strokeWidth="3.4" />
      <circle cx="70" cy="70" r="60.5" fill="none" stroke="currentColor" />
      <path
        fill="currentColor"
        d="M70 50l4.5 13.8h14.5l-11.7 8.5 4.5 13.8L70 77.6l-11.8 8.5 4.5-13.8L51 63.8h14.5z"
      />
      <path id="seal-ring" d="M25.5 83.6A46.5 46.5 0 1 1 114.5 83.6" fill="none" />
      <text fill="currentColor" fontSize={size} fontWeight="700" textAnchor="middle">
        <textPath href="#seal-ring" startOffset="50%">
          {letters.join("")}
        </textPath>
      </text>
      <text fill="currentColor" fontSize="10.5" textAnchor="middle" x="70" y="112">
        证书专用章
      </text>
    </svg>
  );
}

/** A rosette as papers of value have it behind their text. */
export function Rosette() {
  return (
    <svg className={styles.rosette} viewBox="-100 -100 200 200" aria-hidden="true">
      {Array.from({ length: 18 }, (_, at) => (
        <ellipse
          // biome-ignore lint/suspicious/noArrayIndexKey: the petals never change.
          key={at}
          rx="96"
          ry="34"
          fill="none"
          stroke="currentColor"
          strokeWidth="0.4"
          transform={`rotate(${at * 10})`}
        />
      ))}
    </svg>
  );
}
