import { cutText } from "contract/base/plain-text";
import type { Uploaded } from "contract/files/calls";
import {
  attachmentBytesMax,
  attachmentEndings,
  imageBytesMax,
  imageEndings,
  onlyPictures,
  unsupportedEnding,
} from "contract/files/constants";
import type { EditorTarget } from "../textarea/editor-target";
import { replaceQuietly } from "../textarea/quiet-edit";
import { insertText } from "../textarea/text-edit";
import { altFromName, uploadMarkdown } from "./upload-markdown";
import { sendFile } from "./upload-request";

/** One file that is being uploaded into the text. */
export interface UploadItem {
  key: number;
  file: File;
  isImage: boolean;
  /** `refused`: trying again does not help. */
  state: "waiting" | "sending" | "failed" | "refused" | "done";
  /** The uploaded share, from 0 to 1. */
  share: number;
  problem: string;
  /** The upload's Markdown in the field: first a placeholder, then the link or image. */
  written: string;
  alt: string;
  uploaded: Uploaded | null;
}

const atOnce = 2;

/** Refusals that a second attempt with the same file cannot change. */
const final = new Set([
  "FILE_EMPTY",
  "FILE_TYPE_REFUSED",
  "FILE_TOO_LARGE",
  "FILE_BROKEN",
  "IMAGE_TOO_COMPLEX",
]);

/** The problem that the browser can see before sending a file; empty without one. The gateway checks the content. */
function problemOf(file: File, picturesOnly: boolean): string {
  const ending = /\.[A-Za-z0-9]+$/.exec(file.name)?.[0].toLowerCase() ?? "";
  if (file.size === 0) return "这个文件是空的";
  if (imageEndings.includes(ending)) return file.size > imageBytesMax ? "图片不能超过 20 MB" : "";
  if (picturesOnly) return onlyPictures;
  if (attachmentEndings.includes(ending)) return file.size > attachmentBytesMax ? "附件不能超过 20 MB" : "";
  return unsupportedEnding(ending);
}

/** A file name without the characters that break a placeholder. */
const bare = (name: string) => cutText(name.replace(/[[\]()\\\n]/g, " "), 60);

/**
 * The uploads of one text area. Each file gets a placeholder at the caret, so that the files keep the order in which
 * they were chosen. When a file is stored, its image or link replaces the placeholder.
 */
