import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { startPortal } from "../tests/support/running-portal";
import { cancelled, Doers, findTopic, newcomers, replying, signingUp, type Tally, watchPages } from "./deeds";
import { PatroniCluster } from "./patroni/cluster";
import type { Part, Report } from "./report";
import { StaffCalls } from "./staff-calls";

/** The number of kills. `TRIAL_KILLS` can make it smaller. */
const kills = Number(process.env.TRIAL_KILLS ?? 10);
/** A lost machine is noticed when its key in etcd expires (ttl, 20 s). Then a standby is promoted. */
const recoveryMaximum = 60_000;
/** From the demo pack: an open day, and an exam of twenty-five minutes. */
const [activity, category, exam] = [12, "visitor", 4];
/** The number of topics in a batch. A batch of this size runs as a job. */
const batchSize = 25;

/** Repeats calls until they are acknowledged, as the portal's scripts do. */
class Calls {
  lastAt = 0;
  failed = 0;
  readonly others: string[] = [];

  /** Repeats the call until it succeeds. Returns undefined if it was stopped before. */
  async untilDone<Result>(going: () => boolean, call: () => Promise<Result>): Promise<Result | undefined> {
    while (going()) {
      try {
        const result = await call();
        this.lastAt = performance.now();
        return result;
      } catch (error) {
        const { message } = error as Error;
        // The database is away: the answer is 503, or the connection broke.
        if (/answered 503|fetch failed/.test(message)) this.failed += 1;
        else this.others.push(message.slice(0, 200));
        await pause(200);
      }
    }
    return undefined;
  }
}

/** Answers questions of an exam one after the other, and remembers the last acknowledged answer of each. */
async function answerExam(origin: string, calls: Calls, going: () => boolean) {
  const member = await StaffCalls.signIn(origin, "member");
  const { id: attempt, questions } = await member.call("startExam", { exam });
  const stored = new Map<number, number>();
  let count = 0;
  const answering = (async () => {
    for (let turn = 0; going(); turn += 1) {
      const number = (turn % questions.length) + 1;
      const { type } = questions[number - 1] ?? { type: "judge" };
      const answer =
        type === "judge" ? [turn % 2 ? "true" : "false"] : type === "blank" ? [`答 ${turn}`] : ["A"];
      const at = Date.now();
      const done = await calls.untilDone(going, () =>
        member.call("saveAnswer", { attempt, answers: [{ number, answer }], at }),
      );
      if (done) {
        stored.set(number, at);
        count += 1;
      }
      await pause(50);
    }
  })();
  return { attempt, kept: stored, count: () => count, answering };
}

/** Hides and shows the same topics in batches, each until it is completely done. */
async function moderate(origin: string, calls: Calls, going: () => boolean) {
  const staff = await StaffCalls.signIn(origin);
  const pages = await Promise.all(
    [1, 2].map((page) => staff.call("moderatorTopicList", { state: "listed", page })),
  );
  const ids = pages.flatMap(({ topics }) => topics.map(({ tid }) => tid)).slice(-batchSize);
  const batches: number[] = [];
  const moderating = (async () => {
    for (let turn = 0; going(); turn += 1) {
      const action = turn % 2 ? ("show" as const) : ("hide" as const);
      const form = { ids, action, reason: "试验", submissionId: randomUUID() };
      const done = await calls.untilDone(going, () => staff.call("topicOperate", form));
      if (!done) return;
      batches.push(done.batch);
      for (let waiting = 1; waiting > 0 && going(); await pause(300)) {
        const detail = await calls.untilDone(going, () => staff.call("batchDetail", { batch: done.batch }));
        waiting = detail?.waiting ?? 0;
      }
    }
  })();
  return { ids, batches, moderating };
}

type Ask = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;

