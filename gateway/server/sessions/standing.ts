import type { StaffRoleName } from "contract/roles/constants";
import { and, eq, sql } from "drizzle-orm";
import { outerColumn } from "../../database/outer-column";
import { accounts, moderators, sectionRights, staffRoles } from "../../database/schema";
import type { Account, Caller, EditorScope, LecturerScope, Services } from "../context";
import { stillStands } from "../offices";
import type { Grant } from "../rights";
import { factorOf } from "./has-factor";

/** The account's own rights. Cheap, because it reads only an index and nearly nobody has any. */
const grantsOf = sql<Grant[]>`coalesce((select jsonb_agg(jsonb_build_object('fid', ${sectionRights.sectionId},
  'right', ${sectionRights.right}, 'value', ${sectionRights.value})) from ${sectionRights}
  where ${sectionRights.accountId} = ${outerColumn(accounts.id)}), '[]')`;

type Role = EditorScope & LecturerScope & { role: StaffRoleName };

/** The account's roles that stand at a moment; nearly nobody has any. */
const rolesOf = (at: Date) => sql<
  Role[]
>`coalesce((select jsonb_agg(jsonb_build_object('role', ${staffRoles.role}, 'kinds', ${staffRoles.kinds},
  'classes', ${staffRoles.classes}, 'courses', ${staffRoles.courses})) from ${staffRoles}
  where ${staffRoles.accountId} = ${outerColumn(accounts.id)} and ${stillStands(staffRoles.until, at)}), '[]')`;

/** What is read of an account, whose table the query has, to know what it may do at a moment. */
export const standingColumns = ({ settings }: Pick<Services, "settings">, at: Date) => ({
  account: accounts,
  fids: sql<
    number[]
  >`array(select ${moderators.sectionId} from ${moderators} where ${moderators.accountId} = ${outerColumn(accounts.id)}
    and ${stillStands(moderators.until, at)} order by 1)`,
  roles: rolesOf(at),
  grants: grantsOf,
  hasFactor: settings.staffSecondFactor ? factorOf(accounts.id) : sql<boolean>`true`,
});

interface Read {
  account: Account;
  fids: number[];
  roles: Role[];
  grants: Grant[];
  hasFactor: boolean;
}

/** What an account may do, as it was read. */
type Standing = Pick<
  Caller,
  "account" | "fids" | "editor" | "lecturer" | "analyst" | "grants" | "lacksFactor"
>;

/** What somebody may do who is nobody. */
export const noStanding = {
  account: null,
  fids: [],
  editor: null,
  lecturer: null,
  analyst: false,
  grants: [],
} satisfies Standing;

/** What the account may do: staff without the second factor that they need have a member's rights. */
export function standingOf({ account, fids, roles, grants, hasFactor }: Read): Standing {
  if (!hasFactor && (account.admin || fids.length > 0 || roles.length > 0))
    return { ...noStanding, account: { ...account, admin: false }, grants, lacksFactor: true };
  const editor = roles.find(({ role }) => role === "editor") ?? null;
  const lecturer = roles.find(({ role }) => role === "lecturer") ?? null;
  const analyst = roles.some(({ role }) => role === "analyst");
  return { account, fids, editor, lecturer, analyst, grants };
}

/** Whether a ban of the account is in force: it then counts as a visitor. */
export const isBanned = ({ bannedUntil }: Pick<Account, "bannedUntil">, at: Date): boolean =>
  bannedUntil !== null && bannedUntil > at;

/** What a person may do now; null for who is banned, gone, or an administrator, whom nobody can be seen as. */
export async function readSeenStanding(services: Services, accountId: number): Promise<Standing | null> {
  const at = services.now();
  const [row] = await services.database
    .select(standingColumns(services, at))
    .from(accounts)
    .where(and(eq(accounts.id, accountId), eq(accounts.admin, false)))
    .limit(1);
  return row && !row.account.closedAt && !isBanned(row.account, at) ? standingOf(row) : null;
}
