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
  found: {
    id: number;
    title: string;
    words: string[];
    /** What it is found by besides its first text: plain, such as what a video says. */
    said?: string;
    /** All its texts are looked at, not the first alone. */
    whole?: boolean;
  } | null;
}

export interface MadeText {
  html: string[];
  /** The search document. */
  search: string | null;
}

/** Texts whose search documents are asked for at once. */
const atOnce = 50;

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** What of a thing is looked at for its search document. */
function htmlOf(found: TextItem["found"], html: string[]): string {
  if (!found) return "";
  const texts = found.whole ? html : html.slice(0, 1);
  return [...texts, ...(found.said ? [`<p>${escaped(found.said)}</p>`] : [])].join("\n");
}

const keyOf = ({ fingerprint, found }: TextItem) => `${fingerprint} ${found?.id ?? ""}`;

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

  /** Makes the texts of these things; `told` of each. */
  async make(items: TextItem[], told: () => void | Promise<void> = () => undefined): Promise<void> {
    for (let start = 0; start < items.length; start += atOnce) {
      const some = items.slice(start, start + atOnce);
      const html: string[][] = [];
      for (const { sources } of some) {
        const rendered: string[] = [];
        for (const source of sources) rendered.push(await this.places.render(source));
        html.push(rendered);
        await told();
        await setImmediate();
      }
      const documents = await this.documentsOf(some, html);
      for (const [index, item] of some.entries())
        this.made.set(keyOf(item), { html: html[index] ?? [], search: documents[index] ?? null });
    }
  }

  private async documentsOf(items: TextItem[], html: string[][]): Promise<(string | null)[]> {
    const texts = items.map(({ found }, index) => ({
      ...{ title: found?.title ?? "", tags: found?.words ?? [], html: htmlOf(found, html[index] ?? []) },
    }));
    const length = texts.reduce((sum, text) => sum + text.html.length, 0);
    const lexemes = await this.services.texts.run("lexemes", { texts }, length, null);
    return items.map(({ found }, index) => (found ? documentOf(found.id, lexemes[index] ?? "") : null));
  }

  async of(item: TextItem): Promise<MadeText> {
    if (!this.made.has(keyOf(item))) await this.make([item]);
    return this.made.get(keyOf(item)) ?? { html: [], search: null };
  }
}
