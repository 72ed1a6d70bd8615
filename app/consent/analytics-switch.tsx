import { useRoot, useShell } from "~/navigation/use-shell";
import styles from "./consent.module.css";

/** A form that turns usage statistics on or off in this browser. */
export function AnalyticsSwitch() {
  const { here } = useShell();
  const preferences = useRoot()?.preferences;
  if (!preferences) return null;
  const { cookiePolicyAgreed, analyticsOff } = preferences;
  const state = analyticsOff
    ? "已关闭：不收集，也不保存任何使用统计。"
    : cookiePolicyAgreed
      ? "已开启：只记录打开的页面、点击的位置和加载的快慢，不记录输入的内容、私人页面上的操作和网络地址。"
      : "尚未开启：在你同意 Cookie 政策之前，不收集使用统计。";
  return (
    <form method="post" action="/preferences" className={`${styles.analytics} no-print`} id="analytics">
      <input type="hidden" name="back" value={here} />
      <p>
        <strong>使用统计</strong> {state}
        浏览器发出“请勿跟踪”或全球隐私控制（GPC）信号时，同样不收集。
      </p>
      <button type="submit" className="button" name="analytics" value={analyticsOff ? "on" : "off"}>
        {analyticsOff ? "开启统计" : "关闭统计"}
      </button>
    </form>
  );
}
