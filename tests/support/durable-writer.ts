import { writeSync } from "node:fs";
import { openPglite } from "gateway/database/open";
import { countFrom, TestGateway } from "./test-gateway";

/**
 * A process that the test kills. It opens the given folder and writes replies through the gateway, four at a time and
 * without end; it numbers its members from the given number. For each acknowledged reply it prints `tid pid text`.
 */
const [folder, first] = process.argv.slice(2);
countFrom(Number(first));
const { database } = await openPglite(folder);
const gateway = new TestGateway(database);

async function write(writer: number): Promise<never> {
  const [author, section] = [await gateway.member(), await gateway.section()];
  const { tid } = await gateway.topic(author, section, { tags: [`写者${writer}`] });
  for (let count = 1; ; count += 1) {
    const content = `进程 ${process.pid} 写者 ${writer} 第 ${count} 条 ${"正文".repeat(200)}`;
    const { pid } = await gateway.reply(author, tid, { content });
    writeSync(1, `${tid} ${pid} ${content}\n`);
  }
}

await Promise.all([1, 2, 3, 4].map(write));