async function accountForms(report: Report, ask: Ask, tallies: ReadonlyMap<string, Tally>): Promise<void> {
  const sources: Record<string, string> = {
    回复: "select regexp_replace(html, '</?p>', '', 'g') as key from posts where html like '<p>试写 %'",
    报名: "select name as key from activity_signups where name ~ '^[0-9a-f]{8}-[0-9a-f]{4}$'",
  };
  for (const [name, tally] of tallies) {
    const done = tally.done.filter((key) => key !== cancelled);
    const counts = new Map<string, number>();
    for (const { key } of await ask<{ key: string }>(sources[name] ?? ""))
      counts.set(key, (counts.get(key) ?? 0) + 1);
    report.figure(`${name}：已确认`, done.length, "份", { atLeast: 20 });
    report.figure(`${name}：已确认而丢失`, done.filter((key) => !counts.has(key)).length, "份", {
      exactly: 0,
    });
    report.figure(`${name}：重复`, [...counts.values()].filter((count) => count > 1).length, "份", {
      exactly: 0,
    });
    report.figure(`${name}：503，文字还回`, tally.refused, "次");
    report.figure(`${name}：连接中断`, tally.broken, "次", { exactly: 0 });
    report.figure(`${name}：文字没有还回`, tally.lost.length, "次", { exactly: 0 });
    if (tally.lost.length > 0) console.error(name, tally.lost.slice(0, 20));
    report.figure(`${name}：其他回答`, tally.others.length, "次", { exactly: 0 });
    if (tally.others.length > 0) console.error(name, tally.others.slice(0, 20));
    const strange = tally.pages.filter((page) => page.startsWith("Error: /"));
    report.figure(`${name}：页面与已确认的不符`, strange.length, "次", { exactly: 0 });
    if (strange.length > 0) console.error(name, strange.slice(0, 20));
  }
  const away = await ask<{ away: number }>(
    `select c.taken - count(s.id)::int as away from activity_categories as c left join activity_signups as s
       on s.activity_id = c.activity_id and s.category = c.key and s.state in ('pending', 'accepted', 'more')
     where c.activity_id = $1 group by c.activity_id, c.key, c.taken`,
    [activity],
  );
  report.figure(
    "报名：名额的计数与报名之差",
    away.reduce((sum, row) => sum + Math.abs(row.away), 0),
    "个",
    {
      exactly: 0,
    },
  );
}

async function accountCalls(
  report: Report,
  ask: Ask,
  exams: Awaited<ReturnType<typeof answerExam>>,
  batches: Awaited<ReturnType<typeof moderate>>,
): Promise<void> {
  const stored = new Map(
    (
      await ask<{ number: number; at: number }>(
        "select number, (extract(epoch from at) * 1000)::float8 as at from exam_answers where attempt_id = $1",
        [exams.attempt],
      )
    ).map(({ number, at }) => [number, at]),
  );
  const lost = [...exams.kept].filter(([number, at]) => (stored.get(number) ?? 0) < Math.floor(at)).length;
  report.figure("考试：已确认的答案", exams.count(), "个", { atLeast: 20 });
  report.figure("考试：已确认而丢失（每题最后一次）", lost, "个", { exactly: 0 });
  const [sums] = await ask<{ items: number; twice: number; batches: number }>(
    `select (select count(*)::int from moderation_items where batch_id = any($1) and outcome is not null) as items,
       (select count(*)::int from (select 1 from moderation_log where batch_id is not null and target_id = any($2)
         group by batch_id, target_id having count(*) > 1) as repeated) as twice,
       (select count(*)::int from moderation_batches where reason_id in (select id from moderation_reasons where text = '试验')) as batches`,
    [batches.batches, batches.ids],
  );
  const count = batches.batches.length;
  report.figure("批量处理：已确认", count, "批", { atLeast: 3 });
  // The last batch may still be running.
  report.figure("批量处理：做完的项", sums?.items ?? 0, "项", { atLeast: (count - 1) * batchSize });
  report.figure("批量处理：做了两次的项", sums?.twice ?? Number.NaN, "项", { exactly: 0 });
  report.figure("批量处理：重复的批", (sums?.batches ?? Number.NaN) - count, "批", { atMost: 1 });
}

