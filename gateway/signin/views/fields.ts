import { codeLength, emailMax, phoneLength } from "contract/account/constants";
import { type Channel, passwordMin } from "contract/account/identity";
import { html } from "hono/html";
import {
  type Attributes,
  attributes,
  errorIcon,
  type Markup,
  nothing,
  successIcon,
} from "../../pages/markup";
import type { FormState } from "../problem";
import type { Visit } from "../visit";
import { formTokenField } from "./paths";

interface Field {
  name: string;
  label: string;
  hint?: Markup | string;
  /** Content beside the input, such as the send-code button. */
  beside?: Markup;
  /** Content above the input, such as the captcha's picture. */
  above?: Markup;
  input?: Attributes;
}

const fieldOrder = ["account", "code", "captcha", "nickname", "password", "agree"];

/** Whether a field is the first one with a message, which gets the focus after a refusal. */
export const isFirstWrong = (state: FormState, name: string) =>
  fieldOrder.find((field) => state.errors[field]) === name;

export function errorText(state: FormState, name: string): Markup {
  const message = state.errors[name];
  return message
    ? html`<p class="message" id="${name}-error">${errorIcon}<span>${message}</span></p>`
    : nothing;
}

/**
 * A field with its label above, and message and hint below. The message is linked to the input, and the first wrong
 * field gets the focus.
 */
export function textField(state: FormState, field: Field): Markup {
  const { name, label, hint, beside, above, input = {} } = field;
  const wrong = Boolean(state.errors[name]);
  const described = [wrong ? `${name}-error` : "", hint ? `${name}-hint` : ""].filter(Boolean).join(" ");
  const all: Attributes = {
    id: name,
    name,
    type: "text",
    value: input.type === "password" ? undefined : state.values[name],
    required: true,
    "aria-invalid": wrong ? "true" : undefined,
    "aria-describedby": described || undefined,
    autofocus: isFirstWrong(state, name),
    ...input,
  };
  return html`<div class="field${wrong ? " wrong" : ""}">
<label for="${name}">${label}</label>
${above ?? nothing}<div class="control"><input${attributes(all)}>${beside ?? nothing}</div>
${errorText(state, name)}${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : nothing}
</div>`;
}

/**
 * The field for a new password. The form returns its value, and a button shows it. The page has no scripts, so the
 * button submits the form.
 */
export function newPasswordField(state: FormState, label: string): Markup {
  const visible = state.values.showPassword === "yes";
  return html`${textField(state, {
    name: "password",
    label,
    hint: `至少 ${passwordMin} 个字符`,
    input: {
      type: visible ? "text" : "password",
      value: state.values.password,
      autocomplete: "new-password",
      ...(visible ? { autocapitalize: "none", spellcheck: "false" } : {}),
      autofocus: state.turned || isFirstWrong(state, "password"),
    },
    beside: html`<button type="submit" class="button" name="intent" value="${visible ? "hide" : "show"}-password">${visible ? "隐藏" : "显示"}<span class="unseen">密码</span></button>`,
  })}<input type="hidden" name="showPassword" value="${visible ? "yes" : ""}">`;
}

/** The field for the account: a phone, an email, or either. */
export function accountField(state: FormState, kind: "phone" | "email" | "any"): Markup {
  const byKind: Record<typeof kind, { label: string; input: Attributes }> = {
    phone: { label: "手机号", input: { inputmode: "tel", maxlength: phoneLength } },
    email: { label: "邮箱", input: { type: "email", inputmode: "email", maxlength: emailMax } },
    any: {
      label: "手机号或邮箱",
      input: { maxlength: emailMax, autocapitalize: "none", spellcheck: "false" },
    },
  };
  const { label, input } = byKind[kind];
  return textField(state, { name: "account", label, input: { ...input, autocomplete: "username" } });
}

/**
 * The field for the code and the button that sends it. The button counts down with CSS (spec 4: 剩余N秒, then 重新发送);
 * the server checks the time.
 */
