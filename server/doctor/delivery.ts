import { mailTransport } from "gateway/server/delivery";
import { postSms, SmsRefused } from "gateway/server/sms";
import type { Environment } from "../environment";
import { withoutSenders } from "../senders";
import { type Finding, findingsOf, inTime, reasonOf } from "./finding";

const mail = findingsOf("邮件");
const sms = findingsOf("短信");
const milliseconds = 20_000;

const mailAdvice = (reason: string) =>
  /EAUTH|535|534/.test(reason)
    ? "检查 SMTP_URL 里的用户名和密码；许多邮箱要用“授权码”，特殊字符要写成 %XX。"
    : /ENOTFOUND|EDNS|EAI_AGAIN/.test(reason)
      ? "检查 SMTP_URL 的主机名和 DNS。"
      : /CERT|SIGNED|ESSL|ETLS|SSL/i.test(reason)
        ? "检查端口与协议是否相配：465 用 smtps://，587 和 25 用 smtp://；以及邮件服务器的证书。"
        : /EENVELOPE|55\d|553|501/.test(reason)
          ? "检查 MAIL_FROM 是不是这个账号可以用的发件人，收件人是否存在。"
          : "检查地址和端口，云主机常封 25 端口，请用 465（smtps）或 587。";

/** Checks mail: signs in at the server, and sends a message if an address is given. */
export async function examineMail(
  { smtpUrl, mailFrom, outboxIsRead, portal: { siteName } }: Environment,
  to: string | undefined,
): Promise<Finding[]> {
  if (!smtpUrl) {
    if (to !== undefined)
      return [mail.error("没有 SMTP_URL，发不出测试邮件", "给出 SMTP_URL 和 MAIL_FROM。")];
    return [
      outboxIsRead
        ? mail.ok("只在本机使用，邮件留在发件箱")
        : mail.warn(withoutSenders.email, "给出 SMTP_URL 和 MAIL_FROM。"),
    ];
  }
  const transport = mailTransport(smtpUrl);
  try {
    if (to === undefined) {
      await inTime(milliseconds, transport.verify());
      return [mail.ok("邮件服务器接受登录；加 --mail 邮箱 会真的发一封")];
    }
    await inTime(
      milliseconds,
      transport.sendMail({
        from: mailFrom,
        to: { name: "", address: to },
        subject: `${siteName}的测试邮件`,
        text: "这是 npm run doctor 发出的测试邮件，不用回复。",
      }),
    );
    return [mail.ok("邮件服务器接受了测试邮件；收不到时看垃圾箱，并检查发件域名的 SPF 和 DKIM")];
  } catch (error) {
    const reason = reasonOf(error);
    return [mail.error(`邮件发不出去：${reason}`, mailAdvice(reason))];
  } finally {
    transport.close();
  }
}

/** Advice for the error codes of Aliyun and Tencent. */
const smsAdvices: [RegExp, string][] = [
  [
    /PARAM/i,
    '模板的变量与传去的不符：阿里云的 TemplateParam 是对象 {"code":…,"minutes":…}，名字要与模板里的一致；腾讯云的 TemplateParamSet 是数组 [code, minutes]，个数要与 {1}、{2} 一致。',
  ],
  [
    /TEMPLATE/i,
    "短信接口用的模板不存在或没有通过审核：阿里云是 TemplateCode（SMS_ 加数字），腾讯云是 TemplateId（纯数字），要与账号、签名相配。",
  ],
  [
    /SIGN/i,
    "短信签名不存在、没有通过审核或不属于这个账号：阿里云 SignName，腾讯云 SignName 和 SmsSdkAppId。",
  ],
  [/BALANCE|AMOUNT|OUT_OF_SERVICE/i, "账号欠费或套餐包用完，请充值。"],
  [/LIMIT|CONTROL|FREQUEN/i, "触发了服务商的流量控制，过一会儿再试，或在控制台调高。"],
  [/PHONE|MOBILE/i, "号码不对：11 位的大陆手机号，短信接口收到的是 phoneNumber 和 callCountryCode。"],
  [/AUTH|ACCESSKEY|SECRET|PERMISSION|RAM/i, "短信接口的密钥不对或没有发短信的权限。"],
];

/** Checks SMS: calls the hook, and sends a code if a number is given. */
export async function examineSms(
  { smsHookUrl, smsHookToken, outboxIsRead, portal: { siteName } }: Environment,
  to: string | undefined,
): Promise<Finding[]> {
  if (!smsHookUrl) {
    if (to !== undefined) return [sms.error("没有 SMS_HOOK_URL，发不出测试短信", "给出 SMS_HOOK_URL。")];
    return [
      outboxIsRead
        ? sms.ok("只在本机使用，短信留在发件箱")
        : sms.warn(withoutSenders.phone, "给出 SMS_HOOK_URL。"),
    ];
  }
  try {
    if (to === undefined) {
      // Any answer will do: a hook may refuse HEAD.
      await fetch(smsHookUrl, {
        method: "HEAD",
        redirect: "manual",
        signal: AbortSignal.timeout(milliseconds),
      });
      return [sms.ok("短信接口有回答；加 --sms 手机号 会真的发一条")];
    }
    await postSms(smsHookUrl, smsHookToken, {
      recipient: to,
      text: `【${siteName}】测试短信，验证码 000000，10 分钟内有效。如非本人操作，请忽略。`,
      template: { name: "code", parameters: { code: "000000", minutes: "10" } },
    });
    return [sms.ok("短信接口接受了测试短信（模板 code，变量 code 和 minutes）")];
  } catch (error) {
    const reason = reasonOf(error);
    const provider = error instanceof SmsRefused ? error.code : "";
    const known = smsAdvices.find(([pattern]) => pattern.test(provider));
    const advice = known
      ? known[1]
      : /401|403/.test(reason)
        ? "检查 SMS_HOOK_TOKEN。"
        : "检查 SMS_HOOK_URL 的地址，并看短信接口自己的日志。";
    return [sms.error(`短信发不出去：${reason}`, advice)];
  }
}
