import {
  type Channel,
  newPassword,
  nickname,
  recipientOf,
  verificationCode,
} from "contract/account/identity";
import { policyTitles, registrationPolicies } from "contract/site/constants";
import { inArray } from "drizzle-orm";
import { z } from "zod";
import { hashPassword } from "../account/password";
import { policies } from "../database/schema";
import type { PostedForm } from "../pages/form";
import { networkBan } from "../server/networks";
import { createAccount, requireFreeNickname } from "./account";
import { enter } from "./enter";
import { codeWrong, FormProblem } from "./problem";
import { parseFields, parseRecipient, type Screen } from "./screen";
import { sendCode } from "./send-code";
import { channelOf } from "./views/channels";
import { closedView, registerView } from "./views/register";
import type { Visit } from "./visit";

/** Spec 4, registerConfig 0. */
const closedText = "本站暂未开放注册，已有账号可以直接登录";
const isClosed = (visit: Visit) => visit.portal.services.settings.registerConfig === 0;

/** The policies that people must agree to. There are none in a database into which no pack was loaded. */
export async function agreementsOf({ portal }: Visit) {
  const rows = await portal.services.database
    .select({ id: policies.id })
    .from(policies)
    .where(inArray(policies.id, [...registrationPolicies]));
  return registrationPolicies.filter((policy) => rows.some(({ id }) => id === policy));
}

/** The schema of the checkbox: it must be ticked if there are policies. */
export function agreeTo(agreements: Awaited<ReturnType<typeof agreementsOf>>) {
  if (agreements.length === 0) return z.string();
  const titles = agreements.map((id) => policyTitles[id]).join("和");
  return z.string().refine((value) => value === "yes", `请阅读并同意${titles}`);
}

/** Nothing sends codes here, so nobody can register. */
const unreachableText = "本站还没有开通短信和邮件，发不出验证码，暂时不能注册，请联系管理员";

async function register(visit: Visit, form: PostedForm, channel: Channel): Promise<Response> {
  const { services, codes } = visit.portal;
  const fields = {
    account: recipientOf[channel],
    code: verificationCode,
    nickname,
    password: newPassword,
    agree: agreeTo(await agreementsOf(visit)),
  };
  const sent = parseFields(form, fields);
  await services.limits.spend("registerPerAddress", visit.network);
  const banned = await networkBan(services, visit.address);
  if (banned !== null) throw new FormProblem(422, { alert: { kind: "error", text: banned } });
  await requireFreeNickname(services, sent.nickname);
  const key = {
    purpose: "register",
    recipient: sent.account,
    messageId: form.value("messageId"),
    holder: "",
  } as const;
  if (!(await codes.matches(key, sent.code))) throw codeWrong();
  const passwordHash = await hashPassword(sent.password);
  return enter(visit, await createAccount(services, codes, key, { nickname: sent.nickname, passwordHash }));
}

/** /gateway/register: by phone or email (?by=). The new account is signed in. */
export const registerScreen: Screen = {
  fieldNames: ["account", "code", "messageId", "nickname", "password", "showPassword", "agree"],
  codeFor: () => "register",
  forVisitors: true,
  around: async (visit) => ({ agreements: await agreementsOf(visit) }),
  view(visit, state) {
    const channel = channelOf(visit);
    if (isClosed(visit)) return closedView(visit, closedText);
    return channel ? registerView(visit, state, channel) : closedView(visit, unreachableText);
  },
  async submit(visit, form) {
    const channel = channelOf(visit);
    if (isClosed(visit) || !channel) throw new FormProblem(422, {});
    if (form.value("intent") !== "send-code") return register(visit, form, channel);
    const { messageId, ...answer } = await sendCode(
      visit,
      "register",
      parseRecipient(form, recipientOf[channel]),
    );
    return { ...answer, values: { messageId } };
  },
};
