/** An attachment of the post that is converted, by its old id. */
export interface OldAttachment {
  name: string;
  /** Its new address; null when the file did not come over. */
  address: string | null;
  isImage: boolean;
}

export interface BbcodeOptions {
  /** New addresses of old links, by `targetKey`; null for one that is not known yet and has a place when it is opened. */
  links: Record<string, string | null>;
  /** The hosts of the old board, in small letters. */
  hosts: string[];
  attachments: Record<number, OldAttachment>;
  /** False for a post whose author had switched codes or smileys off. */
  codes?: boolean;
  smileys?: boolean;
  /** A reply's own title, which stands before its text. */
  subject?: string;
  /** What becomes of text that a reader had to reply or pay for. */
  hidden?: "show" | "hold";
}

/** Counts of what was changed or left out, by a name that the report explains. */
export type Counts = Record<string, number>;

/** What the conversion of one text shares. */
export class Conversion {
  readonly counts: Counts = {};
  readonly named = new Set<number>();

  constructor(
    readonly source: string,
    readonly options: BbcodeOptions,
  ) {}

  count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}
