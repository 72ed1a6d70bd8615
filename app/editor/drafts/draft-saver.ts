import { ask } from "../textarea/ask";
import { type DraftState, type DraftValues, isSameText, type SavedDraft } from "./draft";
import { fillForm, valuesIn } from "./form-values";
import { dropLocal, readLocal, writeLocal } from "./local-drafts";

/** The state of the draft, as the page shows it. */
export type SaverState =
  | { kind: "quiet" }
  | { kind: "restored"; at: number; parent: string }
  | { kind: "local" }
  | { kind: "saved"; at: string }
  | { kind: "offline" }
  | { kind: "signedOut" }
  | { kind: "otherPerson"; nickName: string }
  | { kind: "refused"; message: string }
  | { kind: "conflict"; other: SavedDraft };

/**
 * Hides the server's notice of a restored draft when another draft replaces it. React owns the element: it is not
 * removed.
 */
function hideNotice(form: HTMLFormElement): void {
  const notice = form.querySelector<HTMLElement>("[data-draft-restored]");
  if (notice) notice.hidden = true;
}

const localDelay = 1_000;
const serverDelay = 5_000;

/**
 * Saves the values of a form: in this browser one second after typing, on the server after five. It uses no React,
 * because it lives as long as the form element.
 */
export class DraftSaver {
  private timers: { local?: number | undefined; server?: number | undefined } = {};
  private saving = false;
  private stopped = false;
  /** Set after publishing: a save that was still running then must not bring the draft back. */
  private isPublished = false;
  /** Whether some typed text is neither in this browser's storage nor on the server. */
  private unkept = false;
  /** Whether the server does not have the newest text. */
  private unsent = false;
  private saved: DraftValues;
  revision: number;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly uid: number,
    private readonly draft: DraftState,
    private readonly tell: (state: SaverState) => void,
  ) {
    this.revision = Math.max(draft.revision, Number(new FormData(form).get("draftRevision")) || 0);
    this.saved = valuesIn(form);
  }

  /** Fills the form from this browser's draft when it is newer than the server's. */
  restore(): void {
    const local = readLocal(this.uid, this.draft.target);
    if (!local || local.synced) return;
    const savedAt = this.draft.restored ? Date.parse(this.draft.restored.savedAt) : 0;
    const typedAlready = !isSameText(valuesIn(this.form), this.draft.restored?.values ?? this.draft.clean);
    if (local.at <= savedAt || typedAlready || isSameText(local.values, valuesIn(this.form))) return;
    this.revision = local.revision;
    fillForm(this.form, local.values);
    hideNotice(this.form);
    this.tell({ kind: "restored", at: local.at, parent: local.values.parent });
  }

  /** Handles a change in the form. */
  onInput = (): void => {
    if (isSameText(valuesIn(this.form), this.saved)) return;
    this.stopped = false;
    this.isPublished = false;
    this.unkept = true;
    this.unsent = true;
    this.timers.local ??= window.setTimeout(() => this.keepLocally(), localDelay);
    this.timers.server ??= window.setTimeout(() => void this.save(), serverDelay);
  };

  /** Saves the draft in this browser now. */
  keepLocally = (): void => {
    window.clearTimeout(this.timers.local);
    this.timers.local = undefined;
    if (!this.unkept || this.stopped) return;
    const draft = { values: valuesIn(this.form), at: Date.now(), revision: this.revision, synced: false };
    if (writeLocal(this.uid, this.draft.target, draft)) this.unkept = false;
  };

  /** Saves the draft on the server now. @param automatic false when the member pressed the button */
  async save({ automatic = true, baseRevision = this.revision, leaving = false } = {}): Promise<boolean> {
    window.clearTimeout(this.timers.server);
    this.timers.server = undefined;
    if (this.stopped && automatic) return false;
    if (this.saving) {
      this.timers.server = window.setTimeout(() => void this.save({ automatic }), localDelay);
      return false;
    }
    this.keepLocally();
    this.saving = true;
    const values = valuesIn(this.form);
    const about = { target: this.draft.target, writer: String(this.uid), baseRevision: String(baseRevision) };
    const fields = { ...about, ...values, automatic: automatic ? "1" : "" };
    const answer = await ask<{ revision: number; savedAt: string }>("draft", {
      method: "POST",
      fields,
      keepalive: leaving,
    });
    this.saving = false;
    if (this.isPublished) void ask("discard", { method: "POST", fields: { target: this.draft.target } });
    if (this.stopped && automatic) return false;
    if (answer.ok) {
      this.revision = answer.data.revision;
      this.saved = values;
      const isAll = isSameText(values, valuesIn(this.form));
      writeLocal(this.uid, this.draft.target, {
        values,
        at: Date.now(),
        revision: this.revision,
        synced: isAll,
      });
      if (isAll) {
        this.unkept = false;
        this.unsent = false;
      } else this.onInput();
      this.tell({ kind: "saved", at: answer.data.savedAt });
      return true;
    }
    if (answer.code === "DRAFT_CONFLICT" && answer.details.other)
      this.tell({ kind: "conflict", other: answer.details.other as SavedDraft });
    else if (answer.code === "OTHER_PERSON")
      this.tell({ kind: "otherPerson", nickName: String(answer.details.nickName) });
    else if (answer.status === 403) this.tell({ kind: "signedOut" });
    else if (answer.status === 0 || answer.status >= 500) {
      this.tell({ kind: "offline" });
      this.timers.server = window.setTimeout(() => void this.save({ automatic }), serverDelay * 3);
    } else this.tell({ kind: "refused", message: answer.message });
    return false;
  }

  /** Resolves a conflict with this form's text. The other text remains as a version. */
  keepMine(other: SavedDraft): Promise<boolean> {
    return this.save({ automatic: false, baseRevision: other.revision });
  }

  /** Resolves a conflict with the other text. This form's text remains as a version. */
  async takeOther(other: SavedDraft): Promise<void> {
    if (!(await this.keepMine(other))) return;
    fillForm(this.form, other.values);
    await this.save({ automatic: false });
  }

  /** Deletes the draft in this browser and on the server, and resets the form to its values without a draft. */
  async discard(): Promise<void> {
    this.stop();
    hideNotice(this.form);
    dropLocal(this.uid, this.draft.target);
    fillForm(this.form, this.draft.clean);
    this.saved = valuesIn(this.form);
    const answer = await ask("discard", { method: "POST", fields: { target: this.draft.target } });
    this.tell(answer.ok ? { kind: "quiet" } : { kind: "refused", message: answer.message });
  }

  /** The text was published: deletes the local draft and stops saving. */
  published(): void {
    this.stop();
    this.isPublished = true;
    dropLocal(this.uid, this.draft.target);
  }

  /** Stops saving until somebody types again; used while the form is being sent. */
  stop(): void {
    this.stopped = true;
    this.unsent = false;
    this.unkept = false;
    window.clearTimeout(this.timers.local);
    window.clearTimeout(this.timers.server);
    this.timers = {};
  }

  /** Saves when the page is hidden or left. */
  leave = (): void => {
    this.keepLocally();
    if (this.unsent && !this.stopped) void this.save({ leaving: true });
  };

  /** Whether leaving the page now loses text. */
  get wouldLose(): boolean {
    return this.unkept && this.unsent && !this.stopped;
  }
}
