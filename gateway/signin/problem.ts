import type { DataExport } from "contract/privacy/calls";
import type { registrationPolicies } from "contract/site/calls";
import type { Captcha } from "../captcha/captchas";

/** A ban, as the page about it shows it. */
export interface BanView {
  until: string;
  reason: string;
  appeal: { decidedAt: Date | null; upheld: boolean | null; answer: string } | null;
  canAppeal: boolean;
  archive: DataExport | null;
}

/** Somebody whom the company's provider vouched for, as the page shows them that asks what becomes of it. */
export interface CompanyView {
  label: string;
  /** What the provider has verified and a new account takes over. */
  contacts: string[];
  /** Masked: what it has verified and an account here has. */
  taken: string[];
  /** Who is signed in here. */
  member: { nickname: string; id: number; recent: boolean } | null;
  /** Nobody may register. */
  closed: boolean;
}

/** A form page's content besides its labels. */
export interface FormState {
  /** What was typed, by field; of passwords only a new one, which is nobody's yet. */
  values: Record<string, string>;
  /** One message by field. */
  errors: Record<string, string>;
  /** A message about the whole form. */
  alert?: { kind: "error" | "success"; text: string };
  /** Said beside the code field when a code was just asked for. */
  codeSent?: { outbox: boolean };
  /** Seconds until another code may be asked for. */
  resendSeconds?: number;
  /** What whoever registers agrees to: the policies that are there. */
  agreements?: readonly (typeof registrationPolicies)[number][];
  captcha?: Captcha;
  ban?: BanView;
  company?: CompanyView;
  /** The password was just shown or hidden: the cursor goes back to it. */
  turned?: boolean;
}

/** Thrown while a form is handled: the same page again, with this status, what was typed, and this added. */
export class FormProblem extends Error {
  constructor(
    readonly status: 400 | 403 | 422 | 429,
    readonly state: Partial<FormState>,
  ) {
    super(Object.values(state.errors ?? {})[0] ?? state.alert?.text);
    this.name = "FormProblem";
  }
}

/** Spec 8, code verification failed: the same words for a wrong, used, old or foreign code. */
export const codeWrong = () => new FormProblem(422, { errors: { code: "验证码校验失败，请重试" } });
