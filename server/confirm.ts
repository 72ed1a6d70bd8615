import { createInterface } from "node:readline/promises";

/** Asks whoever runs a command; at the end of the input nobody answers, and nothing is done. */
export async function confirm(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  const answer = await Promise.race([lines.question(`${question}\n输入 y 确认：`), ended]);
  lines.close();
  return /^(y|yes|是)$/i.test(answer.trim());
}
