import { Link } from "@remix-run/react";
import type { ActivityWhole } from "contract/activities/shapes";
import { seatsLeftOf } from "~/activities/words";
import { formatDay } from "~/format/time";
import { RailBox } from "~/lists/list-page";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import styles from "./activity.module.css";
import { until } from "./parts";

/** The rail of an activity: its seats, conditions and organiser, and the section where people discuss it. */
export function Rail({ activity }: { activity: ActivityWhole }) {
  const { to } = useShell();
  const isOver = activity.state === "ended";
  const { home, categories, teams, works, section, organisers, review, guests, exam } = activity;
  return (
    <aside className={styles.rail} aria-label="活动相关">
      {isOver ? null : (
        <RailBox title="名额">
          <ul className={styles.seats}>
            {categories.map(({ key, name, seats, free, waiting }) => (
              <li key={key}>
                <span>{name}</span>
                <span className={styles.note}>{seatsLeftOf({ seats, free, waiting })}</span>
              </li>
            ))}
          </ul>
        </RailBox>
      )}
      {home && home.news.length > 0 ? (
        <RailBox title="赛事动态">
          <ul className={styles.news}>
            {home.news.map(({ at, title, text }) => (
              <li key={`${at} ${title}`}>
                <time className={styles.note} dateTime={at}>
                  {formatDay(at)}
                </time>
                <b>{title}</b>
                {text ? <p>{text}</p> : null}
              </li>
            ))}
          </ul>
        </RailBox>
      ) : null}
      {isOver ? null : (
        <RailBox title="报名须知">
          <ul className={styles.notes}>
            <li>{review === "manual" ? "报名后由组织者审核" : "报名即通过"}</li>
            <li>{guests ? "没有账号也可以报名" : "登录后报名"}</li>
            {exam ? (
              <li>
                要先通过
                {/^\d{1,9}$/.test(exam) ? (
                  <Link to={to(paths.exam(Number(exam)))}>指定的考试</Link>
                ) : (
                  "指定的考试"
                )}
              </li>
            ) : null}
            {teams ? (
              <li>
                {teams.min === teams.max ? `${teams.max} 人` : `${teams.min} 至 ${teams.max} 人`}
                组队，{until(teams.until)}
              </li>
            ) : null}
            {works ? <li>作品 {until(works.until)}提交</li> : null}
            {works && home?.gallery ? <li>截止后公开展示作品的名称、文字和链接，署队名或昵称</li> : null}
          </ul>
        </RailBox>
      )}
      {organisers.length > 0 ? (
        <RailBox title="组织者">
          <ul className={styles.people}>
            {organisers.map(({ uid, nickName, icon }) => (
              <li key={uid}>
                <Avatar icon={icon} size={36} />
                <Link to={to(paths.user(uid))}>{nickName}</Link>
              </li>
            ))}
          </ul>
        </RailBox>
      ) : null}
      {section ? (
        <RailBox title="讨论">
          <Link to={to(paths.section(section.id))}>到{section.name}版块聊聊</Link>
        </RailBox>
      ) : null}
    </aside>
  );
}
