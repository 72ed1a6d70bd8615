/** Fills courses and learners of any number with SQL, in the state after loads and writes. For the scale bench. */
import { sql } from "drizzle-orm";
import type { Database } from "gateway/database/open";

export interface TrainingSize {
  courses: number;
  learners: number;
}

/** The sizes of the demo and of a large school with 5,000,000 rows of progress. */
export const smallTraining: TrainingSize = { courses: 40, learners: 200 };
export const largeTraining: TrainingSize = { courses: 2_000, learners: 100_000 };

/** The number of lessons of each course, and of courses of each learner, finished in part or completely. */
const lessonsEach = 10;
const coursesEach = 5;
/** The key of the question inside each lesson, and the notes of each learner. */
export const quizKey = "0123456789abcdef";
const notesEach = 5;
const classes = 6;
const levels = 3;
const lecturers = 20;

const raw = (value: number) => sql.raw(String(value));

/** Slices of learners: one statement for all would exceed the gateway's time limit. */
const slices = (learners: number) =>
  Array.from(
    { length: Math.ceil(learners / 1_000) },
    (_, index) => [index * 1_000 + 1, Math.min(learners, (index + 1) * 1_000)] as const,
  );

/** Fills the empty tables of the training classes. Learners without an account get one. */
export async function fillTraining(database: Database, { courses, learners }: TrainingSize): Promise<void> {
  const lessonOf = sql`(course - 1) * ${raw(lessonsEach)}`;
  const studied = sql`lateral (select 1 + (person * 7 + k * 13) % ${raw(courses)} as course, k from generate_series(1, ${raw(coursesEach)}) as k) as own`;
  const quiz = JSON.stringify([
    {
      key: quizKey,
      type: "judge",
      html: "<p>题目</p>",
      options: [],
      answer: ["true"],
      why: "<p>解析</p>",
      source: { text: "题目", options: [], why: "解析" },
    },
  ]);
  const statements = [
    sql`insert into course_classes (id, position, name) select n, n, '分类 ' || n from generate_series(1, ${raw(classes)}) as n`,
    sql`insert into course_levels (id, position, name) select n, n, '级别 ' || n from generate_series(1, ${raw(levels)}) as n`,
    sql`insert into lecturers (id, position, name, fingerprint) select n, n, '讲师 ' || n, '-' from generate_series(1, ${raw(lecturers)}) as n`,
    sql`insert into courses (id, class_id, level_id, title, summary, source, html, chapters, tags, opens_at, minutes, lessons, videos, exams, fingerprint, search)
      select course, 1 + course % ${raw(classes)}, 1 + course % ${raw(levels)}, '课程 ' || course, '第 ' || course || ' 门课', '正文', '<p>正文</p>',
        jsonb_build_array(jsonb_build_object('title', '第一章', 'lessons', (select jsonb_agg(${lessonOf} + l) from generate_series(1, ${raw(lessonsEach)}) as l))),
        '[]', timestamptz '2024-01-01' + make_interval(hours => course), ${raw(lessonsEach * 5)}, ${raw(lessonsEach)}, ${raw(lessonsEach)}, 1, '-',
        ('''课程'':1A ''w' || course % 200 || ''':2A')::tsvector
      from generate_series(1, ${raw(courses)}) as course`,
    sql`insert into course_lecturers (course_id, lecturer_id, position) select id, 1 + id % ${raw(lecturers)}, 0 from courses`,
    sql`insert into lessons (id, course_id, number, chapter, title, minutes, videos, seconds, width, height, transcript, slides, quiz, source, html, fingerprint, heat)
      select ${lessonOf} + l, course, l, '第一章', '课 ' || l, 5, '[]', 300, 640, 360, '[]', '[]', ${quiz}::jsonb, '课文', '<p>课文</p>', '-', course % 97
      from generate_series(1, ${raw(courses)}) as course, generate_series(1, ${raw(lessonsEach)}) as l`,
    sql`insert into accounts (nickname, nickname_folded) select '学员' || n, '学员' || n
      from generate_series(1, ${raw(learners)}) as n where n > (select max(id) from accounts)`,
    ...slices(learners).flatMap(([first, last]) => [
      sql`insert into course_learners (account_id, course_id, lesson_id, lessons_done, started_at, studied_at)
        select person, course, min(${lessonOf} + 1), 9, now() - interval '90 days', now() - make_interval(mins => person % 100000)
        from generate_series(${raw(first)}, ${raw(last)}) as person, ${studied} group by person, course`,
      sql`insert into lesson_progress (account_id, lesson_id, position, at, done_at)
        select account_id, (course_id - 1) * ${raw(lessonsEach)} + l, 290, studied_at, case when l < ${raw(lessonsEach)} then studied_at end
        from course_learners, generate_series(1, ${raw(lessonsEach)}) as l where account_id between ${raw(first)} and ${raw(last)}`,
      sql`insert into lesson_answers (account_id, lesson_id, question, answer, at)
        select account_id, lesson_id, ${quizKey}, '["true"]', at from lesson_progress where lesson_id % 5 = 0 and account_id between ${raw(first)} and ${raw(last)}`,
      sql`insert into lesson_notes (account_id, lesson_id, at, text, updated_at)
        select account_id, lesson_id, 30, '第 ' || row_number || ' 条：时延由四个量决定', at
        from (select *, row_number() over (partition by account_id order by lesson_id) from lesson_progress
          where account_id between ${raw(first)} and ${raw(last)}) as own where row_number <= ${raw(notesEach)}`,
    ]),
    sql`insert into study_totals (account_id, courses, lessons_done, minutes, listed)
      select account_id, count(*), sum(lessons_done) - account_id % 20, sum(lessons_done) * 5, account_id % 3 = 0
      from course_learners group by account_id`,
    sql`update courses c set learners = own.learners from (select course_id, count(*)::int as learners from course_learners group by 1) as own
      where own.course_id = c.id`,
    sql`update lecturers l set courses = own.courses, learners = own.learners from (select lecturer_id, count(*)::int as courses, sum(c.learners)::int as learners
      from course_lecturers t join courses c on c.id = t.course_id group by 1) as own where own.lecturer_id = l.id`,
  ];
  for (const statement of statements) await database.execute(statement);
}
