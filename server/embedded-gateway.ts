import { statfs } from "node:fs/promises";
import type { CallDirectly } from "contract/base/direct";
import { logWarning } from "contract/base/log";
import type { PagesChange } from "contract/base/pages";
import { visitorAddressHeader } from "contract/base/wire";
import { writeSearches } from "gateway/analytics/usage/searches";
import { createGateway } from "gateway/app";
import type { OpenDatabase } from "gateway/database/open";
import { domains } from "gateway/domains";
import { renewDataKeys } from "gateway/factors/data-key";
import { createPdfReader } from "gateway/file-texts/pdf-reader";
import { startMoving } from "gateway/files/moving/move-files";
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
import { serveCommands } from "./backup/backup-socket";
import { openDatabase } from "./data/database";
import type { Environment } from "./environment";
import { openFileStores, recogniseFileStores } from "./files/open-stores";
import { demoPack, pdfProgram, preparedDemo, textWorker } from "./paths";
import { openRedis } from "./redis";

export interface EmbeddedGateway {
  services: Services;
  /** The same services for background work, whose statements may take longer. */
  forWork: Services;
  /** Which database is open, for the start-up line. */
  engine: OpenDatabase["engine"];
  /**
   * Answers a browser's or another portal's request.
   * @param address the visitor's address, as the front door determined it
   * @param noteAccount called with the caller's account, if answering read it
   */
  fetch(request: Request, address: string, noteAccount: (id: number) => void): Promise<Response>;
  /** Answers a request of the portal in this process, which sends the visitor's address in a header. */
  portalFetch(request: Request): Promise<Response>;
  /** Answers a call of the portal in this process. */
  callDirectly: CallDirectly;
  /** Clears the cache of answers, because another thread or process has hidden content. */
  forget(): void;
  /** Counts views of topics that the page cache served, by tid. */
  countViews(views: ReadonlyMap<number, number>): void;
  close(): Promise<void>;
}

/** The free space that a database in the data folder needs: a segment of its write-ahead log, and a reserve. */
const roomNeeded = 64 * 1024 * 1024;
/** How many bytes on the disk a stored byte takes at most: its page, and the log until the next checkpoint. */
const roomByte = 1.2;
const hasRoom = (folder: string, bytes: number): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= roomNeeded + bytes * roomByte,
    // Some file systems do not report their free space.
    () => true,
  );

/** Log messages for when Redis becomes unreachable, and when it is back. */
const limitsInRedis = { without: "频率限制暂由本进程自己计数", again: "频率限制又由各进程一起计数" };

interface OpenOptions {
  /** Whether a header of the portal or of a proxy gives the visitor's address. */
  trustForwardedAddress?: boolean;
  /** Whether a new embedded database begins with the demo, where the environment has it: a server's start. */
  withDemo?: boolean;
  /** Called when a job has changed pages that visitors share. */
  pagesChanged?: (change: PagesChange) => void;
  /**
   * Whether to run jobs. A command does not: it has no secret to sign with, and may have no mail server, so its mail
   * would go to the outbox.
   */
  jobs?: boolean;
}

/**
 * Opens the database (creates and migrates it if needed) and creates a gateway on it. Throws StartError with the
 * reason.
 */
export async function openEmbeddedGateway(
  environment: Environment,
  {
    trustForwardedAddress = false,
    withDemo = false,
    pagesChanged = () => {},
    jobs: doesJobs = environment.jobs,
  }: OpenOptions = {},
): Promise<EmbeddedGateway> {
  const stores = await openFileStores(environment);
  const demo = withDemo && environment.demo ? { prepared: preparedDemo, pack: demoPack } : undefined;
  const open = await openDatabase(environment, demo);
  const redis = environment.redisUrl ? openRedis(environment.redisUrl, limitsInRedis) : undefined;
  try {
    await recogniseFileStores(open.database, stores);
    const { siteUrls, siteName } = environment.portal;
    const { smtpUrl, mailFrom, smsHookUrl, smsHookToken, outboxIsRead } = environment;
    let jobs: RunningJobs | undefined;
    const services: Services = {
      domains,
      database: open.database,
      files: stores,
      settings: {
        siteName,
        allowedOrigins: siteUrls,
        sessionsPerAccount: environment.sessionsPerAccount,
        staffSecondFactor: environment.staffSecondFactor,
        accessConfig: environment.accessConfig,
        company: environment.company,
        registerConfig: environment.registerConfig,
        profileReview: environment.profileReview,
        trustForwardedAddress,
        secrets: environment.portal.sessionSecrets,
        demo: environment.demo,
        contentPack: environment.contentPack,
        filesUrl: environment.portal.filesUrl,
      },
      delivery: createDelivery({
        database: open.database,
        smtpUrl,
        mailFrom,
        smsHookUrl,
        smsHookToken,
        outboxIsRead,
      }),
      limits: createLimits(redis, environment.rateLimitScale),
      texts: createTextWorkers(textWorker),
      pdfs: createPdfReader(pdfProgram),
      async hasRoom(bytes) {
        if (open.engine === "pglite" && !(await hasRoom(environment.dataDir, bytes ?? 0))) return false;
        // A full folder of files blocks uploads, but no pages.
        return bytes === undefined || ((await stores.forNew?.hasRoom(bytes)) ?? true);
      },
      wakeJobs: () => jobs?.wake(),
      readPrimary: () => open.replica?.needNow(),
      pagesChanged(change) {
        if (change.hides) open.replica?.needNow();
        pagesChanged(change);
      },
      now: () => new Date(),
    };
    // A command has no secret.
    if (environment.portal.sessionSecrets.length > 0) await renewDataKeys(services);
    const gateway = createGateway(services);
    const forWork: Services = { ...services, database: open.work };
    // Only this process uses the data folder, so existing claims belong to a process that was killed.
    if (open.engine === "pglite") await releaseClaims(open.database);
    const stopBackfill = doesJobs ? startBackfill(forWork) : undefined;
    if (doesJobs) jobs = startJobs(forWork);
    const stopJobs = jobs?.stop;
    const stopMoving = doesJobs ? startMoving(forWork, environment.files.moveRate) : undefined;
    const endBackups =
      open.engine === "pglite" ? serveCommands(environment.dataDir, open, stores) : () => undefined;
    watch({
      answers: () => answersOf(open.database).counted,
      texts: services.texts.queued,
      connections: open.connections,
      replica: () => open.replica,
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
      forget() {
        open.replica?.needNow();
        forget(services, { effect: "hides" });
      },
      countViews: (views) => {
        for (const [tid, count] of views) countView(open.database, tid, count);
      },
      async close() {
        endBackups();
        await Promise.all([stopBackfill?.(), stopJobs?.(), stopMoving?.()]);
        // Views are counted in memory and written in batches; the last batch is written here.
        await flushViews(open.database).catch((error: unknown) =>
          logWarning("最后几次浏览没有记下：", error),
        );
        await writeSearches(services);
        await Promise.all([services.texts.close(), services.pdfs.close()]);
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
