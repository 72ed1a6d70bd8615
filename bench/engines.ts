import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startCluster } from "../scripts/postgres-cluster.mjs";
import { type FullForum, fillPglite, fillPostgres } from "./full-forum";

/** The number of signed-in members. */
export const members = 8;

/** A measured database with its bounds. */
export interface Engine {
  name: string;
  /** The bound of a search in milliseconds of processor time; without it the time of a topic is the bound. */
  searchMaximum?: number;
  /** The same for words that a third of all texts contain; without the server's time on PostgreSQL. */
  commonMaximum: number;
  memory: { rest: number; loaded: number };
  /** The bound of a rendered page, as a multiple of a bare Remix page with the same elements. */
  pageMaximum: number;
  /** The numbers of threads to measure. */
  workers: number[];
  open(): Promise<{ forum: FullForum; close(): Promise<void> }>;
}

export const engines: Engine[] = [
  {
    name: "PGlite",
    searchMaximum: 25,
    commonMaximum: 50,
    memory: { rest: 450, loaded: 600 },
    pageMaximum: 2.5,
    workers: [1],
    async open() {
      const dataDir = await mkdtemp(join(tmpdir(), "portal-bench-"));
      const close = () => rm(dataDir, { recursive: true, force: true });
      return { forum: await fillPglite(dataDir, members), close };
    },
  },
  {
    name: "PostgreSQL",
    commonMaximum: 30,
    memory: { rest: 250, loaded: 400 },
    pageMaximum: 2,
    workers: [1, 2],
    async open() {
      const url = process.env.TEST_DATABASE_URL;
      const cluster = url ? undefined : await startCluster();
      const server = url ?? cluster?.url;
      if (!server)
        throw new Error("没有 PostgreSQL：请安装，或用 TEST_DATABASE_URL 给出一个可以新建数据库的地址");
      const name = `portal_costs_${process.pid}`;
      const files = await mkdtemp(join(tmpdir(), "portal-bench-"));
      const forum = await fillPostgres(server, name, members);
      forum.environment.DATA_DIR = files;
      return {
        forum,
        async close() {
          await rm(files, { recursive: true, force: true });
          const administrator = new pg.Client({ connectionString: server });
          await administrator.connect();
          await administrator.query(`drop database ${name} with (force)`);
          await administrator.end();
          await cluster?.stop();
        },
      };
    },
  },
];

/** A topic that fills its page. */
export const topicPath = "/hsforum/thread-10-1-1.html";
