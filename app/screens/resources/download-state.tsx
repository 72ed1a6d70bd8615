import { DisclaimerDialog } from "~/consent/disclaimer-dialog";
import { useShell } from "~/navigation/use-shell";
import { LoginDialog } from "~/ui/dialogs";
import { Icon } from "~/ui/icon";
import styles from "./resource.module.css";
import type { Download } from "./resource.server";

/** The dialog for what a download still needs, or the note that it has started. */
export function DownloadState({ download }: { download: Download }) {
  const { here } = useShell();
  if (download.state === "login") return <LoginDialog redirect={here} />;
  if (download.state === "disclaimer") return <DisclaimerDialog declaration={download.declaration} />;
  return (
    <p className={styles.begun} role="status">
      <Icon name="download" />
      <span>
        正在下载 {download.version}。没有开始的话，<a href={download.address}>点这里下载</a>。
      </span>
    </p>
  );
}
