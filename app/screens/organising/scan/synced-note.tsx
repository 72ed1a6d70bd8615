import { checkInAnswers } from "contract/activities/constants";
import { Icon } from "~/ui/icon";
import styles from "./scan.module.css";
import type { Synced } from "./use-scanner";

const words = Object.fromEntries(checkInAnswers.map(({ code, name }) => [code, name]));

/** The results of the offline scans: how many counted, how many were 重复, and which need attention. */
export function SyncedNote({ synced: { passed, duplicates, others } }: { synced: Synced }) {
  return (
    <div className={styles.synced} role="status">
      <p>
        <Icon name="circle-check" />
        网络恢复，离线的扫描已同步：通过 {passed}，重复 {duplicates}
        {others.length > 0 ? `，需要处理 ${others.length}` : ""}。
      </p>
      {others.length > 0 ? (
        <ul>
          {others.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
            <li key={index}>
              {one.name || "没有这个报名"}：{words[one.answer]}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
