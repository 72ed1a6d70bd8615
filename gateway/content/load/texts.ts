import { setImmediate } from "node:timers/promises";
import { documentOf } from "../../search/index/document";
import type { Services } from "../../server/context";
import type { Places } from "./places";

/** A thing of the pack with texts: what it is compared by, and what is made of it when it has changed. */
export interface TextItem {
  fingerprint: string;
  /** Markdown: the text itself first, then those beside it. */
  sources: string[];
  /** What it is found by besides its own text; null for what no search finds. */
  found: { id: number; title: string; words: string[] } | null;
}

export interface MadeText {
  html: string[];
  /** The search document. */
  search: string | null;
}

/**
 * The HTML and search documents of what a load writes, each made once: before the transaction, so that it is
 * short, and in it for what changed meanwhile.
 */
export class Texts {
  private readonly made = new Map<string, MadeText>();

  constructor(
    private readonly services: Pick<Services, "texts">,
    private readonly places: Places,
  ) {}

  /** Makes the texts of these things; `told` after each. */
  async make(items: TextItem[], told: () => void | Promise<void> = () => undefined): Promise<void> {
    for (const item of items) {
      await this.of(item);
      await told();
      await setImmediate();
    }
  }

  async of({ fingerprint, sources, found }: TextItem): Promise<MadeText> {
    const key = `${fingerprint} ${found?.id ?? ""}`;
    const before = this.made.get(key);
    if (before) return before;
    const html: string[] = [];
    for (const source of sources) html.push(await this.places.render(source));
    const text = html[0] ?? "";
    const lexemes = found
      ? (
          await this.services.texts.run(
            "lexemes",
            { texts: [{ title: found.title, tags: found.words, html: text }] },
            text.length,
            null,
          )
        )[0]
      : null;
    const made = { html, search: found ? documentOf(found.id, lexemes ?? "") : null };
    this.made.set(key, made);
    return made;
  }
}
