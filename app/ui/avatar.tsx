import styles from "./avatar.module.css";

const fallback = "/avatar-default.svg";

/**
 * A round avatar. The default image is the background, so it is visible when the avatar does not load, also before
 * JavaScript; after it, the failed image itself is replaced (spec 2.3, 8).
 */
export function Avatar({ icon, size = 40 }: { icon: string | null; size?: number }) {
  return (
    <img
      className={styles.avatar}
      src={icon ?? fallback}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={(event) => {
        if (!event.currentTarget.src.endsWith(fallback)) event.currentTarget.src = fallback;
      }}
    />
  );
}
