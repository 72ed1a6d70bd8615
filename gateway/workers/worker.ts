import type { MessagePort } from "node:worker_threads";
import { beginWork } from "../text/work-time";
import { wordJobs, writingJobs } from "./jobs";

const jobs = { ...writingJobs, ...wordJobs } as unknown as Record<
  string,
  (input: unknown) => Promise<unknown>
>;

/** What a thread is given: a job, how long its text is, and where to say that it begins. */
export interface Task {
  name: string;
  input: unknown;
  length: number;
  begins: MessagePort;
}

/**
 * A thread's only entry: does one job. It says when it begins, because a thread that has yet to start takes
 * time that is not the text's.
 */
export default async function work({ name, input, length, begins }: Task): Promise<unknown> {
  const job = jobs[name];
  if (!job) throw new Error(`no job ${name}`);
  // What the job needs is loaded once a thread, and is not the text's work either.
  await warm(name);
  begins.postMessage(null);
  begins.close();
  beginWork(length);
  return job(input);
}

async function warm(name: string): Promise<void> {
  if (name in wordJobs) await import("../search/index/document");
  else {
    const [{ prepareRenderer }] = await Promise.all([
      import("../text/markdown"),
      import("../text/local-images"),
      import("../text/changes"),
    ]);
    prepareRenderer();
  }
}
