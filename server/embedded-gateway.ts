import { statfs } from "node:fs/promises";
import type { CallDirectly } from "contract/base/direct";
import { logWarning } from "contract/base/log";
import type { PagesChange } from "contract/base/pages";
import { visitorAddressHeader } from "contract/base/wire";
import { createGateway } from "gateway/app";
import type { OpenDatabase } from "gateway/database/open";
import { domains } from "gateway/domains";
import { renewDataKeys } from "gateway/factors/data-key";
import { countView, flushViews } from "gateway/forum/states/count-views";
import { type RunningJobs, startJobs } from "gateway/jobs";
import { startBackfill } from "gateway/search/index/backfill";
import { directCalls } from "gateway/serve-calls";
import { answersOf, forget } from "gateway/server/answers";
import type { Services } from "gateway/server/context";
import { createDelivery } from "gateway/server/delivery";
import { countJobs, releaseClaims } from "gateway/server/jobs";
import { createLimits } from "gateway/server/limits";
import { watch } from "gateway/server/metrics";
import { createTextWorkers } from "gateway/workers/text-workers";
import { serveBackups } from "./backup/backup-socket";
import { openDatabase } from "./data/database";
import type { Environment } from "./environment";
import { textWorker } from "./paths";
import { openRedis } from "./redis";

export interface EmbeddedGateway {
  services: Services;
  /** The same for work that nobody waits for: its statements may take longer. */
  forWork: Services;
  /** Which database answers, for the start-up line. */
  engine: OpenDatabase["engine"];
  /**
   * Answers a browser's or another portal's request.
   * @param address the visitor's, as the front door found it
   * @param noteAccount told whose request it is, where the answer needed to know
   */
  fetch(request: Request, address: string, noteAccount: (id: number) => void): Promise<Response>;
  /** Answers a request of the portal in this process, which says for whom in a header. */
  portalFetch(request: Request): Promise<Response>;
  /** Answers a call of the portal in this process. */
  callDirectly: CallDirectly;
  /** Drops the answers that it keeps: something was taken out of everybody's sight elsewhere. */
  forget(): void;
  /** Counts views of topics that the page cache served, by tid. */
  countViews(views: ReadonlyMap<number, number>): void;
  close(): Promise<void>;
}

/** The space that a database in the data folder needs: a segment of its log, and some more. */
const roomNeeded = 64 * 1024 * 1024;
/** A stored byte takes so many on the disk at the most: its page, and the log until the next checkpoint. */
const roomByte = 1.2;
const hasRoom = (folder: string, bytes: number): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= roomNeeded + bytes * roomByte,
    // Some file systems do not say.
    () => true,
  );

/** How limits are counted while Redis is away, and again once it is there. */
const limitsInRedis = { without: "频率限制暂由本进程自己计数", again: "频率限制又由各进程一起计数" };

interface Opening {
  /** Whether the visitor's address comes in a header of the portal's or of a proxy. */
  trustForwardedAddress?: boolean;
  /** Told what jobs did to the pages that visitors share. */
  pagesChanged?: (change: PagesChange) => void;
  /**
   * Whether it does the jobs that wait. A command leaves them: it signs nothing, and may be told of no mail server, so that
   * what it sent would go to the outbox.
   */
  jobs?: boolean;
}

/**
 * Opens the database (created and migrated where needed) and puts a gateway on it. Throws StartError with the
 * reason.
 */
export async function openEmbeddedGateway(
  environment: Environment,
  { trustForwardedAddress = false, pagesChanged = () => {}, jobs: doesJobs = environment.jobs }: Opening = {},
): Promise<EmbeddedGateway> {
  const open = await openDatabase(environment);
  const redis = environment.redisUrl ? openRedis(environment.redisUrl, limitsInRedis) : undefined;
  try {
    const { siteUrl, siteName } = environment.portal;
    const { smtpUrl, mailFrom, smsHookUrl, smsHookToken } = environment;
    let jobs: RunningJobs | undefined;
    const services: Services = {
      domains,
      database: open.database,
      settings: {
        siteName,
        allowedOrigins: siteUrl ? [siteUrl] : [],
        sessionsPerAccount: environment.sessionsPerAccount,
        staffSecondFactor: environment.staffSecondFactor,
        accessConfig: environment.accessConfig,
        registerConfig: environment.registerConfig,
        profileReview: environment.profileReview,
        trustForwardedAddress,
        secrets: environment.portal.sessionSecrets,
        demo: environment.demo,
        contentPack: environment.contentPack,
      },
      delivery: createDelivery({ database: open.database, smtpUrl, mailFrom, smsHookUrl, smsHookToken }),
      limits: createLimits(redis, environment.rateLimitScale),
      texts: createTextWorkers(textWorker),
      hasRoom: (bytes = 0) =>
        open.engine === "pglite" ? hasRoom(environment.dataDir, bytes) : Promise.resolve(true),
      wakeJobs: () => jobs?.wake(),
      pagesChanged,
      now: () => new Date(),
    };
    // A command has no secret.
    if (environment.portal.sessionSecrets.length > 0) await renewDataKeys(services);
    const gateway = createGateway(services);
    const forWork: Services = { ...services, database: open.work };
    // The data folder is this process's alone: what was claimed, a killed one has left.
    if (open.engine === "pglite") await releaseClaims(open.database);
    const stopBackfill = doesJobs ? startBackfill(forWork) : undefined;
    if (doesJobs) jobs = startJobs(forWork);
    const stopJobs = jobs?.stop;
    const endBackups = open.engine === "pglite" ? serveBackups(environment.dataDir, open) : () => undefined;
    watch({
      answers: () => answersOf(open.database).counted,
      texts: services.texts.queued,
      connections: open.connections,
      jobs: () => countJobs(forWork),
    });
    return {
      services,
      forWork,
      engine: open.engine,
      fetch: async (request, address, noteAccount) => gateway.fetch(request, { address, noteAccount }),
      portalFetch: async (request) =>
        gateway.fetch(request, { address: request.headers.get(visitorAddressHeader) ?? "local" }),
      callDirectly: directCalls(services),
      forget: () => forget(services, { effect: "hides" }),
      countViews: (views) => {
        for (const [tid, count] of views) countView(open.database, tid, count);
      },
      async close() {
        endBackups();
        await Promise.all([stopBackfill?.(), stopJobs?.()]);
        // Views are counted in memory and written together: the last ones now, or never.
        await flushViews(open.database).catch((error: unknown) =>
          logWarning("最后几次浏览没有记下：", error),
        );
        await services.texts.close();
        redis?.disconnect();
        await open.close();
      },
    };
  } catch (error) {
    redis?.disconnect();
    await open.close();
    throw error;
  }
}
