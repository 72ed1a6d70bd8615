import { Link, useLocation } from "@remix-run/react";
import type { Office } from "contract/base/access";
import { contentKindNames } from "contract/content/kinds/words";
import type { ReactNode } from "react";
import { FieldProvider } from "~/forms/inputs/field-provider";
import { paths } from "~/navigation/paths";
import { staffPaths } from "~/navigation/staff-paths";
import { useRoot, useShell } from "~/navigation/use-shell";
import { holdsOne } from "~/request/offices";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names.gen";
import { editedPath } from "./editing/edited-kinds";
import { cappedCount } from "./fields/counts";
import { Waited } from "./fields/waited";
import styles from "./frame.module.css";
import { useOverview } from "./use-overview";

type Waiting = "audit" | "report" | "appeal" | "inbox";

interface Entry {
  path: string;
  /** Whether the entry is the queue of appeals, which is a part of the reports' screen. */
  appeals?: boolean;
  name: string;
  icon: IconName;
  waiting?: Waiting;
  /** Whose entry it is besides administrators'; without it moderators'. */
  of?: readonly Office[];
  /** The screens below this address belong to it too. */
  below?: string;
}

const admins: readonly Office[] = [];
/** The kinds of content that numbers are shown of. */
const numbersKinds: readonly string[] = ["products", "resources", "courses"];

/** The screens of the moderation area (spec 2.1) and further entries by what they are about. */
const groups: { name: string; entries: Entry[] }[] = [
  {
    name: "待处理",
    entries: [
      { path: paths.moderation("audit"), name: "内容审核", icon: "circle-check", waiting: "audit" },
      { path: paths.moderation("report"), name: "举报处理", icon: "flag", waiting: "report" },
      {
        path: paths.moderation("report"),
        name: "申诉",
        icon: "arrow-back-up",
        waiting: "appeal",
        appeals: true,
      },
      {
        path: paths.moderation("advice"),
        name: "建议与投诉",
        icon: "message-circle",
        waiting: "inbox",
        of: admins,
      },
    ],
  },
  {
    name: "论坛",
    entries: [
      { path: paths.moderation("theme"), name: "主题管理", icon: "message" },
      { path: paths.moderation("recycle"), name: "回收站", icon: "trash" },
      { path: paths.moderation("module"), name: "版块管理", icon: "stack" },
      { path: paths.moderation("sections"), name: "版块与分区", icon: "folder", of: admins },
      { path: paths.moderation("words"), name: "敏感词", icon: "search", of: admins },
    ],
  },
  {
    name: "用户",
    entries: [
      { path: paths.moderation("forbiddenUser"), name: "禁言用户", icon: "user-check" },
      { path: paths.moderation("userAuth"), name: "用户授权", icon: "lock" },
      { path: paths.moderation("members"), name: "用户名单", icon: "users", of: admins },
      { path: paths.moderation("roles"), name: "角色", icon: "list-check", of: admins },
      { path: paths.moderation("administrators"), name: "管理员", icon: "users", of: admins },
    ],
  },
  {
    name: "内容",
    entries: [
      {
        path: staffPaths.contentPieces(contentKindNames[0]),
        below: `${paths.moderation("content")}/`,
        name: "内容编辑",
        icon: "pencil",
        of: ["editor", "lecturer"],
      },
      { path: paths.moderation("content"), name: "内容装载", icon: "circuit-board", of: admins },
      { path: paths.moderation("announcements"), name: "公告", icon: "speakerphone", of: admins },
    ],
  },
  {
    name: "运行",
    entries: [
      {
        path: paths.moderation("overview"),
        name: "管理概览",
        icon: "table",
        of: ["moderator", "analyst"],
      },
      { path: paths.moderation("log"), name: "管理日志", icon: "clock" },
      { path: paths.moderation("traffic"), name: "访问统计", icon: "eye", of: ["analyst"] },
      {
        path: staffPaths.numbers(),
        name: "数据",
        icon: "list-check",
        of: ["moderator", "editor", "analyst"],
      },
    ],
  },
];

/** Whether somebody sees any of the numbers: editors only those of some kinds of content. */
const hasNumbers = (holder: Parameters<typeof holdsOne>[0], kinds: readonly string[] = []): boolean =>
  holdsOne(holder, ["moderator", "analyst"]) || kinds.some((kind) => numbersKinds.includes(kind));

/**
 * The menu of the moderation area with counts of waiting items, beside the current screen; a row of scrolling tabs on
 * h5.
 */
export function ModeratorFrame({ children }: { children: ReactNode }) {
  const overview = useOverview();
  const me = useRoot()?.me;
  // Where nobody says the offices, the menu is a moderator's: each screen says itself who may open it.
  const holder = {
    forumAdmin: true,
    offices: overview?.offices ?? me?.offices ?? (overview?.admin ? ["admin" as const] : undefined),
  };
  const { to } = useShell();
  const { pathname, search } = useLocation();
  const atAppeals = new URLSearchParams(search).has("appeals");
  const isHere = ({ path, below, appeals = false }: Entry) =>
    (below
      ? pathname.toLowerCase().startsWith(to(below).toLowerCase())
      : pathname.toLowerCase() === to(path).toLowerCase()) &&
    (path !== paths.moderation("report") || appeals === atAppeals);
  const shown = groups
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter(
        ({ path, of = ["moderator"] }) =>
          holdsOne(holder, of) && (path !== staffPaths.numbers() || hasNumbers(holder, overview?.kinds)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <div className={styles.frame}>
      <nav className={`surface ${styles.nav}`} aria-label="论坛管理的页面">
        {shown.map((group) => (
          <div key={group.name}>
            <p aria-hidden="true">{group.name}</p>
            <ul aria-label={group.name}>
              {group.entries.map((entry) => (
                <MenuEntry key={entry.name} entry={entry} isCurrent={isHere(entry)} overview={overview} />
              ))}
            </ul>
          </div>
        ))}
      </nav>
      {children}
    </div>
  );
}

interface MenuEntryProps {
  entry: Entry;
  isCurrent: boolean;
  overview: ReturnType<typeof useOverview>;
}

function MenuEntry({ entry, isCurrent, overview }: MenuEntryProps) {
  const { to } = useShell();
  const { name, icon, waiting, appeals, below } = entry;
  const path = below ? editedPath(overview) : entry.path;
  const count = waiting && overview?.waiting[waiting];
  return (
    <li>
      <Link
        to={to(path) + (appeals ? "?appeals=open" : "")}
        prefetch="none"
        aria-current={isCurrent ? "page" : undefined}
      >
        <Icon name={icon} />
        <span>{name}</span>
        {count && count.count > 0 ? (
          <span className={styles.count}>
            <span className="visually-hidden">待处理 </span>
            {cappedCount(count.count)}
            {count.oldest ? (
              <span className={styles.oldest}>
                已等 <Waited since={count.oldest} />
              </span>
            ) : null}
          </span>
        ) : null}
      </Link>
    </li>
  );
}

/** The heading and content of one screen of the moderation area. */
export function ModeratorScreen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`surface ${styles.main}`} aria-labelledby="moderator-title">
      <h1 id="moderator-title">{title}</h1>
      <FieldProvider>{children}</FieldProvider>
    </section>
  );
}
