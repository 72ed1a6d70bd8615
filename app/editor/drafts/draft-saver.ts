import { ask } from "../textarea/ask";
import { type DraftState, type DraftValues, isSameText, type SavedDraft } from "./draft";
import { fillForm, valuesIn } from "./form-values";
import { dropLocal, readLocal, writeLocal } from "./local-drafts";

/** What the person is told about their draft. */
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

/** The page's own word of a restored draft, when another takes its place. It is React's: it is not taken away. */
function hideNotice(form: HTMLFormElement): void {
  const notice = form.querySelector<HTMLElement>("[data-draft-restored]");
  if (notice) notice.hidden = true;
}

const localDelay = 1_000;
const serverDelay = 5_000;

/**
 * Keeps what stands in a form: in this browser a second after it was typed, on the server after five. Plain,
 * without React: it lives as long as the form does.
 */
export class DraftSaver {
  private timers: { local?: number | undefined; server?: number | undefined } = {};
  private saving = false;
  private stopped = false;
  /** Set once it was published: a save that was on its way then must not bring the draft back. */
  private isPublished = false;
  /** Whether something was typed that no place has yet. */
  private unkept = false;
  /** Whether the server lacks something. */
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

  /** Puts what this browser kept into the form, where it is newer than what the server gave. */
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

  /** Something was typed. */
  onInput = (): void => {
    if (isSameText(valuesIn(this.form), this.saved)) return;
    this.stopped = false;
    this.isPublished = false;
    this.unkept = true;
    this.unsent = true;
    this.timers.local ??= window.setTimeout(() => this.keepLocally(), localDelay);
    this.timers.server ??= window.setTimeout(() => void this.save(), serverDelay);
  };

  /** Writes into this browser now. */
  keepLocally = (): void => {
    window.clearTimeout(this.timers.local);
    this.timers.local = undefined;
    if (!this.unkept || this.stopped) return;
    const draft = { values: valuesIn(this.form), at: Date.now(), revision: this.revision, synced: false };
    if (writeLocal(this.uid, this.draft.target, draft)) this.unkept = false;
  };

  /** Saves on the server now. @param automatic false when the person asked for it */
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

  /** Of two texts this one: the other stays as a version. */
  keepMine(other: SavedDraft): Promise<boolean> {
    return this.save({ automatic: false, baseRevision: other.revision });
  }

  /** Of two texts the other one: this one stays as a version. */
  async takeOther(other: SavedDraft): Promise<void> {
    if (!(await this.keepMine(other))) return;
    fillForm(this.form, other.values);
    await this.save({ automatic: false });
  }

  /** Throws the draft away, here and on the server, and shows the form as it was without one. */
  async discard(): Promise<void> {
    this.stop();
    hideNotice(this.form);
    dropLocal(this.uid, this.draft.target);
    fillForm(this.form, this.draft.clean);
    this.saved = valuesIn(this.form);
    const answer = await ask("discard", { method: "POST", fields: { target: this.draft.target } });
    this.tell(answer.ok ? { kind: "quiet" } : { kind: "refused", message: answer.message });
  }

  /** It was published: there is nothing to keep any more. */
  published(): void {
    this.stop();
    this.isPublished = true;
    dropLocal(this.uid, this.draft.target);
  }

  /** No more saves until something is typed: while the form is being sent. */
  stop(): void {
    this.stopped = true;
    this.unsent = false;
    this.unkept = false;
    window.clearTimeout(this.timers.local);
    window.clearTimeout(this.timers.server);
    this.timers = {};
  }

  /** The page is being left or hidden. */
  leave = (): void => {
    this.keepLocally();
    if (this.unsent && !this.stopped) void this.save({ leaving: true });
  };

  /** Whether leaving now would lose something. */
  get wouldLose(): boolean {
    return this.unkept && this.unsent && !this.stopped;
  }
}