async function run(report: Report): Promise<void> {
  const cluster = await PatroniCluster.start();
  let portal: Awaited<ReturnType<typeof startPortal>> | undefined;
  try {
    portal = await startPortal({
      DATABASE_URL: cluster.url,
      DATABASE_DIRECT_URL: cluster.directUrl,
      DEMO: "1",
      RATE_LIMIT_SCALE: "1000",
    });
    const { origin, pid } = portal;
    const [a, b, c, d] = await newcomers(origin, origin, 4);
    if (!a || !b || !c || !d) throw new Error("nobody");
    const topic = await findTopic(a);
    const doers = new Doers([
      ...[a, b].map((browser) => replying(browser, topic)),
      ...[c, d].map((browser) => signingUp(browser, activity, category)),
    ]);
    let going = true;
    const [examCalls, staffCalls] = [new Calls(), new Calls()];
    const exams = await answerExam(origin, examCalls, () => going);
    const batches = await moderate(origin, staffCalls, () => going);
    const visitor = watchPages(origin, ["/home", "/forum/all", topic, "/active"]);
    const recoveries: Record<"postgres" | "machine", number[]> = { postgres: [], machine: [] };
    const lastOfEach = () => [
      doers.lastAt("回复"),
      doers.lastAt("报名"),
      examCalls.lastAt,
      staffCalls.lastAt,
    ];
    const tallies = await doers.during(async () => {
      await pause(5_000);
      for (let kill = 1; kill <= kills; kill += 1) {
        const primary = await cluster.wholeAgain();
        await pause(2_000);
        const whole = kill % 2 ? "postgres" : "machine";
        const began = performance.now();
        await cluster.kill(primary, whole);
        // Waits until replies, sign-ups and answers are acknowledged again. Requests that ran at the kill do not count.
        await pause(500);
        const since = performance.now();
        while (Math.min(...lastOfEach()) < since && performance.now() < began + 120_000) await pause(20);
        const took = performance.now() - began;
        recoveries[whole].push(took);
        console.info(`第 ${kill} 次：杀死 ${primary}（${whole}），${(took / 1_000).toFixed(1)} 秒后又都能写`);
        if (whole === "machine") await cluster.startNode(primary);
      }
      await cluster.wholeAgain();
      await pause(3_000);
    });
    going = false;
    await Promise.all([exams.answering, batches.moderating]);
    const { looked, failed } = await visitor.stop();
    const [postgres, machine] = [recoveries.postgres, recoveries.machine];
    report.figure("杀死主库", postgres.length + machine.length, "次", { exactly: kills });
    const seconds = { atMost: recoveryMaximum };
    report.figure("只杀 PostgreSQL：恢复写入，最久", Math.max(...postgres), "ms", seconds);
    if (machine.length > 0)
      report.figure("杀死整台机器：恢复写入，最久", Math.max(...machine), "ms", seconds);
    report.figure("访客的页面", looked, "个", { atLeast: 100 });
    report.figure("访客的页面：不是 200", failed.length, "个");
    report.figure(
      "访客的页面：既不是 200 也不是 503",
      failed.filter((one) => !one.endsWith(" 503")).length,
      "个",
      {
        exactly: 0,
      },
    );
    for (const [name, calls] of Object.entries({ 考试: examCalls, 批量处理: staffCalls })) {
      report.figure(`${name}：503 或连接中断`, calls.failed, "次");
      report.figure(`${name}：其他回答`, calls.others.length, "次", { exactly: 0 });
      if (calls.others.length > 0) console.error(name, calls.others.slice(0, 20));
    }
    const database = new pg.Client({ connectionString: cluster.directUrl });
    await database.connect();
    try {
      const ask: Ask = async (text, values) => (await database.query(text, values)).rows as never;
      await accountForms(report, ask, tallies);
      await accountCalls(report, ask, exams, batches);
    } finally {
      await database.end();
    }
    process.kill(pid, 0);
  } catch (error) {
    console.error(cluster.logs());
    throw error;
  } finally {
    await portal?.stop();
    await cluster.stop();
  }
}

/** Kills the primary of a synchronous cluster repeatedly while people write. */
export const part: Part = {
  about: `三个节点的 Patroni 集群（同步复制），写入时 kill -9 主库 ${kills} 次：已确认的一份不丢、一份不重`,
  run,
};
