import type { Call } from "contract/base/call";
import { rejectedCode } from "contract/base/wire";
import { type RefusalCode, refusals } from "contract/refusals";
import { readAnswer } from "../../app/gateway-client/read-answer.server";
import type { Asker, Reply } from "./ask";
import { picturesOf, textsOf } from "./found";
import type { CallNotes } from "./result";

const roleNames: Record<Asker["role"], string> = {
  visitor: "游客",
  member: "会员",
  unbound: "未绑定手机的会员",
  muted: "被禁言的会员",
  moderator: "版主",
  admin: "管理员",
};

/** A question in words: who asks, what, and what is special about it. */
export const asked = (asker: Asker, input: unknown, special = ""): string =>
  `${roleNames[asker.role]}${special ? `（${special}）` : ""} ${JSON.stringify(input)}`;

const field = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;

export const codeOf = ({ body }: Reply): string | undefined => {
  const code = field(body, "errorCode") ?? field(body, "errcode");
  return typeof code === "string" ? code : undefined;
};
const messageOf = ({ body }: Reply): string => {
  const message = field(body, "message") ?? field(body, "errorMsg");
  return typeof message === "string" ? message : "";
};

/** An answer in words. */
export const told = (reply: Reply): string =>
  reply.status === 0
    ? "没有回答"
    : [String(reply.status), codeOf(reply), messageOf(reply)].filter(Boolean).join(" ");

/** Whether the gateway does not have the call at all. */
export const isMissing = (reply: Reply): boolean =>
  [404, 405, 501].includes(reply.status) &&
  (codeOf(reply) === undefined || codeOf(reply) === "CALL_NOT_FOUND");

const isChinese = (text: string) => /\p{Script=Han}/u.test(text) && !/<\/?[a-z]/i.test(text);

/** Whether a reply refuses rightly: its status, its code, and words for people. */
export function checkRefusal(
  notes: CallNotes,
  reply: Reply,
  request: string,
  codes: readonly RefusalCode[],
): boolean {
  const expected = codes.map((code) => `${refusals[code].status} ${code}`).join(" 或 ");
  const code = codeOf(reply);
  const isRight = codes.some((one) => one === code && refusals[one].status === reply.status);
  return (
    notes.check(isRight, () => ({ request, expected, got: told(reply) })) &&
    notes.check(isChinese(messageOf(reply)), () => ({
      request,
      expected: "给人看的中文 message",
      got: JSON.stringify(messageOf(reply)),
    }))
  );
}

/** Refusals that say something of the session and not of the call. */
export const standsInTheWay: Partial<Record<string, string>> = {
  SECOND_FACTOR_NEEDED: "这个会话没有第二因素",
  SIGN_IN_NOT_RECENT: "要求十分钟内登录过",
  TOO_FREQUENT: "次数已用完",
  NEWCOMER_POSTS: "这个账号是新人，今天发满了",
  POLICY_NOT_ACCEPTED: "这个账号还没有同意协议",
  DISCLAIMER_NOT_SIGNED: "这个账号还没有同意免责声明",
  TOO_MANY_LISTS: "这个账号的清单已满",
  TOO_MANY_SEARCHES: "这个账号保存的筛选已满",
  TOPIC_CLASSES_FULL: "这个版块的分类已满",
  RECOMMENDED_FULL: "这个版块的推荐已满",
};

/** The refusal of somebody without a right, unless the session has something in its way, such as a limit. */
export function checkNoRight(notes: CallNotes, reply: Reply, request: string, code: RefusalCode): void {
  const reason = standsInTheWay[codeOf(reply) ?? ""];
  if (reason) notes.reasons.add(reason);
  else checkRefusal(notes, reply, request, [code]);
}

/** A refusal by a rule of the community: it has words for people, and the call counts as not tried. */
export function checkRuleRefusal(notes: CallNotes, reply: Reply, request: string): void {
  notes.check(isChinese(messageOf(reply)), () => ({ request, expected: "中文 message", got: told(reply) }));
  notes.reasons.add(`按它自己的规则拒绝：${codeOf(reply)}`);
}

/** Whether a request that is wrong by itself is refused as such; a missing field also by its name. */
export function checkBadInput(
  notes: CallNotes,
  row: Call,
  { reply, request, input }: { reply: Reply; request: string; input: unknown },
  also: readonly RefusalCode[],
): void {
  if (!checkRefusal(notes, reply, request, ["INVALID_REQUEST", ...also])) return;
  if (codeOf(reply) !== "INVALID_REQUEST" || Array.isArray(input)) return;
  const missing = row.request.safeParse(input).error?.issues.map(({ path }) => String(path[0] ?? "")) ?? [];
  const fields = field(reply.body, "fields");
  const messagesOfFields = Object.entries(typeof fields === "object" && fields !== null ? fields : {});
  const isNamed = messagesOfFields.some(
    ([name, messages]) =>
      missing.includes(name) &&
      [messages].flat().every((text) => typeof text === "string" && isChinese(text)),
  );
  notes.check(isNamed, () => ({
    request,
    expected: `fields 里按字段（${missing.join("、")}）用中文说明`,
    got: JSON.stringify(fields) ?? "没有 fields",
  }));
}

/** Keys whose values are moments. */
const momentKey = /(?:^|[a-z])At$|^at$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;
const day = /^\d{4}-\d\d-\d\d$/;

/** A path of the portal's origin, a whole address, or the picture itself: anything else would be another picture on each page. */
const pictureAddress = /^(?:\/(?!\/)|https?:\/\/|data:image\/)/;

/** Whether an answer to a good request is one of the contract. */
export function checkAnswer(
  notes: CallNotes,
  row: Call,
  { reply, request, asker }: { reply: Reply; request: string; asker: Asker },
): boolean {
  const { status, body, headers } = reply;
  const expect = (passed: boolean, expected: string, got: string) =>
    notes.check(passed, () => ({ request, expected, got }));
  if (!expect(status === 200, "200 和答复", told(reply))) return false;
  if (!expect(field(body, "errcode") !== rejectedCode, "答复", `200，errcode ${rejectedCode}`)) return false;
  if (!expect(body !== undefined, "JSON", `${headers.get("content-type")}，${reply.bytes} 字节`))
    return false;
  const read = readAnswer(row, body);
  if ("wrong" in read) {
    expect(false, "契约里的答复", `这些字段不对：${read.wrong.join("、")}`);
    return false;
  }
  const isWhole = expect(
    read.leftOut.length === 0,
    "契约里的类型",
    `这些字段不对：${read.leftOut.join("、")}`,
  );
  const texts = textsOf(body);
  const times = texts.filter(
    ([key, text]) => momentKey.test(key) && text !== "" && !moment.test(text) && !day.test(text),
  );
  const isTimed = expect(
    times.length === 0,
    "带时区的 ISO 8601 时间",
    times
      .slice(0, 3)
      .map(([key, text]) => `${key}: ${text}`)
      .join("，"),
  );
  const strange = picturesOf(body).filter((address) => !pictureAddress.test(address));
  const isPictured = expect(
    strange.length === 0,
    "图片的地址：以 / 开头，http(s)://，或 data:image/",
    strange.slice(0, 3).join("，"),
  );
  const cached = headers.get("cache-control") ?? "";
  const isPrivate = expect(
    asker.cookie === "" || !/public|s-maxage/.test(cached),
    "给某个人的答复不许公共缓存",
    `cache-control: ${cached}`,
  );
  notes.answered += 1;
  return isWhole && isTimed && isPictured && isPrivate;
}
