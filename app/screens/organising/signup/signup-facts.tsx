import { Link } from "@remix-run/react";
import type { ShownAnswer, SignupRow } from "contract/activities/shapes";
import type { ReactNode } from "react";
import { shownBytes } from "~/format/bytes";
import { paths } from "~/navigation/paths";
import { useShell } from "~/navigation/use-shell";
import { RelativeTime } from "~/ui/relative-time";
import styles from "../parts/organising.module.css";

/** An answer: its text, or a link to its file. */
export function Answer({ answer: { text, file } }: { answer: ShownAnswer }) {
  if (file)
    return (
      <a href={file.address} download={file.name}>
        {file.name}（{shownBytes(file.bytes)}）
      </a>
    );
  if (/^https:\/\/\S+$/.test(text))
    return (
      <a href={text} rel="nofollow noopener noreferrer" target="_blank">
        {text}
      </a>
    );
  return text === "" ? "—" : text;
}

interface Line {
  label: string;
  value: ReactNode;
}

/** All data of a sign-up, line by line. */
export function SignupFacts({ signup }: { signup: SignupRow }) {
  const { to } = useShell();
  const { person, contact, category, team, place, reason, walkIn, createdAt, answers } = signup;
  const { checkedInAt, checkedInBy } = signup;
  const account = person ? (
    <Link to={to(paths.user(person.uid))}>{person.nickName}</Link>
  ) : walkIn ? (
    "现场报名"
  ) : (
    "没有账号"
  );
  const came = checkedInAt ? (
    <>
      <RelativeTime at={checkedInAt} />
      {checkedInBy ? ` · ${checkedInBy}` : ""}
    </>
  ) : (
    "未签到"
  );
  const lines: (Line | null)[] = [
    { label: "联系方式", value: contact || "—" },
    { label: "账号", value: account },
    { label: "组别", value: category.name },
    team ? { label: "队伍", value: team } : null,
    place === null ? null : { label: "候补", value: `第 ${place} 位` },
    { label: "报名时间", value: <RelativeTime at={createdAt} /> },
    { label: "签到", value: came },
    reason ? { label: "原因", value: reason } : null,
  ];
  return (
    <dl className={styles.facts}>
      {lines.map((line) =>
        line ? (
          <div key={line.label}>
            <dt>{line.label}</dt>
            <dd>{line.value}</dd>
          </div>
        ) : null,
      )}
      {answers.map((answer) => (
        <div key={answer.key}>
          <dt>{answer.label}</dt>
          <dd>
            <Answer answer={answer} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
