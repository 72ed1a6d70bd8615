import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { binaries, childrenOf, freePort, serverIdentity } from "../../scripts/postgres-cluster.mjs";
import { deployFolder, edited } from "../deploy-files";
import { programs, type RunningServer, startServer } from "../programs";

const names = ["one", "two", "three"] as const;
const password = "a-password-of-the-trial";

const connects = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(port, "127.0.0.1");
    socket.once("connect", () => socket.destroy()).once("close", (failed) => resolve(!failed));
    socket.on("error", () => undefined);
  });

interface Node {
  name: string;
  etcd: { client: number; peer: number };
  rest: number;
  postgres: number;
  data: string;
}

/** A node in Patroni's report about the cluster. */
interface Member {
  name: string;
  role: string;
  state: string;
}

/**
 * Three PostgreSQL nodes under Patroni, each with an etcd, and HAProxy and PgBouncer in front. They use the files of
 * deploy/ with other addresses and folders.
 */
export class PatroniCluster {
  private readonly servers = new Map<string, RunningServer>();

  private constructor(
    private readonly at: string,
    private readonly nodes: readonly Node[],
    private readonly ports: { primary: number; replicas: number; pooler: number },
  ) {}

  static async start(): Promise<PatroniCluster> {
    if (!binaries()) throw new Error("install Debian's package postgresql");
    const at = mkdtempSync(join(tmpdir(), "trial-patroni-"));
    const cluster = new PatroniCluster(
      at,
      await Promise.all(
        names.map(async (name) => ({
          name,
          etcd: { client: await freePort(), peer: await freePort() },
          rest: await freePort(),
          postgres: await freePort(),
          data: join(at, `data-${name}`),
        })),
      ),
      { primary: await freePort(), replicas: await freePort(), pooler: await freePort() },
    );
    try {
      await cluster.startAll();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  /** The address of PgBouncer, which the portals use. */
  get url(): string {
    return `postgres://portal:${password}@127.0.0.1:${this.ports.pooler}/portal`;
  }

  /** The address of HAProxy, for migrations and for the trial's own queries. */
  get directUrl(): string {
    return `postgres://portal:${password}@127.0.0.1:${this.ports.primary}/portal`;
  }

  private own(path: string): void {
    const { uid, gid } = serverIdentity() as { uid?: number; gid?: number };
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  }

  private async startAll(): Promise<void> {
    this.own(this.at);
    await Promise.all(this.nodes.map((node) => this.startEtcd(node)));
    for (const node of this.nodes) await this.startNode(node.name);
    await this.startHaproxy();
    await this.wholeAgain();
    await this.makeDatabase();
    await this.startPooler();
  }

  private startEtcd(node: Node): Promise<RunningServer> {
    const file = join(this.at, `etcd-${node.name}.yml`);
    const peers = this.nodes.map(({ name, etcd }) => `${name}=http://127.0.0.1:${etcd.peer}`);
    edited(
      join(deployFolder, "patroni/etcd.yml"),
      file,
      [/^name: .*/m, `name: ${node.name}`],
      [/^data-dir: .*/m, `data-dir: ${join(this.at, `etcd-${node.name}`)}`],
      [/^initial-cluster: .*/m, `initial-cluster: ${peers.join(",")}`],
      [/^((?:listen|initial-advertise)-peer-urls:) .*/gm, `$1 http://127.0.0.1:${node.etcd.peer}`],
      [/^((?:listen|advertise)-client-urls:) .*/gm, `$1 http://127.0.0.1:${node.etcd.client}`],
    );
    return this.run(`etcd-${node.name}`, programs.etcd, ["--config-file", file], () =>
      fetch(`http://127.0.0.1:${node.etcd.client}/health`).then(({ ok }) => ok),
    );
  }

  private async run(
    name: string,
    program: (typeof programs)[keyof typeof programs],
    args: string[],
    isReady: () => Promise<boolean>,
    env: Record<string, string> = {},
  ): Promise<RunningServer> {
    const server = await startServer(program, args, { log: join(this.at, `${name}.log`), isReady, env });
    this.servers.set(name, server);
    return server;
  }

  private nodeOf(name: string): Node {
    const node = this.nodes.find((one) => one.name === name);
    if (!node) throw new Error(`no node ${name}`);
    return node;
  }

  /** Starts the Patroni of a node, which starts PostgreSQL. */
  async startNode(name: string): Promise<void> {
    const node = this.nodeOf(name);
    const file = join(this.at, `patroni-${name}.yml`);
    mkdirSync(join(this.at, `socket-${name}`), { recursive: true });
    this.own(join(this.at, `socket-${name}`));
    edited(
      join(deployFolder, "patroni/patroni.yml"),
      file,
      [/\/var\/run\/postgresql/, join(this.at, `socket-${name}`)],
      // The trial does not test a machine that hangs.
      [/mode: automatic/, "mode: off"],
    );
    const address = `127.0.0.1:${node.postgres}`;
    await this.run(
      `patroni-${name}`,
      programs.patroni,
      [file],
      () => fetch(`http://127.0.0.1:${node.rest}/patroni`).then(() => true),
      {
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: this.nodes.map(({ etcd }) => `127.0.0.1:${etcd.client}`).join(","),
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${node.rest}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${node.rest}`,
        PATRONI_POSTGRESQL_LISTEN: address,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: address,
        PATRONI_POSTGRESQL_DATA_DIR: node.data,
        PATRONI_POSTGRESQL_BIN_DIR: binaries() ?? "",
        PATRONI_POSTGRESQL_PGPASS: join(this.at, `pgpass-${name}`),
        PATRONI_SUPERUSER_USERNAME: "postgres",
        PATRONI_SUPERUSER_PASSWORD: password,
        PATRONI_REPLICATION_USERNAME: "replicator",
        PATRONI_REPLICATION_PASSWORD: password,
      },
    );
  }

  private async startHaproxy(): Promise<void> {
    const file = join(this.at, "postgres.cfg");
    let place = 0;
    const text = readFileSync(join(deployFolder, "haproxy/postgres.cfg"), "utf8")
      .replaceAll("127.0.0.1:5000", `127.0.0.1:${this.ports.primary}`)
      .replaceAll("127.0.0.1:5001", `127.0.0.1:${this.ports.replicas}`)
      .replaceAll("check port 8008 ", "check ")
      .replace(/server (one|two|three) \S+/g, (_, name: string) => {
        place += 1;
        const { postgres, rest } = this.nodeOf(name);
        return `server ${name} 127.0.0.1:${postgres} port ${rest}`;
      });
    if (place !== 2 * names.length) throw new Error("postgres.cfg has other servers");
    writeFileSync(file, text);
    await this.run("haproxy", programs.haproxy, ["-db", "-f", file], () => connects(this.ports.primary));
  }

  private async startPooler(): Promise<void> {
    const [file, users] = [join(this.at, "pgbouncer.ini"), join(this.at, "userlist.txt")];
    writeFileSync(users, `"portal" "${password}"\n`, { mode: 0o600 });
    edited(
      join(deployFolder, "pgbouncer/pgbouncer.ini"),
      file,
      [/^(portal = .*port=)5000/m, `$1${this.ports.primary}`],
      [/^(portal_replica = .*port=)5001/m, `$1${this.ports.replicas}`],
      [/^listen_port = .*/m, `listen_port = ${this.ports.pooler}`],
      [/^auth_file = .*/m, `auth_file = ${users}`],
    );
    for (const path of [file, users]) this.own(path);
    await this.run("pgbouncer", programs.pgbouncer, [file], () => connects(this.ports.pooler));
  }

  /** Does the operator's first steps in docs/deploy.md. */
  private async makeDatabase(): Promise<void> {
    const admin = (database: string) =>
      this.directUrl.replace("//portal:", "//postgres:").replace(/\/portal$/, `/${database}`);
    const ask = async (url: string, ...statements: string[]) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    };
    await ask(
      admin("postgres"),
      `create role portal login password '${password}'`,
      "alter role portal set statement_timeout = 10000",
      "alter role portal set lock_timeout = 8000",
      "alter role portal set idle_in_transaction_session_timeout = 30000",
      "create database portal owner portal encoding 'UTF8' template template0",
    );
  }

  private async members(): Promise<Member[]> {
    for (const { rest } of this.nodes) {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => null);
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members;
    }
    return [];
  }

  /** Waits for a primary and two standbys, one of them synchronous. @returns the name of the primary */
  async wholeAgain(): Promise<string> {
    for (const deadline = Date.now() + 180_000; Date.now() < deadline; await pause(250)) {
      const members = await this.members();
      const leader = members.find(({ role, state }) => role === "leader" && state === "running");
      const follow = members.filter(({ state }) => state === "running" || state === "streaming");
      if (leader && follow.length === names.length && members.some(({ role }) => role === "sync_standby"))
        return leader.name;
    }
    throw new Error(`the cluster is not whole: ${JSON.stringify(await this.members())}`);
  }

  /** Kills all PostgreSQL processes of a node; with `machine` also Patroni, as in a power failure. */
  async kill(name: string, whole: "postgres" | "machine"): Promise<void> {
    if (whole === "machine") await this.servers.get(`patroni-${name}`)?.stop("SIGKILL");
    const { data } = this.nodeOf(name);
    const main = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n", 1)[0]);
    for (const pid of [main, ...childrenOf(main)]) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The process has ended meanwhile.
      }
    }
  }

  logs(): string {
    return [...this.servers].map(([name, server]) => `== ${name}\n${server.log().slice(-3_000)}`).join("\n");
  }

  async stop(): Promise<void> {
    const inOrder = [...this.servers].sort(
      ([one], [other]) => Number(/etcd/.test(one)) - Number(/etcd/.test(other)),
    );
    for (const [, server] of inOrder) await server.stop();
    rmSync(this.at, { recursive: true, force: true });
  }
}
