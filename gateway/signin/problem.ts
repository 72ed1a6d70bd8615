import type { DataExport } from "contract/privacy/calls";
import type { registrationPolicies } from "contract/site/constants";
import type { Captcha } from "../captcha/captchas";

/** A ban, for the page about it. */
export interface BanView {
  until: string;
  reason: string;
  appeal: { decidedAt: Date | null; upheld: boolean | null; answer: string } | null;
  canAppeal: boolean;
  archive: DataExport | null;
}

/** What the page shows about a person who signs in through the company for the first time. */
export interface CompanyView {
  label: string;
  /** Contacts that the provider has verified. A new account gets them. */
  contacts: string[];
  /** Verified contacts that an account here already has, masked. */
  taken: string[];
  /** The account that is signed in here. `recent` is whether its sign-in is recent. */
  member: { nickname: string; id: number; recent: boolean } | null;
  /** Whether registration is closed. */
  closed: boolean;
}

/** A form page's content besides its labels. */
export interface FormState {
  /** The typed values by field. Of passwords it has only a new one, which no account has yet. */
  values: Record<string, string>;
  /** One message by field. */
  errors: Record<string, string>;
  /** A message about the whole form. */
  alert?: { kind: "error" | "success"; text: string };
  /** Set when a code was just sent; the page says so beside the code field. */
  codeSent?: { outbox: boolean };
  /** Seconds until the person may request another code. */
  resendSeconds?: number;
  /** The existing policies that registration requires. */
  agreements?: readonly (typeof registrationPolicies)[number][];
  captcha?: Captcha;
  ban?: BanView;
  company?: CompanyView;
  /**
   * The person whose sign-in needs a second factor, the browser's options for a passkey of this domain (null without
   * one), and the hosts that all passkeys of the account belong to.
   */
  second?: { nickname: string; passkey: string | null; passkeyHosts: string[] };
  /** Whether the password was just shown or hidden. Its field then gets the focus again. */
  turned?: boolean;
}

/** Thrown by the handler of a form: the same page is shown with this status, the typed values, and this state. */
export class FormProblem extends Error {
  constructor(
    readonly status: 400 | 403 | 422 | 429,
    readonly state: Partial<FormState>,
  ) {
    super(Object.values(state.errors ?? {})[0] ?? state.alert?.text);
    this.name = "FormProblem";
  }
}

/** Spec 8, code verification failed: the same message for a wrong, used, expired or foreign code. */
export const codeWrong = () => new FormProblem(422, { errors: { code: "验证码校验失败，请重试" } });
