import type { Link, PhrasingContent, Root } from "mdast";
import type { Code, Construct, Extension, State } from "micromark-util-types";
import remarkCjkFriendly from "remark-cjk-friendly";
import remarkCjkFriendlyStrikethrough from "remark-cjk-friendly-gfm-strikethrough";
import remarkGfm from "remark-gfm";
import type { Processor } from "unified";
import { addressesIn, addressLength, mayBegin } from "./bare-address";
import { replaceInText } from "./replace-in-text";

declare module "micromark-util-types" {
  interface TokenTypeMap {
    literalAutolink: "literalAutolink";
    literalAutolinkHttp: "literalAutolinkHttp";
    literalAutolinkWww: "literalAutolinkWww";
  }
}

const isEnd = (code: Code) => code === null || code < 0 || code === 32 || code === 60;

/** Reads up to the next blank without consuming it, because the end of an address depends on its whole text. */
function ahead(read: (text: string) => void): Construct {
  return {
    partial: true,
    tokenize(effects, ok) {
      const characters: number[] = [];
      effects.enter("data");
      const inside: State = (code) => {
        if (code === null || isEnd(code) || characters.length >= 2_048) {
          effects.exit("data");
          read(String.fromCharCode(...characters));
          return ok(code);
        }
        characters.push(code);
        effects.consume(code);
        return inside;
      };
      return inside;
    },
  };
}

/** An address begins with `http` or `www.`. Other texts are rejected after a few characters. */
const beginning: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let text = "";
    effects.enter("data");
    const inside: State = (code) => {
      const next = text + (code === null || code < 0 ? " " : String.fromCharCode(code)).toLowerCase();
      if (!["http://", "https://", "www."].some((each) => each.startsWith(next))) return nok(code);
      text = next;
      effects.consume(code);
      if (!["http://", "https://", "www."].includes(text)) return inside;
      effects.exit("data");
      return ok;
    };
    return inside;
  },
};

/** A typed address, in the tokens of GFM. GFM's own construct reads everything up to the next blank. */
const bareAddress: Construct = {
  name: "bareAddress",
  // It follows GFM's mail addresses, because `www.a@example.com` is a mail address.
  add: "after",
  tokenize(effects, ok, nok) {
    const { previous, events } = this;
    let depth = 0;
    let type: "literalAutolinkWww" | "literalAutolinkHttp" = "literalAutolinkHttp";
    const start: State = (code) => {
      const first = code === null ? "" : String.fromCharCode(code);
      type = /w/i.test(first) ? "literalAutolinkWww" : "literalAutolinkHttp";
      if (!mayBegin(previous === null || previous < 0 ? " " : String.fromCharCode(previous), first))
        return nok(code);
      // Brackets may become the text of a link, so addresses in them are found after parsing (remarkAddressesInText).
      const open = events.some(
        ([, token]) => (token.type === "labelLink" || token.type === "labelImage") && !token._balanced,
      );
      if (open) return nok(code);
      return effects.check(beginning, looking, nok)(code);
    };
    const looking: State = (code) =>
      effects.check(
        ahead((text) => {
          depth = addressLength(text);
        }),
        begin,
        nok,
      )(code);
    const begin: State = (code) => {
      if (depth === 0) return nok(code);
      effects.enter("literalAutolink");
      effects.enter(type);
      return inside(code);
    };
    const inside: State = (code) => {
      effects.consume(code);
      depth -= 1;
      return depth > 0 ? inside : end;
    };
    const end: State = (code) => {
      effects.exit(type);
      effects.exit("literalAutolink");
      return ok(code);
    };
    return start;
  },
};

const [smallH, largeH, smallW, largeW] = [104, 72, 119, 87] as const;
const addresses: Extension = {
  disable: { null: ["protocolAutolink", "wwwAutolink"] },
  text: {
    [smallH]: bareAddress,
    [largeH]: bareAddress,
    [smallW]: bareAddress,
    [largeW]: bareAddress,
  },
};

const linkTo = (url: string, text: string): Link => ({
  type: "link",
  url,
  children: [{ type: "text", value: text }],
});

/** remark: turns addresses in brackets, and mail addresses with Chinese domains, into links. */
function remarkAddressesInText() {
  return (tree: Root) => {
    replaceInText(tree, (value): PhrasingContent[] => {
      let at = 0;
      const content = addressesIn(value).flatMap(({ start, end, url }): PhrasingContent[] => {
        const before = value.slice(at, start);
        at = end;
        return [
          ...(before ? [{ type: "text" as const, value: before }] : []),
          linkTo(url, value.slice(start, end)),
        ];
      });
      if (content.length > 0 && at < value.length) content.push({ type: "text", value: value.slice(at) });
      return content;
    });
  };
}

/**
 * remark: the Markdown syntax of this portal. It is GFM with different ends of typed addresses (bare-address.ts), and
 * it accepts `**注意：**请` and `~~旧（1.0）。~~后`, which CommonMark does not read as people intend. A single `~` stays
 * as typed, because Chinese writes ranges with it (3~5 V).
 */
export function remarkSyntax(this: Processor) {
  remarkGfm.call(this, { singleTilde: false });
  remarkCjkFriendly.call(this);
  remarkCjkFriendlyStrikethrough.call(this, { singleTilde: false });
  const data = this.data() as { micromarkExtensions: Extension[]; fromMarkdownExtensions: unknown[] };
  data.micromarkExtensions = [...data.micromarkExtensions, addresses];
  // This removes GFM's second search for addresses, which has other rules.
  data.fromMarkdownExtensions = data.fromMarkdownExtensions
    .flat()
    .map((extension) => ({ ...(extension as object), transforms: [] }));
  return remarkAddressesInText();
}
