import { nickname, recipientOf, verificationCode } from "contract/account/identity";
import { contactsOf } from "../../account/contacts";
import { accountOfCompany, linkCompanyAccount } from "../../company/accounts";
import { noteCompanySession } from "../../company/sessions";
import type { Arrival } from "../../company/sign-in";
import { transact } from "../../database/transact";
import type { PostedForm } from "../../pages/form";
import { isRecent } from "../../server/access";
import { askForMessages, sendContactMessages } from "../../server/contact-messages";
import type { Account } from "../../server/context";
import { networkBan } from "../../server/networks";
import { readRequestCaller } from "../../server/sessions/callers";
import { requireFreeNickname } from "../account";
import { arrivalOf, forgetArrival } from "../company-cookies";
import { enter, leave } from "../enter";
import { codeWrong, FormProblem, type FormState } from "../problem";
import { agreementsOf, agreeTo } from "../register";
import { parseFields, parseRecipient, type Screen } from "../screen";
import { sendCode } from "../send-code";
import { channelOf as reachedChannelOf } from "../views/channels";
import { companyAccountView } from "../views/company";
import type { Visit } from "../visit";
import { verifiedContacts } from "./contacts";
import { createCompanyAccount } from "./create-account";

/** Where nothing sends codes, the form is shown all the same, and asking for one says why there is none. */
const channelOf = (visit: Visit) => reachedChannelOf(visit) ?? "phone";
const problem = (text: string) => new FormProblem(422, { alert: { kind: "error", text } });
const expired = () => problem("公司登录已经过期，请重新登录");

/**
 * Returns who is signed in in this browser, and whether the sign-in is recent. A person who finds somebody's open
 * browser must not be able to link that account with their own company account.
 */
async function memberOf(
  visit: Visit,
): Promise<{ account: Account; tokenHash: string; recent: boolean } | null> {
  const { services } = visit.portal;
  const caller = await readRequestCaller(visit.context, services);
  const { account, session } = caller;
  if (!account || !session) return null;
  return { account, tokenHash: session.tokenHash, recent: isRecent({ caller, now: services.now }) };
}

/** The page's data about the person, which does not depend on the typed values. */
async function around(visit: Visit): Promise<Partial<FormState>> {
  const arrival = arrivalOf(visit);
  if (!arrival) return {};
  const { services } = visit.portal;
  const { free, taken } = await verifiedContacts(services.database, arrival.person);
  const member = await memberOf(visit);
  return {
    agreements: await agreementsOf(visit),
    company: {
      label: arrival.person.label,
      contacts: Object.values(free),
      taken,
      member: member && {
        nickname: member.account.nickname,
        id: member.account.id,
        recent: member.recent,
      },
      closed: services.settings.registerConfig === 0,
    },
  };
}

/** Creates an account. As in a registration, it needs a nickname, consent to the policies, and a verified contact. */
async function create(visit: Visit, form: PostedForm, arrival: Arrival): Promise<Response> {
  const { portal } = visit;
  const { services, codes } = portal;
  const { person } = arrival;
  if (services.settings.registerConfig === 0) throw problem("本站暂未开放注册");
  const known = await accountOfCompany(services.database, person);
  if (known) return enterBy(visit, arrival, known);
  const { free } = await verifiedContacts(services.database, person);
  const needsCode = Object.keys(free).length === 0;
  const common = { nickname, agree: agreeTo(await agreementsOf(visit)) };
  const withCode = { account: recipientOf[channelOf(visit)], code: verificationCode, ...common };
  const proved = needsCode ? parseFields(form, withCode) : null;
  const sent = proved ?? parseFields(form, common);
  await services.limits.spend("registerPerAddress", visit.network);
  const banned = await networkBan(services, visit.address);
  if (banned !== null) throw problem(banned);
  await requireFreeNickname(services, sent.nickname);
  const key = proved && {
    purpose: "register" as const,
    recipient: proved.account,
    messageId: form.value("messageId"),
    holder: "",
  };
  if (key && !(await codes.matches(key, proved.code))) throw codeWrong();
  const account =
    (await createCompanyAccount(portal, person, { nickname: sent.nickname, contacts: free, key })) ??
    (await accountOfCompany(services.database, person));
  if (!account) throw expired();
  return enterBy(visit, arrival, account);
}

function enterBy(
  visit: Visit,
  { person, redirect }: Arrival,
  { account, companyAccountId }: { account: Account; companyAccountId: number },
): Promise<Response> {
  forgetArrival(visit);
  return enter({ ...visit, redirect, companyProof: { companyAccountId, sid: person.sid } }, account);
}

/** Links the company account with the account that is signed in, and notifies its person. */
async function link(visit: Visit, { person, redirect }: Arrival): Promise<Response> {
  const { services } = visit.portal;
  const member = await memberOf(visit);
  if (!member) throw problem("请先登录要关联的账号");
  if (!member.recent) throw problem("为确认是你本人，请先重新登录这个账号");
  const { account, tokenHash } = member;
  const { siteName } = services.settings;
  const at = services.now();
  const messages = await transact(services.database, async (inside) => {
    const companyAccountId = await linkCompanyAccount(inside, account.id, person, at);
    if (companyAccountId === undefined) return null;
    await noteCompanySession(inside, tokenHash, account.id, { companyAccountId, sid: person.sid });
    const name = visit.portal.company?.settings.name ?? "";
    const contacts = contactsOf(account).map(({ channel, contact: recipient }) => ({
      channel,
      recipient,
      subject: `${siteName}账号变更提醒`,
      text: `【${siteName}】你的账号关联了${name}${person.label ? ` ${person.label}` : ""}，以后可以用它登录。如非本人操作，请立即解除关联、修改密码并联系我们。`,
    }));
    return askForMessages(inside, contacts.slice(0, 1), at);
  });
  if (messages === null) {
    const known = await accountOfCompany(services.database, person);
    if (known?.account.id !== account.id)
      throw problem(
        known
          ? "它已经关联了本站的另一个账号"
          : "这个账号已经关联了那里的另一个账号，请先在“账号信息”里解除关联",
      );
  } else await sendContactMessages(services, messages);
  forgetArrival(visit);
  return leave(visit, redirect);
}

/** /gateway/oidc/account: the first sign-in with a company account. Creates an account, or links an existing one. */
export const companyAccountScreen: Screen = {
  fieldNames: ["account", "code", "messageId", "nickname", "agree"],
  codeFor: () => "register",
  forVisitors: false,
  around,
  view: (visit, state) => companyAccountView(visit, state, channelOf(visit)),
  async open(visit) {
    const person = arrivalOf(visit)?.person;
    if (!person) return {};
    const proposed = nickname.safeParse(person.nickname);
    return { values: { nickname: proposed.data ?? "", account: person[channelOf(visit)]?.value ?? "" } };
  },
  async submit(visit, form) {
    const arrival = arrivalOf(visit);
    if (!arrival) throw expired();
    const intent = form.value("intent");
    if (intent === "link") return link(visit, arrival);
    if (intent !== "send-code") return create(visit, form, arrival);
    const recipient = parseRecipient(form, recipientOf[channelOf(visit)]);
    const { messageId, ...answer } = await sendCode(visit, "register", recipient);
    return { ...answer, values: { messageId } };
  },
};
