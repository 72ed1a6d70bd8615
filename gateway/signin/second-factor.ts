import { verificationCode } from "contract/account/identity";
import { passkeyAnswer, recoveryCode } from "contract/factors/fields";
import type { ChallengeHolder } from "../factors/challenges";
import { askOptions, canHavePasskeys, passkeyHosts, takePasskey } from "../factors/passkeys";
import { takeCode } from "../factors/take";
import type { PostedForm } from "../pages/form";
import { siteOrigin } from "../server/origins";
import { Refusal } from "../server/refusal";
import { keptCompanyProof } from "./company-cookies";
import { beginSession, leave } from "./enter";
import { closeHalfSignIn, type HalfSignIn, halfSignIn } from "./half-sign-in";
import { FormProblem, type FormState } from "./problem";
import { parseFields, type Screen } from "./screen";
import { pageUrl } from "./views/fields";
import { secondFactorPath } from "./views/paths";
import { secondFactorView } from "./views/second-factor";
import type { Visit } from "./visit";

/** Passkey answers are longer than what people type. */
const answerMax = 20_000;

const isByRecovery = (visit: Visit) => visit.context.req.query("way") === "recovery";

const holderOf = ({ tokenHash }: HalfSignIn): ChallengeHolder => `half:${tokenHash}`;

const originOf = ({ context, portal, secure }: Visit) => siteOrigin(context, portal.services, secure);

/** The page's data about this browser's half-open sign-in. Without one, the page says that it is over. */
async function around(visit: Visit): Promise<Partial<FormState>> {
  const half = await halfSignIn(visit);
  if (!half) return {};
  const origin = originOf(visit);
  const asking = { holder: holderOf(half), origin };
  const { services } = visit.portal;
  const passkey = canHavePasskeys(origin) ? await askOptions(services, half.account.id, asking) : null;
  const hosts = await passkeyHosts(services.database, half.account.id);
  return { second: { nickname: half.account.nickname, passkey, passkeyHosts: hosts } };
}

/** Counts tries by network, together with tries of passwords. A right try is not counted. */
async function countedByAddress<Result>(visit: Visit, run: () => Promise<Result>): Promise<Result> {
  const { limits } = visit.portal.services;
  const key = `address:${visit.network}`;
  await limits.spend("signInPerAddress", key);
  const result = await run();
  await limits.giveBack("signInPerAddress", key);
  return result;
}

async function byCode(visit: Visit, half: HalfSignIn, form: PostedForm): Promise<void> {
  const { code } = parseFields(form, { code: isByRecovery(visit) ? recoveryCode : verificationCode });
  try {
    await countedByAddress(visit, () => takeCode(visit.portal.services, half.account, code));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 429) throw new FormProblem(429, { alert: { kind: "error", text: error.message } });
    throw new FormProblem(422, { errors: { code: error.message } });
  }
}

async function byPasskey(visit: Visit, half: HalfSignIn, form: PostedForm): Promise<void> {
  const answer = passkeyAnswer.safeParse(form.value("passkey"));
  const attempt = { holder: holderOf(half), origin: originOf(visit), answer: answer.data ?? "" };
  const { services } = visit.portal;
  const right = await countedByAddress(visit, () => takePasskey(services, half.account.id, attempt));
  if (!right)
    throw new FormProblem(422, {
      alert: { kind: "error", text: "没有通过通行密钥的验证，请重试，或改用别的方式" },
    });
}

/**
 * /gateway/second-factor: after the first factor, asks for a code of the authenticator, a recovery code
 * (?way=recovery), or a passkey. Only the passkey needs a script.
 */
export const secondFactorScreen: Screen = {
  fieldNames: [],
  codeFor: () => undefined,
  forVisitors: false,
  valueMax: answerMax,
  script: true,
  around,
  view: (visit, state) => secondFactorView(visit, state, isByRecovery(visit)),
  async submit(visit, form) {
    const half = await halfSignIn(visit);
    if (!half) return leave(visit, pageUrl(visit, secondFactorPath));
    await (form.value("intent") === "passkey" ? byPasskey : byCode)(visit, half, form);
    if (!(await closeHalfSignIn(visit, half))) return leave(visit, pageUrl(visit, secondFactorPath));
    return beginSession(visit, half.account, keptCompanyProof(visit));
  },
};
