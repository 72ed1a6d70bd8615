import { anyRecipient, type Recipient, verificationCode } from "contract/account/identity";
import { companySignInPath } from "contract/base/wire";
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { findAccount } from "../account/contacts";
import { isForeign } from "../account/foreign-password";
import { hashPassword, verifyPassword } from "../account/password";
import { accounts } from "../database/schema";
import type { PostedForm } from "../pages/form";
import type { Account } from "../server/context";
import { arrivalOf } from "./company-cookies";
import { enter } from "./enter";
import { codeWrong, FormProblem, type FormState } from "./problem";
import { parseFields, parseRecipient, type Screen } from "./screen";
import { sendCode } from "./send-code";
import { companyOnlyView } from "./views/company";
import { pageUrl } from "./views/fields";
import { companyAccountPath } from "./views/paths";
import { signInView } from "./views/sign-in";
import type { Visit } from "./visit";

/** This does not apply the rules for new passwords, because old passwords stay valid when the rules change. */
const password = z.string().min(1, "请输入密码").max(500, "账号或密码错误");

/**
 * The keys for counting failed sign-ins. Unknown recipients are counted like known ones, so that counts reveal nothing.
 */
const keysOf = (visit: Visit, recipient: Recipient) => ({
  account: `${recipient.channel}:${recipient.contact}`,
  address: `address:${visit.network}`,
});
type Keys = ReturnType<typeof keysOf>;

/** A captcha when the next try from this address, or for this account, needs one. */
async function captchaIfNeeded({ portal }: Visit, keys: Partial<Keys>): Promise<Partial<FormState>> {
  const { limits } = portal.services;
  const counted = [keys.account, keys.address].filter((key) => key !== undefined);
  const free = await Promise.all(counted.map((key) => limits.allows("signInCaptcha", key)));
  return free.every(Boolean) ? {} : { captcha: await portal.captchas.create() };
}

/** After some failures a try needs a solved captcha. The try is counted before the check of the password. */
async function requireCaptcha({ portal }: Visit, form: PostedForm, keys: Keys): Promise<void> {
  const { limits } = portal.services;
  const free = await Promise.all([
    limits.take("signInCaptcha", keys.account),
    limits.take("signInCaptcha", keys.address),
  ]);
  if (free.every(Boolean)) return;
  const answer = form.value("captcha").trim();
  if (answer && (await portal.captchas.check(form.value("captchaToken"), answer))) return;
  throw new FormProblem(422, {
    errors: { captcha: answer ? "图形验证码错误" : "请输入图形验证码" },
    captcha: await portal.captchas.create(),
  });
}

async function signInByPassword(visit: Visit, form: PostedForm): Promise<Response> {
  const { limits, database } = visit.portal.services;
  const sent = await parseFieldsKeepingCaptcha(visit, form);
  const keys = keysOf(visit, sent.account);
  await requireCaptcha(visit, form, keys);
  if (!(await limits.take("signInPerAccount", keys.account))) {
    const seconds = await limits.secondsLeft("signInPerAccount", keys.account);
    const text = `这个账号尝试的次数过多，请 ${Math.ceil(seconds / 60)} 分钟后再试，或用验证码登录`;
    throw new FormProblem(429, { alert: { kind: "error", text }, ...(await captchaIfNeeded(visit, keys)) });
  }
  await limits.spend("signInPerAddress", keys.address);
  const account = await findAccount(database, sent.account);
  const right = await verifyPassword(account?.passwordHash, sent.password);
  if (!account || !right) {
    throw new FormProblem(422, {
      errors: { password: "账号或密码错误" },
      ...(await captchaIfNeeded(visit, keys)),
    });
  }
  await forgetFailures(visit, keys);
  return enter(visit, await withOwnHash(visit, account, sent.password));
}

