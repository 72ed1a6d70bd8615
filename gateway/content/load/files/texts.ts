import { setImmediate } from "node:timers/promises";
import type { Places } from "./places";

/** An item of the pack with texts. A changed fingerprint causes rendering. */
export interface TextItem {
  fingerprint: string;
  /** Markdown: the main text first, then the item's other texts. */
  sources: string[];
}

export interface MadeText {
  html: string[];
}

/**
 * The HTML of the items that a load writes, rendered once each. Rendering is done before the transaction, so that the
 * transaction is short; within it, only texts that changed meanwhile are rendered.
 */
export class Texts {
  private readonly texts = new Map<string, MadeText>();

  constructor(private readonly places: Places) {}

  /** Renders the texts of these items and calls `onProgress` after each item. */
  async make(items: TextItem[], onProgress: () => void | Promise<void> = () => undefined): Promise<void> {
    for (const { fingerprint, sources } of items) {
      const html: string[] = [];
      for (const source of sources) html.push(await this.places.render(source));
      this.texts.set(fingerprint, { html });
      await onProgress();
      await setImmediate();
    }
  }

  async of(item: TextItem): Promise<MadeText> {
    if (!this.texts.has(item.fingerprint)) await this.make([item]);
    return this.texts.get(item.fingerprint) ?? { html: [] };
  }
}
