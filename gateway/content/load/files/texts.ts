import { setImmediate } from "node:timers/promises";
import type { Places } from "./places";

/** A thing of the pack with texts: what it is compared by, and what is made of it when it has changed. */
export interface TextItem {
  fingerprint: string;
  /** Markdown: the text itself first, then those beside it. */
  sources: string[];
}

export interface MadeText {
  html: string[];
}

/**
 * The HTML of what a load writes, each made once: before the transaction, so that it is short, and in it for what
 * changed meanwhile.
 */
export class Texts {
  private readonly made = new Map<string, MadeText>();

  constructor(private readonly places: Places) {}

  /** Makes the texts of these things; `told` of each. */
  async make(items: TextItem[], told: () => void | Promise<void> = () => undefined): Promise<void> {
    for (const { fingerprint, sources } of items) {
      const html: string[] = [];
      for (const source of sources) html.push(await this.places.render(source));
      this.made.set(fingerprint, { html });
      await told();
      await setImmediate();
    }
  }

  async of(item: TextItem): Promise<MadeText> {
    if (!this.made.has(item.fingerprint)) await this.make([item]);
    return this.made.get(item.fingerprint) ?? { html: [] };
  }
}
