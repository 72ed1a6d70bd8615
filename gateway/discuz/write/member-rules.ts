import {
  email as emailSchema,
  foldEmail,
  foldNickname,
  phone as phoneSchema,
} from "contract/account/identity";
import { ucenterHash } from "../../account/foreign-password";
import { decodeTitle } from "../bbcode/characters";
import { numberOf, type OldRow, textOf, timeOf } from "../read/old-tables";

/** A member of the board as an account, before names and contacts are compared with others'. */
export interface OldMember {
  uid: number;
  name: string;
  email: string | null;
  /** Whether the board had verified the mail address. */
  isEmailVerified: boolean;
  phone: string | null;
  passwordHash: string | null;
  bannedUntil: Date | null;
  mutedUntil: Date | null;
  hasAvatar: boolean;
  intro: string;
  createdAt: Date;
  profile: { sex: string; fullName: string; companyName: string; school: string; post: string };
}

/** The end of a penalty that has none. */
export const forever = new Date("9999-12-31T00:00:00Z");
/** Groups of the board: whose members may not write, and whose may not enter. */
const mutedGroup = 4;
const bannedGroup = 5;
const introMaximum = 200;

const parsed = (
  schema: { safeParse(value: unknown): { success: boolean; data?: unknown } },
  value: string,
) => {
  const result = schema.safeParse(value);
  return result.success ? String(result.data) : null;
};

/** UCenter has two schemes: with a salt md5 of md5, without one PHP's password_hash. */
export function passwordHashOf(ucenter: OldRow | undefined): string | null {
  const password = textOf(ucenter?.password).trim();
  const salt = textOf(ucenter?.salt).trim();
  if (/^[0-9a-f]{32}$/i.test(password)) return ucenterHash(password, salt);
  return /^\$(?:2[abxy]\$\d\d\$|argon2id\$)/.test(password) ? password : null;
}

/** A one-line name without what a name must not have. */
const cleanName = (text: string) =>
  decodeTitle(text)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();

/** Until when a member may not enter or write; null for none. */
export function standing(member: OldRow, now: Date): Pick<OldMember, "bannedUntil" | "mutedUntil"> {
  const expiry = numberOf(member.groupexpiry);
  const until = expiry > 0 ? timeOf(expiry) : forever;
  const group = numberOf(member.groupid);
  const isLocked = numberOf(member.status) === -1;
  const later = (applies: boolean) => (applies && until > now ? until : null);
  return {
    bannedUntil: isLocked ? forever : later(group === bannedGroup),
    mutedUntil: later(group === mutedGroup),
  };
}

/** The account of a member's rows. */
export function memberOf(
  member: OldRow,
  rows: { ucenter: OldRow | undefined; profile: OldRow | undefined; forum: OldRow | undefined },
  now: Date,
): OldMember {
  const { ucenter, profile, forum } = rows;
  const short = (value: string, length: number) => [...cleanName(value)].slice(0, length).join("");
  const bio = decodeTitle(textOf(profile?.bio)).trim();
  const signature = textOf(forum?.sightml)
    .replace(/<[^>]*>|\[[^\]]*\]/g, "")
    .trim();
  const isVerifiedPhone = numberOf(member.secmobilestatus) === 1;
  return {
    uid: numberOf(member.uid),
    name: cleanName(textOf(member.username)),
    email: parsed(emailSchema, textOf(member.email) || textOf(ucenter?.email)),
    isEmailVerified: numberOf(member.emailstatus) === 1,
    phone: isVerifiedPhone ? parsed(phoneSchema, textOf(member.secmobile)) : null,
    passwordHash: passwordHashOf(ucenter),
    ...standing(member, now),
    hasAvatar: numberOf(member.avatarstatus) === 1,
    intro: [...decodeTitle(bio || signature)].slice(0, introMaximum).join(""),
    createdAt: timeOf(member.regdate),
    profile: {
      sex: { 1: "1", 2: "2" }[numberOf(profile?.gender)] ?? "",
      fullName: short(textOf(profile?.realname), 50),
      companyName: short(textOf(profile?.company), 100),
      school: short(textOf(profile?.graduateschool), 100),
      post: short(textOf(profile?.occupation), 50),
    },
  };
}

/** What is taken already: folded nicknames, folded mail addresses, and phones. */
export interface Taken {
  nicknames: Set<string>;
  emails: Set<string>;
  phones: Set<string>;
}

export interface SettledMember extends OldMember {
  nickname: string;
  /** What was changed, and why. */
  changes: string[];
}

/**
 * Which member keeps a mail address that several have on the board: the one who had verified it, else the first.
 * @param rows members with the address: `uid`, `email`, `emailstatus`
 */
export function emailHolders(rows: readonly OldRow[]): Map<string, number> {
  const rank = (row: OldRow) => [numberOf(row.emailstatus) === 1 ? 0 : 1, numberOf(row.uid)] as const;
  const ordered = [...rows].sort((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return a[0] - b[0] || a[1] - b[1];
  });
  const holders = new Map<string, number>();
  for (const row of ordered) {
    const key = foldEmail(textOf(row.email));
    if (!holders.has(key)) holders.set(key, numberOf(row.uid));
  }
  return holders;
}

/**
 * Settles names and contacts among members and with what is taken. A name that is taken, or empty, gets the old number
 * behind it. A mail address or phone that is taken is left out: that somebody typed it on the old board proves nothing.
 */
export function settleMembers(
  members: OldMember[],
  taken: Taken,
  holders: ReadonlyMap<string, number>,
): SettledMember[] {
  const contacts = new Map(
    members.map((member) => {
      const changes: string[] = [];
      const free = (value: string | null, key: string, names: Set<string>, reason: string) => {
        if (value === null) return null;
        if (names.has(key) || (holders.get(key) ?? member.uid) !== member.uid) {
          changes.push(reason);
          return null;
        }
        names.add(key);
        return value;
      };
      const email = free(
        member.email,
        foldEmail(member.email ?? ""),
        taken.emails,
        "邮箱已被别的账号使用，没有带来",
      );
      const phone = free(member.phone, member.phone ?? "", taken.phones, "手机号已被别的账号使用，没有带来");
      return [member.uid, { email, phone, changes }];
    }),
  );
  return members.map((member) => {
    const { email = null, phone = null, changes = [] } = contacts.get(member.uid) ?? {};
    const wanted = member.name || "会员";
    let nickname = wanted;
    for (let n = 0; taken.nicknames.has(foldNickname(nickname)) || !foldNickname(nickname).trim(); n += 1)
      nickname = n === 0 ? `${wanted}_${member.uid}` : `${wanted}_${member.uid}_${n}`;
    if (nickname !== wanted) changes.push("昵称已被使用，加上了旧编号");
    if (!email && !phone) changes.push("没有可用的邮箱或手机号，不能登录");
    taken.nicknames.add(foldNickname(nickname));
    return { ...member, email, phone, nickname, changes };
  });
}
