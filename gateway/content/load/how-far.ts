import { logInfo } from "contract/base/log";
import type { LoadProgress, LoadStep } from "./load-result";

const words: Record<LoadStep, string> = {
  check: "检查内容包",
  files: "存放图片和文件",
  texts: "排版文章",
  write: "写入版块、成员、主题和回复",
};

/** Logs how far a load is: when each step begins, and each half of it. */
export function sayHowFar(log: (line: string) => void = logInfo): LoadProgress {
  let lastLine = "";
  return (step, done, total) => {
    if (done > 0 && done >= total) return;
    const half = total > 0 && done * 2 >= total ? "（已过半）" : "";
    const line = `正在装载演示内容：${words[step]}${half}……`;
    if (line !== lastLine) log(line);
    lastLine = line;
  };
}
