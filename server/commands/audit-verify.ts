import { logInfo } from "contract/base/log";
import { verifyLog } from "gateway/moderation/write-log";
import { openEmbeddedGateway } from "../embedded-gateway";
import { readEnvironment } from "../environment";
import { endSafelyOnUncaught } from "../last-words";
import { failToStart } from "../start-error";

/**
 * `npm run audit:verify [-- HEAD]`: reads the moderation log of the database that a start with the same environment
 * would open, names the first row that was changed, and prints the last row's digest. With a digest that an earlier run
 * printed, it also says whether that row still exists. Exit code 1 when something is wrong.
 */
async function verify(): Promise<number> {
  const gateway = await openEmbeddedGateway(readEnvironment("command"), { jobs: false });
  try {
    const digest = process.argv[2];
    const { rows, head, bad, knownAt } = await verifyLog(gateway.forWork.database, digest);
    if (bad !== null) {
      logInfo(`管理日志从第 ${bad} 条起与写入时不同，或者缺了前面的记录。`);
      return 1;
    }
    logInfo(`管理日志共 ${rows} 条，首尾相连，没有改动。\n最后一条的摘要：${head || "（还没有记录）"}`);
    if (digest === undefined || knownAt !== null) return 0;
    logInfo(`之前记下的摘要 ${digest} 已经不在日志里：后面的记录被删掉过。`);
    return 1;
  } finally {
    await gateway.close();
  }
}

endSafelyOnUncaught();
verify().then((code) => process.exit(code), failToStart);
