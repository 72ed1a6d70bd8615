import { createInterface } from "node:readline/promises";

/** Asks the person who runs a command to confirm. The end of the input counts as a no. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  const answer = await Promise.race([lines.question(`${question}\n输入 y 确认：`), ended]);
  lines.close();
  return /^(y|yes|是)$/i.test(answer.trim());
}
