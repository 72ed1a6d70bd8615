import { type MessagePort, workerData } from "node:worker_threads";
import { beginWork, threadFolder } from "../text/cost/work-time";
import { giveWay } from "./give-way";
import { type JobInput, wordJobs, writingJobs } from "./jobs";

const jobs = { ...writingJobs, ...wordJobs } as unknown as Record<
  string,
  (input: unknown) => Promise<unknown>
>;

giveWay((workerData as { niceness?: number } | null)?.niceness ?? 0);

/** A task for a thread: a job, the length of its text, and the port for the message that it starts. */
export interface Task {
  name: string;
  input: unknown;
  length: number;
  begins: MessagePort;
}

/**
 * The entry of a thread: runs one job. It reports when the job starts, because the start of the thread does not count
 * as the text's time, and where the system tells how much of the processor the thread had.
 */
export default async function work({ name, input, length, begins }: Task): Promise<unknown> {
  const job = jobs[name];
  if (!job) throw new Error(`no job ${name}`);
  // Loading the job's module, once for each thread, does not count either.
  await warm(name, input);
  begins.postMessage(threadFolder());
  begins.close();
  beginWork(length);
  return job(input);
}

async function warm(name: string, input: unknown): Promise<void> {
  if (name in wordJobs) await import("../search/index/document");
  else if (name === "documentChanges") await import("../text/comparing/document-changes");
  else {
    const [{ prepareRenderer }] = await Promise.all([
      import("../text/markdown"),
      import("../text/local-images"),
      import("../text/comparing/changes"),
    ]);
    prepareRenderer();
    const { prepareFor } = await import("../text/prepare");
    const { source, typed, texts } = input as Partial<JobInput<"render"> & JobInput<"renderSeveral">>;
    if (name === "render" && source && !typed) await prepareFor(source);
    if (name === "renderSeveral") for (const text of texts ?? []) await prepareFor(text.source);
  }
}
