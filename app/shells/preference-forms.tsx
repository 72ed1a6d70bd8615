import { useRoot, useShell } from "~/navigation/use-shell";
import { Icon } from "~/ui/icon";
import styles from "./footer.module.css";

const schemes = [
  { value: "system", name: "跟随系统", icon: "sun-moon" },
  { value: "light", name: "浅色", icon: "sun" },
  { value: "dark", name: "深色", icon: "moon" },
] as const;

/**
 * Forms for the colour scheme and the shell. The choice is stored in a cookie that the server reads, so they work
 * without JavaScript.
 */
export function PreferenceForms() {
  const { name, here } = useShell();
  const scheme = useRoot()?.preferences.scheme ?? "system";
  const other = name === "h5" ? "desktop" : "h5";
  return (
    <form method="post" action="/preferences" className={styles.preferences}>
      <input type="hidden" name="back" value={here} />
      {schemes.map((choice) => (
        <button
          type="submit"
          key={choice.value}
          name="scheme"
          value={choice.value}
          aria-pressed={scheme === choice.value}
        >
          <Icon name={choice.icon} />
          {choice.name}
        </button>
      ))}
      <button type="submit" name="shell" value={other}>
        <Icon name={other === "h5" ? "device-mobile" : "device-laptop"} />
        {other === "h5" ? "手机版" : "桌面版"}
      </button>
    </form>
  );
}
