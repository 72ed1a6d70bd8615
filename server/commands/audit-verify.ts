import { logInfo } from "contract/base/log";
import { addCheckpoints } from "gateway/moderation/log-checkpoints";
import { type BrokenChain, type ChainName, verifyLog } from "gateway/moderation/verify-log";
import { siteChain } from "gateway/moderation/write-log";
import { requireDatabase } from "../data/require-database";
import { openEmbeddedGateway } from "../embedded-gateway";
import { readEnvironment } from "../environment";
import { endSafelyOnUncaught } from "../last-words";
import { failToStart } from "../start-error";

function nameOf(chain: ChainName): string {
  if (chain === "checkpoints") return "检查点";
  if (chain === null) return "分版块记录之前的管理日志";
  return chain === siteChain ? "全站的管理日志" : `版块 ${chain} 的管理日志`;
}

const problemOf = ({ chain, row, isGone }: BrokenChain): string =>
  isGone
    ? `${nameOf(chain)}缺了第 ${row} 条：检查点记着它是当时的最后一条，现在没有了，或者内容不同。`
    : `${nameOf(chain)}从第 ${row} 条起与写入时不同，或者缺了前面的记录。`;

/**
 * `npm run audit:verify [-- DIGEST]`: reads the moderation log of the database that a start with the same environment
 * would open, and names each chain that was changed, at its first wrong row. An intact log gets checkpoints of its
 * present ends, and the command prints the last one's digest. With a digest that an earlier run printed, it also says
 * whether that checkpoint still exists. Exit code 1 when something is wrong.
 */
async function verify(): Promise<number> {
  const environment = readEnvironment("command");
  requireDatabase(environment, "existing");
  const gateway = await openEmbeddedGateway(environment, { jobs: false });
  try {
    const digest = process.argv[2];
    const { database } = gateway.forWork;
    const { rows, broken, isKnown } = await verifyLog(database, digest);
    for (const chain of broken) logInfo(problemOf(chain));
    if (broken.length > 0) return 1;
    const head = await addCheckpoints(database, new Date());
    logInfo(
      `管理日志共 ${rows} 条，各版块的都首尾相连，没有改动。\n最后一条的摘要：${head || "（还没有记录）"}`,
    );
    if (digest === undefined || isKnown) return 0;
    logInfo(`之前记下的摘要 ${digest} 已经不在日志里：后面的记录被删掉过。`);
    return 1;
  } finally {
    await gateway.close();
  }
}

endSafelyOnUncaught();
verify().then((code) => process.exit(code), failToStart);
