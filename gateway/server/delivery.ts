import type { Channel } from "contract/account/identity";
import { logInfo } from "contract/base/log";
import { withoutUnseen } from "contract/base/unseen";
import { lt } from "drizzle-orm";
import { createTransport } from "nodemailer";
import type { Database } from "../database/open";
import { outbox } from "../database/schema";
import { countMessage } from "./metrics";
import { postSms, type SmsTemplate } from "./sms";

/** One message to a person: a verification code, a warning that a contact was changed. */
export interface Message {
  channel: Channel;
  recipient: string;
  subject: string;
  text: string;
  /** More headers of a mail, such as for unsubscribing. The outbox does not store them. */
  headers?: Record<string, string>;
  /** The same message for SMS providers that do not accept free text. The outbox does not store it. */
  template?: SmsTemplate;
}

/** Sends messages by mail or SMS, or into the development outbox. */
export interface Delivery {
  /**
   * Throws when the message could not be handed over.
   * @param patience how long the whole sending of a mail may take in milliseconds; jobs give `jobPatience`
   */
  send(message: Message, patience?: number): Promise<void>;
  /** Whether messages of this channel stay in the outbox because no sender is configured for it. */
  usesOutbox(channel: Channel): boolean;
  /** Whether people can get messages of this channel: by a sender, or from the outbox at their own machine. */
  reaches(channel: Channel): boolean;
}

export interface DeliveryOptions {
  database: Database;
  /** `smtp://user:password@host:port` or `smtps://…`; without it mail goes to the outbox. */
  smtpUrl?: string | undefined;
  /** The sender of mail, such as `社区 <no-reply@example.com>`. */
  mailFrom?: string | undefined;
  /**
   * Where an SMS is POSTed as JSON `{ phoneNumber, callCountryCode, text, template }`; without it SMS go to the outbox.
   */
  smsHookUrl?: string | undefined;
  /** Sent to the hook as `Authorization: Bearer …`. */
  smsHookToken?: string | undefined;
  /** Whether the people who use the site can read the outbox, as in a demo. False for a site of others. */
  outboxIsRead?: boolean | undefined;
  log?: ((line: string) => void) | undefined;
}

type Send = (message: Message, patience: number) => Promise<void>;

/** A sender must take a message within this time: a person waits for the code. */
const timeout = 10_000;

/**
 * The time for a mail for which nobody waits. It is longer than that of a slow server's steps together: a mail that was
 * given up may arrive all the same, and a job would send it again.
 */
export const jobPatience = 60_000;

/** Limits the whole delivery: each step of a server may be slow without exceeding its own timeout. */
function inTime(sending: Promise<unknown>, patience: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("邮件服务器没有及时回答")), patience);
  });
  return Promise.race([sending, late]).finally(() => clearTimeout(timer));
}
/** The outbox keeps about this many messages. */
const outboxMax = 1_000;

function outboxSender(database: Database, log: (message: Message) => void): Send {
  return async (message) => {
    const { headers: _none, template: _neither, ...values } = message;
    const [row] = await database.insert(outbox).values(values).returning({ id: outbox.id });
    if (row) await database.delete(outbox).where(lt(outbox.id, row.id - outboxMax));
    log(message);
  };
}

/** The transport to the mail server. Its timeouts are short, because a person waits for a code. */
export const mailTransport = (smtpUrl: string) =>
  createTransport({
    url: smtpUrl,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  });

function mailSender(smtpUrl: string, from: string): Send {
  const transport = mailTransport(smtpUrl);
  return async ({ recipient, subject, text, headers = {} }, patience) => {
    const to = { name: "", address: recipient };
    await inTime(transport.sendMail({ from, to, subject, text, headers }), patience);
  };
}

const smsSender =
  (hookUrl: string, token: string | undefined): Send =>
  (message) =>
    postSms(hookUrl, token, message);

/**
 * Sends mail over SMTP and SMS over an HTTP hook, if configured, and otherwise writes into the outbox table. The log
 * shows a message's text only on a development machine without any sender, because logs of a real site must not contain codes.
 */
export function createDelivery(options: DeliveryOptions): Delivery {
  const { database, smtpUrl, smsHookUrl, outboxIsRead = true, log = logInfo } = options;
  const development = outboxIsRead && !smtpUrl && !smsHookUrl;
  const keep = outboxSender(database, ({ channel, recipient, text }) =>
    log(
      development
        ? `[发件箱] ${recipient}：${text}`
        : `[发件箱] 没有配置${channel === "phone" ? "短信" : "邮件"}发送方式，消息已存入发件箱`,
    ),
  );
  const senders: Record<Channel, Send> = {
    email: smtpUrl ? mailSender(smtpUrl, options.mailFrom ?? "no-reply@localhost") : keep,
    phone: smsHookUrl ? smsSender(smsHookUrl, options.smsHookToken) : keep,
  };
  const usesOutbox = (channel: Channel) => senders[channel] === keep;
  return {
    async send(message, patience = timeout) {
      const { channel } = message;
      try {
        // Old titles and names may still contain these characters.
        const [subject, text] = [withoutUnseen(message.subject), withoutUnseen(message.text)];
        await senders[channel]({ ...message, subject, text }, patience);
      } catch (error) {
        countMessage(channel, "failed");
        throw error;
      }
      countMessage(channel, usesOutbox(channel) ? "outbox" : "sent");
    },
    usesOutbox,
    reaches: (channel) => outboxIsRead || !usesOutbox(channel),
  };
}

/**
 * Writes all messages into the outbox table and logs that. For machines without configured mail and SMS.
 */
export function outboxDelivery(database: Database, log?: (line: string) => void): Delivery {
  return createDelivery({ database, log });
}