export function codeField(state: FormState): Markup {
  const seconds = Math.min(60, state.resendSeconds ?? 0);
  const button = seconds
    ? html`<button type="submit" class="button counting left-${seconds}" name="intent" value="send-code" aria-label="重新发送"><span class="again">重新发送</span><span class="left" aria-hidden="true"></span></button>`
    : html`<button type="submit" class="button" name="intent" value="send-code">${state.values.messageId ? "重新发送" : "获取验证码"}</button>`;
  const hint = state.codeSent
    ? html`<span class="done" role="status">${successIcon}获取验证码成功</span> 10 分钟内有效，没收到可在 ${seconds} 秒后重新发送。${
        state.codeSent.outbox
          ? html` 开发模式：验证码在 <a href="/gateway/outbox" target="_blank" rel="noopener">/gateway/outbox</a>`
          : nothing
      }`
    : undefined;
  return html`${textField(state, {
    name: "code",
    label: "验证码",
    input: {
      inputmode: "numeric",
      autocomplete: "one-time-code",
      maxlength: codeLength,
      autofocus: state.codeSent ? true : isFirstWrong(state, "code"),
    },
    beside: button,
    ...(hint ? { hint } : {}),
  })}<input type="hidden" name="messageId" value="${state.values.messageId ?? ""}">`;
}

/**
 * The captcha with its text alternative, a button for another picture, and a link to sign in without it.
 * @param otherWay null where nothing sends codes
 */
export function captchaField(state: FormState, otherWay: string | null): Markup {
  if (!state.captcha) return nothing;
  return html`${textField(state, {
    name: "captcha",
    label: "图形验证码",
    above: html`<div class="captcha"><img src="${state.captcha.image}" width="140" height="48" alt="图形验证码：图中是 5 个字母或数字，不分大小写"><button type="submit" class="link" name="intent" value="new-captcha">换一张</button></div>`,
    input: {
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      maxlength: 8,
      value: undefined,
    },
    hint:
      otherWay === null
        ? "不分大小写。"
        : html`不分大小写。看不清图片时，可以<a href="${otherWay}">用验证码登录</a>。`,
  })}<input type="hidden" name="captchaToken" value="${state.captcha.token}">`;
}

/**
 * A form of the portal. The Enter key presses its first button, which submits the form, so that Enter never means "send
 * a code" or "another picture".
 */
export function formOf(visit: Visit, action: string, content: Markup, submit: string): Markup {
  return html`<form method="post" action="${action}" novalidate>
<button type="submit" class="enter" name="intent" value="submit" tabindex="-1" aria-hidden="true">${submit}</button>
<input type="hidden" name="${formTokenField}" value="${visit.formToken}">
${content}
<button type="submit" class="button primary" name="intent" value="submit">${submit}</button>
</form>`;
}

/** The address of a page of the portal, with the redirect as a parameter. */
export function pageUrl(visit: Visit, path: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams({
    ...query,
    ...(visit.redirect === "/" ? {} : { redirect: visit.redirect }),
  }).toString();
  return search ? `${path}?${search}` : path;
}

/** Tabs for the channels that can send a code; none where there is no choice. */
export function channelTabs(
  label: string,
  channels: readonly Channel[],
  current: Channel,
  url: (channel: Channel) => string,
  texts: Record<Channel, string>,
): Markup {
  if (channels.length < 2) return nothing;
  return tabs(
    label,
    channels.map((channel) => ({
      href: url(channel),
      text: texts[channel],
      current: channel === current,
    })),
  );
}

/** Tabs for alternative ways to do the same thing, as links. */
export function tabs(label: string, links: { href: string; text: string; current: boolean }[]): Markup {
  return html`<nav class="tabs" aria-label="${label}">${links.map(
    ({ href, text, current }) =>
      html`<a href="${href}"${attributes({ "aria-current": current ? "page" : undefined })}>${text}</a>`,
  )}</nav>`;
}
