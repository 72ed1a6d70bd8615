import type { ActivityHome } from "contract/activities/home";
import type { ActivityWhole } from "contract/activities/shapes";
import { useEffect, useState } from "react";
import { formatPlanned } from "~/activities/planned";
import styles from "./contest.module.css";

type Step = ActivityHome["steps"][number];

/** The steps of an activity: its own, or for a competition those that its deadlines make. */
function stepsOf({
  home,
  kind,
  signUpFrom,
  signUpUntil,
  teams,
  works,
  startAt,
  endAt,
}: ActivityWhole): Step[] {
  if (home && home.steps.length > 0) return home.steps;
  if (kind !== "competition") return [];
  const step = (title: string, at: string, until: string | null = null): Step => ({
    title,
    at,
    until,
    text: "",
  });
  return [
    step("报名", signUpFrom, signUpUntil),
    ...(teams ? [step("组队截止", teams.until)] : []),
    step("比赛", startAt, endAt),
    ...(works ? [step("作品提交截止", works.until)] : []),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** The next moment that people wait for; null when everything is over. */
function nextOf(activity: ActivityWhole, now: number): { words: string; at: number } | null {
  const moments: [words: string, at: string | null][] = [
    ["报名开始", activity.signUpFrom],
    ["报名截止", activity.signUpUntil],
    ["作品提交截止", activity.works?.until ?? null],
    [activity.kind === "competition" ? "比赛开始" : "活动开始", activity.startAt],
    [activity.kind === "competition" ? "比赛结束" : "活动结束", activity.endAt],
  ];
  const ahead = moments
    .flatMap(([words, at]) => (at === null ? [] : [{ words, at: Date.parse(at) }]))
    .filter(({ at }) => at > now)
    .sort((one, other) => one.at - other.at);
  return ahead[0] ?? null;
}

const [minuteLong, hourLong, dayLong] = [60_000, 3_600_000, 86_400_000];

/** What is left until a moment: days and hours, on the last day hours and minutes. */
function leftOf(milliseconds: number): [value: number, unit: string][] {
  const minutes = Math.ceil(milliseconds / minuteLong) * minuteLong;
  const days = Math.floor(minutes / dayLong);
  const hours = Math.floor((minutes % dayLong) / hourLong);
  if (days > 0)
    return [
      [days, "天"],
      [hours, "小时"],
    ];
  return [
    [hours, "小时"],
    [Math.floor((minutes % hourLong) / minuteLong), "分"],
  ];
}

/** The page's time: the server's at first, then the browser's every half minute. */
function useNow(first: string): number {
  const [now, setNow] = useState(Date.parse(first));
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long it is until the next deadline, or that the activity is over. */
export function Countdown({ activity, now: first }: { activity: ActivityWhole; now: string }) {
  const now = useNow(first);
  const next = activity.withdrawn ? null : nextOf(activity, now);
  if (!next) return null;
  return (
    <p className={styles.countdown}>
      <span>距{next.words}还有</span>{" "}
      {leftOf(next.at - now).map(([value, unit]) => (
        <span key={unit} className={styles.unit}>
          <strong>{value}</strong> {unit}{" "}
        </span>
      ))}
    </p>
  );
}

/** The time line. A step says in words whether it is over, runs, or comes next. */
export function Steps({ activity, now: first }: { activity: ActivityWhole; now: string }) {
  const now = Date.parse(first);
  const steps = stepsOf(activity);
  if (steps.length === 0) return null;
  const next = steps.find(({ at }) => Date.parse(at) > now);
  const stateOf = (step: Step): "over" | "running" | "next" | undefined => {
    if (Date.parse(step.at) > now) return step === next ? "next" : undefined;
    return step.until !== null && Date.parse(step.until) > now ? "running" : "over";
  };
  const words = { over: "已结束", running: "进行中", next: "下一步" };
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="steps">
      <h2 id="steps">时间安排</h2>
      <ol className={styles.steps}>
        {steps.map((step) => {
          const state = stateOf(step);
          return (
            <li key={`${step.at} ${step.title}`} data-state={state}>
              <p className={styles.when}>
                <time dateTime={step.at}>{formatPlanned(step.at)}</time>
                {step.until ? (
                  <>
                    {" 至 "}
                    <time dateTime={step.until}>{formatPlanned(step.until)}</time>
                  </>
                ) : null}
              </p>
              <p>
                <b>{step.title}</b> {state ? <small className="label">{words[state]}</small> : null}
              </p>
              {step.text ? <p className={styles.note}>{step.text}</p> : null}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