/** Replaces the hash that an imported community brought, now that the password is known. */
async function withOwnHash({ portal }: Visit, account: Account, typed: string): Promise<Account> {
  const { passwordHash: before } = account;
  if (!before || !isForeign(before)) return account;
  const passwordHash = await hashPassword(typed);
  const [replaced] = await portal.services.database
    .update(accounts)
    .set({ passwordHash })
    .where(and(eq(accounts.id, account.id), eq(accounts.passwordHash, before)))
    .returning();
  return replaced ?? account;
}

/** Parses the fields. When one is empty, the page still shows a captcha if one is needed. */
async function parseFieldsKeepingCaptcha(visit: Visit, form: PostedForm) {
  try {
    return parseFields(form, { account: anyRecipient, password });
  } catch (problem) {
    if (!(problem instanceof FormProblem) || !form.value("captchaToken")) throw problem;
    throw new FormProblem(problem.status, {
      ...problem.state,
      captcha: await visit.portal.captchas.create(),
    });
  }
}

/**
 * Resets the count of the account. The address gets only this one try back: otherwise an attacker could use their own
 * account to reset the address's count. All at once, because Redis may be slow.
 */
async function forgetFailures({ portal }: Visit, keys: Keys): Promise<void> {
  const { limits } = portal.services;
  await Promise.all([
    limits.reset("signInCaptcha", keys.account),
    limits.reset("signInPerAccount", keys.account),
    limits.giveBack("signInCaptcha", keys.address),
    limits.giveBack("signInPerAddress", keys.address),
  ]);
}

async function signInByCode(visit: Visit, form: PostedForm): Promise<Response> {
  const { services, codes } = visit.portal;
  const { account: recipient, code } = parseFields(form, { account: anyRecipient, code: verificationCode });
  const { address } = keysOf(visit, recipient);
  await services.limits.spend("signInPerAddress", address);
  const key = { purpose: "signin", recipient, messageId: form.value("messageId"), holder: "" } as const;
  if (!(await codes.matches(key, code))) throw codeWrong();
  const account = await findAccount(services.database, recipient);
  if (!account || !(await codes.consume(services.database, key))) throw codeWrong();
  await services.limits.giveBack("signInPerAddress", address);
  return enter(visit, account);
}

const isByCode = (visit: Visit) => visit.context.req.query("mode") === "code";

/**
 * Whether people can sign in only through the company. A person who has just proved a company account can still sign in
 * to their old account, to link the two.
 */
const isCompanyOnly = (visit: Visit) =>
  visit.portal.company?.settings.only === true &&
  (visit.redirect !== companyAccountPath || arrivalOf(visit) === null);

/** /gateway/signin: by password or by code (?mode=), with a phone or an email. */
export const signInScreen: Screen = {
  fieldNames: ["account", "code", "messageId"],
  codeFor: (visit) => (isByCode(visit) ? "signin" : undefined),
  forVisitors: true,
  view: (visit, state) =>
    isCompanyOnly(visit)
      ? companyOnlyView(visit, state)
      : signInView(visit, state, isByCode(visit) ? "code" : "password"),
  async open(visit) {
    // Not a redirect, because the policy of the page that led here forbids its form to lead to another site.
    if (isCompanyOnly(visit)) {
      visit.context.header("refresh", `0; url=${pageUrl(visit, companySignInPath)}`);
      return {};
    }
    const state = isByCode(visit)
      ? {}
      : await captchaIfNeeded(visit, { address: keysOf(visit, { channel: "phone", contact: "" }).address });
    if (visit.context.req.query("done") !== "reset") return state;
    return { ...state, alert: { kind: "success", text: "密码已重置，请用新密码登录" } };
  },
  async submit(visit, form) {
    if (isCompanyOnly(visit)) throw new FormProblem(422, {});
    const intent = form.value("intent");
    if (isByCode(visit)) {
      if (intent !== "send-code") return signInByCode(visit, form);
      const { messageId, ...answer } = await sendCode(visit, "signin", parseRecipient(form, anyRecipient));
      return { ...answer, values: { messageId } };
    }
    if (intent === "new-captcha") return { captcha: await visit.portal.captchas.create() };
    return signInByPassword(visit, form);
  },
};
