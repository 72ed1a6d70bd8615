import { renewFormToken } from "~/forms/form-token";
import type { LostForm } from "./offline";

/** A form with a text to publish, stored in this browser for its author only. */
export interface Unsent extends LostForm {
  at: number;
}

const keyOf = (uid: number) => `unsent:${uid}`;
const most = 10;

/** An account's unsent forms in this browser, oldest first. */
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

/** Stores a form that publishes something. @returns whether it is stored */
export function keepUnsent(uid: number, { action, fields }: LostForm): boolean {
  if (!fields.submissionId || !fields.content || new URL(action).origin !== location.origin) return false;
  const { csrf: _token, ...values } = fields;
  const forms = [...others(uid, { action, fields }), { action, fields: values, at: Date.now() }];
  return write(uid, forms.slice(-most));
}

/** Deletes an unsent form. */
export function discardUnsent(uid: number, form: LostForm): void {
  write(uid, others(uid, form));
}

/** Submits a real form, so that a refusal shows the form on its page with its messages. */
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
 * Sends an unsent form when the member asks for it, with a new token. Its submissionId prevents publishing it twice.
 * Opens the published page, or the form's page.
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
    const reply = await fetch(form.action, { method: "POST", body });
    if (reply.redirected && reply.ok) {
      discardUnsent(uid, form);
      location.assign(reply.url);
    } else {
      // Refused: the page shows the reason and the typed text, so the stored copy is not needed.
      if (reply.status < 500) discardUnsent(uid, form);
      submit({ action: form.action, fields });
    }
    return "sent";
  } catch {
    return "offline";
  }
}
