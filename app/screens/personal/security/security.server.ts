import { isIP } from "node:net";
import { verificationCode } from "contract/account/identity";
import { id } from "contract/base/fields";
import { passkeyAnswer, passkeyName } from "contract/factors/fields";
import { z } from "zod";
import { qrCodeSvg } from "~/format/qr-code.server";
import { type GiveBack, giveBack } from "~/forms/give-back.server";
import { Refused } from "~/gateway-client/errors";
import { paths } from "~/navigation/paths";
import { askFirst } from "~/request/ask-first.server";
import {
  type ActionTools,
  type Answer,
  type Intents,
  noFields,
  submitted,
  undecidedPage,
} from "~/request/intents.server";
import type { Scope } from "~/request/scope.server";

/** Queries of /personalCenter/security. `confirm`: the address to go on to after confirming the identity. */
export const securityQuery = z.object({ confirm: z.string().optional() });

/** Passkeys belong to a host name, so an IP address cannot have any. */
export const canHavePasskeys = (origin: string): boolean =>
  isIP(new URL(origin).hostname.replace(/^\[|\]$/g, "")) === 0;

type Tools = ActionTools<typeof securityQuery>;

/** What an answer shows in addition to the page, only once or while it is being set up. */
export interface Shown {
  /** An authenticator that is not confirmed yet. */
  authenticator?: { secret: string; address: string; picture: string };
  /** The browser's options to make a passkey. */
  passkey?: { options: string };
  recoveryCodes?: string[];
}

const here = paths.personal("security");

/** Shows the page with data that no address can show. */
const show = (
  tools: Tools,
  intent: string,
  parts: Shown,
  answer: Parameters<typeof giveBack>[2] = {},
): GiveBack<Shown> => giveBack(tools.scope, { intent, typed: tools.form }, answer, parts);

/** Shows new recovery codes, or redirects to the page if there are none. */
function withCodes(tools: Tools, recoveryCodes: string[], notice: string): Promise<Answer> | Answer {
  if (recoveryCodes.length === 0) return tools.done(here, notice);
  tools.scope.session.flash("notice", notice);
  return giveBack(tools.scope, { intent: "codes", typed: new FormData() }, {}, {
    recoveryCodes,
  } satisfies Shown);
}

/** Starts an authenticator. The secret is in groups of four, because people may type it. */
async function startedAuthenticator(scope: Scope): Promise<NonNullable<Shown["authenticator"]>> {
  const { secret, address } = await scope.gateway.call("startAuthenticator", {});
  const picture = `data:image/svg+xml;base64,${Buffer.from(qrCodeSvg(address, "medium")).toString("base64")}`;
  return { secret: secret.replace(/.{4}(?=.)/g, "$& "), address, picture };
}

const startedPasskey = async (scope: Scope) => ({
  options: (await scope.gateway.call("passkeyOptions", { origin: scope.visitedOrigin })).options,
});

/** Shows the same step again for a refusal that it can explain. Throws all other errors. */
async function stepAgain(
  error: unknown,
  again: (answer: { status: number; message: string }) => Promise<Answer>,
) {
  if (error instanceof Refused && ["FACTOR_CODE_WRONG", "TOO_FREQUENT", "PASSKEY_WRONG"].includes(error.code))
    return again({ status: error.status, message: error.message });
  throw error;
}

async function confirmAuthenticator({ code: typed }: { code: string }, tools: Tools): Promise<Answer> {
  const intent = "authenticator-confirm";
  const again = async ({ status, message }: { status: number; message: string }) =>
    show(
      tools,
      intent,
      { authenticator: await startedAuthenticator(tools.scope) },
      { status, fields: { code: [message] } },
    );
  const code = verificationCode.safeParse(typed);
  if (!code.success) return again({ status: 400, message: code.error.issues[0]?.message ?? "" });
  try {
    const { recoveryCodes } = await tools.scope.gateway.call("confirmAuthenticator", { code: code.data });
    return await withCodes(tools, recoveryCodes, "验证器已启用，以后登录时要输入它的验证码");
  } catch (error) {
    return stepAgain(error, again);
  }
}

async function addPasskey(
  { name: typed, answer }: { name: string; answer: string },
  tools: Tools,
): Promise<Answer> {
  const again = async ({
    status,
    fields,
    problems,
  }: {
    status: number;
    fields?: { name: string[] };
    problems?: string[];
  }) =>
    show(tools, "passkey-add", { passkey: await startedPasskey(tools.scope) }, { status, fields, problems });
  const name = passkeyName.safeParse(typed);
  if (!name.success) return again({ status: 400, fields: { name: [name.error.issues[0]?.message ?? ""] } });
  const passkey = passkeyAnswer.safeParse(answer);
  if (!passkey.success) return again({ status: 400, problems: ["没有收到通行密钥，请重试"] });
  try {
    const request = { origin: tools.scope.visitedOrigin, name: name.data, answer: passkey.data };
    const { recoveryCodes } = await tools.scope.gateway.call("addPasskey", request);
    return await withCodes(tools, recoveryCodes, `已添加通行密钥「${name.data}」`);
  } catch (error) {
    return stepAgain(error, ({ status, message }) => again({ status, problems: [message] }));
  }
}

const text = z.string().max(30_000).default("");

export const securityIntents: Intents<typeof securityQuery> = {
  "authenticator-start": submitted(noFields, async (_, tools: Tools) =>
    show(tools, "authenticator-start", { authenticator: await startedAuthenticator(tools.scope) }),
  ),
  "authenticator-confirm": submitted(z.object({ code: text }), confirmAuthenticator),
  "authenticator-remove": submitted(noFields, async (_, tools: Tools) => {
    const question = askFirst(tools, {
      title: "停用验证器？",
      says: [
        "以后登录不再要它的验证码。手机上的那一条可以删掉，它不再有用。",
        "如果没有别的两步验证，恢复码也一起作废。",
      ],
      button: "确认停用",
    });
    if (question) return question;
    await tools.scope.gateway.call("removeAuthenticator", {});
    return tools.done(here, "验证器已停用");
  }),
  "passkey-start": submitted(noFields, async (_, tools: Tools) =>
    show(tools, "passkey-start", { passkey: await startedPasskey(tools.scope) }),
  ),
  "passkey-add": submitted(z.object({ name: text, answer: text }), addPasskey),
  "passkey-remove": submitted(noFields, async (_, tools: Tools) => {
    const parsed = id.safeParse(tools.argument);
    const passkeyId = parsed.success ? parsed.data : undecidedPage(tools.scope);
    const { passkeys } = await tools.scope.gateway.call("secondFactors", {});
    const passkey = passkeys.find((one) => one.id === passkeyId);
    const question =
      passkey &&
      askFirst(tools, {
        title: `移除通行密钥「${passkey.name}」？`,
        says: ["以后不能再用它登录。设备上的那一条要自己去删。"],
        button: "确认移除",
      });
    if (question) return question;
    await tools.scope.gateway.call("removePasskey", { id: passkeyId });
    return tools.done(here, "通行密钥已移除");
  }),
  "codes-make": submitted(noFields, async (_, tools: Tools) => {
    const question = askFirst(tools, {
      title: "重新生成恢复码？",
      says: ["原来的恢复码全部作废，新的只显示这一次。"],
      button: "确认生成",
    });
    if (question) return question;
    const { recoveryCodes } = await tools.scope.gateway.call("makeRecoveryCodes", {});
    return withCodes(tools, recoveryCodes, "已生成新的恢复码");
  }),
};
