import { Link } from "@remix-run/react";
import type { CallResponse } from "contract";
import type { Person } from "contract/base/shapes";
import { liveStates } from "contract/training/constants";
import { formatDay, formatMinute, formatWeekday } from "~/format/time";
import { CourseVideoCards } from "~/lists/works/course-card";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { Avatar } from "~/ui/avatar";
import { Icon } from "~/ui/icon";
import type { loadAround } from "./courses.server";
import { LecturerPhoto } from "./lecturer-photo";
import styles from "./training.module.css";

type Video = CallResponse<"recommendedCourseVideos">["videos"][number];
type Live = CallResponse<"liveReplay">["lives"][number];

/** Why a video is recommended; undefined when the reason is only its number of plays. */
const reasonOf = ({ why, because }: Video): string | undefined => {
  if (why === "followed") return because ? `你关注了 #${because}` : "与你关注的有关";
  if (why === "studied") return because ? `你在学“${because}”` : "与你在学的有关";
  return undefined;
};

export function Recommended({ videos }: { videos: Video[] }) {
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="recommended">
      <h2 id="recommended">推荐课程视频</h2>
      <CourseVideoCards videos={videos} why={reasonOf} />
    </section>
  );
}

/** Calendar file of one course's live session, or of all to come; the same in both shells. */
export const livesCalendar = (course?: number) => `${paths.lives()}/${course ?? "all"}.ics`;

/** The day of a session, which people look for first; the line beside it says it to everybody. */
function LiveDay({ starts }: Pick<Live, "starts">) {
  const day = formatDay(starts);
  return (
    <span className={styles.day} aria-hidden="true">
      <span>{Number(day.slice(5, 7))} 月</span>
      <b>{day.slice(8)}</b>
      <span>{formatWeekday(starts)}</span>
    </span>
  );
}

/** Live sessions, each with its day, a file for the calendar, and a link to the session or to its replay. */
export function LiveRows({ lives }: { lives: Live[] }) {
  const { to } = useShell();
  return (
    <ul className={styles.lives}>
      {lives.map((live) => (
        <li key={live.course.id} data-over={live.state === "over" || undefined}>
          <LiveDay starts={live.starts} />
          <div>
            <Link to={to(paths.course(live.course.id))} className={styles.live}>
              {live.course.title}
            </Link>
            <p className="facts">
              <time dateTime={live.starts}>{formatMinute(live.starts)}</time>
              <span>{live.minutes} 分钟</span>
              {live.lecturers.length > 0 ? (
                <span>{live.lecturers.map(({ name }) => name).join("、")}</span>
              ) : null}
            </p>
          </div>
          <p className={styles.ways}>
            <LiveWay live={live} />
            {live.state === "upcoming" ? (
              <a href={livesCalendar(live.course.id)} className={styles.calendar}>
                <Icon name="calendar-event" />
                加入日历
              </a>
            ) : null}
          </p>
        </li>
      ))}
    </ul>
  );
}

const liveName = (state: Live["state"]) => liveStates.find(({ code }) => code === state)?.name;

/** The link to a live session: an outside address before and during the session, its replay afterwards. */
export function LiveWay({ live }: { live: Pick<Live, "state" | "url" | "replay" | "replayUrl"> }) {
  const { to } = useShell();
  if (live.state !== "over" && live.url)
    return (
      <a href={live.url} target="_blank" rel="noopener">
        {live.state === "live" ? "看直播" : `${liveName(live.state)}，进入直播间`}
      </a>
    );
  if (live.replay !== null) return <Link to={to(paths.lesson(live.replay))}>看回放</Link>;
  if (live.replayUrl)
    return (
      <a href={live.replayUrl} target="_blank" rel="noopener">
        看回放
      </a>
    );
  return <span className="label">{liveName(live.state)}</span>;
}

interface RankedPerson {
  person: Person;
  label: string;
}

function Ranking({ people }: { people: RankedPerson[] }) {
  const { to } = useShell();
  return (
    <ol className={styles.ranking}>
      {people.map(({ person, label }, index) => (
        <li key={person.uid}>
          <span className={styles.rank}>{index + 1}</span>
          <Avatar icon={person.icon} size={32} />
          <Link to={to(paths.user(person.uid))}>{person.nickName}</Link>
          <span className={styles.said}>{label}</span>
        </li>
      ))}
    </ol>
  );
}

/** Live sessions, lecturers, top students and exam masters. */
export function Around({ around }: { around: Awaited<ReturnType<typeof loadAround>> }) {
  const { to } = useShell();
  const { lives, lecturers, students, masters } = around;
  return (
    <div className={styles.around}>
      {lives.length > 0 ? (
        <section className={`surface ${styles.box}`} aria-labelledby="lives">
          <h2 id="lives">
            直播与回放<Link to={to(paths.lives())}>全部</Link>
          </h2>
          <LiveRows lives={lives} />
        </section>
      ) : null}
      {lecturers.length > 0 ? (
        <section className={`surface ${styles.box}`} aria-labelledby="lecturers">
          <h2 id="lecturers">
            讲师<Link to={to(paths.lecturers())}>全部</Link>
          </h2>
          <ul className={styles.people}>
            {lecturers.map((lecturer) => (
              <li key={lecturer.id}>
                <LecturerPhoto lecturer={lecturer} size={48} />
                <div>
                  <Link to={to(paths.lecturer(lecturer.id))}>{lecturer.name}</Link>
                  <p>{[lecturer.organisation, lecturer.title].filter(Boolean).join(" · ")}</p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {students.length + masters.length === 0 ? <NobodyYet /> : null}
      {students.length > 0 ? (
        <section className={`surface ${styles.box}`} aria-labelledby="students">
          <h2 id="students">学习之星</h2>
          <Ranking
            people={students.map(({ person, lessonsDone, minutes }) => ({
              person,
              label: `${lessonsDone} 课时 · ${minutes} 分钟`,
            }))}
          />
        </section>
      ) : null}
      {masters.length > 0 ? (
        <section className={`surface ${styles.box}`} aria-labelledby="masters">
          <h2 id="masters">考试达人</h2>
          <Ranking
            people={masters.map(({ person, passed, percent }) => ({
              person,
              label: `通过 ${passed} 场 · 平均 ${Math.round(percent)}%`,
            }))}
          />
        </section>
      ) : null}
    </div>
  );
}

/** One box for both lists while nobody is in either: two that say the same look broken. */
function NobodyYet() {
  const { to } = useShell();
  return (
    <section className={`surface ${styles.box}`} aria-labelledby="students">
      <h2 id="students">学习之星与考试达人</h2>
      <p className={styles.none}>
        学完课时、通过考试，并同意公开成绩，就会列在这里。在
        <Link to={to(paths.study())}>我的学习</Link>里选择。
      </p>
    </section>
  );
}