export class UploadQueue {
  private items: readonly UploadItem[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly controllers = new Map<number, AbortController>();
  private serial = 0;

  constructor(private target: EditorTarget) {
    // This listener is here and not in the tools, because the tools are unmounted while the preview is shown.
    target.textarea.form?.addEventListener("submit", (event) => this.holdBack(event));
  }

  /** Gives the queue a new target: the editor's tools may be mounted again around the same text area. */
  moveTo(target: EditorTarget): void {
    this.target = target;
  }

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly snapshot = () => this.items;

  /** Uploads files at the caret; the first one replaces `instead`, if given. */
  add(files: File[], instead?: { text: string; alt: string }): void {
    const added = files.map((file, index): UploadItem => {
      this.serial += 1;
      const problem = problemOf(file, this.target.picturesOnly);
      const isImage = imageEndings.some((ending) => file.name.toLowerCase().endsWith(ending));
      return {
        key: this.serial,
        file,
        isImage,
        state: problem ? "refused" : "waiting",
        share: 0,
        problem,
        written: problem ? "" : this.placeholder(file.name),
        alt: (index === 0 ? instead?.alt : "") || altFromName(file.name),
        uploaded: null,
      };
    });
    this.items = [...this.items, ...added];
    const placeholders = added.map(({ written }) => written).filter((markdown) => markdown !== "");
    const text = placeholders.join("\n\n");
    if (instead && text) replaceQuietly(this.target.textarea, instead.text, text);
    else if (text) this.insert(text);
    for (const { file, problem } of added) if (problem) this.target.announce(`${file.name}：${problem}`);
    this.changed();
  }

  cancel(key: number): void {
    this.controllers.get(key)?.abort();
    const item = this.find(key);
    if (!item) return;
    if (item.state !== "done" && item.written) replaceQuietly(this.target.textarea, item.written, "");
    this.items = this.items.filter((one) => one.key !== key);
    this.target.announce(item.state === "done" ? "" : `已取消上传 ${item.file.name}`);
    this.changed();
  }

  retry(key: number): void {
    this.update(key, { state: "waiting", share: 0, problem: "" });
    this.changed();
  }

  /** Changes the description of an uploaded image in the text. */
  describe(key: number, alt: string): void {
    const item = this.find(key);
    if (!item?.uploaded) return;
    const markdown = uploadMarkdown(item.uploaded, alt);
    replaceQuietly(this.target.textarea, item.written, markdown, (there) => {
      if (there) this.update(key, { written: markdown });
    });
    this.update(key, { alt });
  }

  /** Files that are not yet uploaded and whose placeholder is still in the text. */
  private unfinished(): readonly UploadItem[] {
    const { value } = this.target.textarea;
    return this.items.filter(
      ({ state, written }) => state !== "done" && written !== "" && value.includes(written),
    );
  }

  /** Prevents publishing while the text has placeholders: the files would be missing. */
  private holdBack(event: SubmitEvent): void {
    const intent = event.submitter?.getAttribute("value") ?? "publish";
    const unfinished = this.unfinished();
    if (unfinished.length === 0 || (intent !== "publish" && intent !== "reply")) return;
    event.preventDefault();
    event.stopPropagation();
    const failed = unfinished.filter(({ state }) => state === "failed").length;
    this.target.announce(
      failed > 0
        ? `有 ${failed} 个文件没有上传成功，请重试或移除后再提交`
        : `还有 ${unfinished.length} 个文件正在上传，请等上传完成后再提交`,
    );
  }

  private placeholder(name: string): string {
    const isInText = (text: string) =>
      this.target.textarea.value.includes(text) || this.items.some(({ written }) => written === text);
    for (let number = 1; ; number += 1) {
      const text = `![上传中 ${bare(name)}${number > 1 ? ` (${number})` : ""}…]()`;
      if (!isInText(text)) return text;
    }
  }

  /** Inserts a text at the caret as a paragraph. */
  private insert(text: string): void {
    const { textarea } = this.target;
    const before = textarea.value.slice(0, textarea.selectionStart);
    const after = textarea.value.slice(textarea.selectionEnd);
    const lead = /(?:^|\n[ \t]*\n)$/.test(before) ? "" : before.endsWith("\n") ? "\n" : "\n\n";
    const rest =
      after === "" ? "\n" : /^\n[ \t]*(?:\n|$)/.test(after) ? "" : after.startsWith("\n") ? "\n" : "\n\n";
    insertText(textarea, `${lead}${text}${rest}`);
  }

  private find(key: number): UploadItem | undefined {
    return this.items.find((item) => item.key === key);
  }

  private update(key: number, change: Partial<UploadItem>): void {
    this.items = this.items.map((item) => (item.key === key ? { ...item, ...change } : item));
    for (const listener of this.listeners) listener();
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
    const free = atOnce - this.items.filter(({ state }) => state === "sending").length;
    for (const item of this.items.filter(({ state }) => state === "waiting").slice(0, free))
      void this.send(item);
  }

  private async send({ key, file }: UploadItem): Promise<void> {
    const controller = new AbortController();
    this.controllers.set(key, controller);
    this.update(key, { state: "sending" });
    const result = await sendFile(file, (share) => this.update(key, { share }), controller.signal);
    this.controllers.delete(key);
    const item = this.find(key);
    if (!item) {
      this.changed();
      return;
    }
    if (!result.ok) {
      const isFinal = final.has(result.code);
      this.update(key, { state: isFinal ? "refused" : "failed", problem: result.message });
      if (isFinal) replaceQuietly(this.target.textarea, item.written, "");
      this.target.announce(`${file.name} 上传失败：${result.message}`);
    } else {
      const markdown = uploadMarkdown(result.uploaded, item.alt);
      this.update(key, { state: "done", share: 1, uploaded: result.uploaded });
      replaceQuietly(this.target.textarea, item.written, markdown, (there) =>
        this.update(key, { written: there ? markdown : "" }),
      );
      this.target.announce(`${file.name} 已上传`);
    }
    this.changed();
  }
}

const queues = new WeakMap<HTMLTextAreaElement, UploadQueue>();

/** The queue of a text area. It outlives the tools, which are unmounted while the preview is shown. */
export function uploadQueueOf(target: EditorTarget): UploadQueue {
  const queue = queues.get(target.textarea);
  if (queue) {
    queue.moveTo(target);
    return queue;
  }
  const created = new UploadQueue(target);
  queues.set(target.textarea, created);
  return created;
}
