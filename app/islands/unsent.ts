import { renewFormToken } from "~/forms/form-token";
import type { LostForm } from "./offline";

/** A form that was to publish something, as this browser keeps it for its writer alone. */
export interface Unsent extends LostForm {
  at: number;
}

const keyOf = (uid: number) => `unsent:${uid}`;
const most = 10;

/** What this browser keeps of an account's, the oldest first. */
export function unsentOf(uid: number): Unsent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(uid)) ?? "[]");
    return Array.isArray(stored) ? (stored as Unsent[]).filter(({ fields }) => fields?.submissionId) : [];
  } catch {
    return [];
  }
}

function write(uid: number, forms: Unsent[]): boolean {
  try {
    if (forms.length > 0) localStorage.setItem(keyOf(uid), JSON.stringify(forms));
    else localStorage.removeItem(keyOf(uid));
    return true;
  } catch {
    return false;
  }
}

const others = (uid: number, { fields }: LostForm) =>
  unsentOf(uid).filter((each) => each.fields.submissionId !== fields.submissionId);

/** Keeps a form that publishes something. @returns whether it is kept */
export function keepUnsent(uid: number, { action, fields }: LostForm): boolean {
  if (!fields.submissionId || !fields.content || new URL(action).origin !== location.origin) return false;
  const { csrf: _token, ...kept } = fields;
  const forms = [...others(uid, { action, fields }), { action, fields: kept, at: Date.now() }];
  return write(uid, forms.slice(-most));
}

/** Throws one away. */
export function discardUnsent(uid: number, form: LostForm): void {
  write(uid, others(uid, form));
}

/** A document's own form: what the server refuses is shown in the form on its page, with what is wrong. */
function submit({ action, fields }: LostForm): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/**
 * Sends one, because somebody asked: with its submissionId, so that it is published once whatever was sent
 * before, and with a new token. Leads to what was published, or back to its form.
 */
export async function sendUnsent(uid: number, form: Unsent): Promise<"offline" | "sent"> {
  try {
    const response = await fetch("/editor/session", { headers: { accept: "application/json" } });
    const session = (await response.json()) as { uid?: number; formToken?: string };
    if (session.uid !== uid) {
      location.assign(`/login?redirect=${encodeURIComponent(location.pathname + location.search)}`);
      return "sent";
    }
    const csrf = session.formToken ?? "";
    renewFormToken(csrf);
    const fields = { ...form.fields, csrf };
    const body = new URLSearchParams(fields);
    const answered = await fetch(form.action, { method: "POST", body });
    if (answered.redirected && answered.ok) {
      discardUnsent(uid, form);
      location.assign(answered.url);
    } else {
      // Refused: the page shows why, with everything that was typed; this browser has it too until then.
      if (answered.status < 500) discardUnsent(uid, form);
      submit({ action: form.action, fields });
    }
    return "sent";
  } catch {
    return "offline";
  }
}
