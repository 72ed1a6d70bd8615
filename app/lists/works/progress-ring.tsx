import styles from "./progress-ring.module.css";

/** A percentage as a ring, with the number as text. */
export function ProgressRing({
  percent,
  label,
  size = 44,
}: {
  percent: number;
  label: string;
  size?: number;
}) {
  const rounded = Math.max(0, Math.min(100, Math.round(percent)));
  return (
    <span className={styles.ring} data-done={rounded === 100 || undefined}>
      <svg viewBox="0 0 36 36" width={size} height={size} aria-hidden="true">
        <circle className={styles.track} cx="18" cy="18" r="15.915" />
        {/* A circle of this radius has a circumference of 100. */}
        <circle className={styles.part} cx="18" cy="18" r="15.915" strokeDasharray={`${rounded} 100`} />
      </svg>
      <span className={styles.number} aria-hidden="true">
        {rounded}%
      </span>
      <span className="visually-hidden">{`${label} ${rounded}%`}</span>
    </span>
  );
}
