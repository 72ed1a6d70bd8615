import { mathFromMarkdown } from "mdast-util-math";
import { math } from "micromark-extension-math";
import type { Code, Construct, Extension, State, TokenizeContext, Tokenizer } from "micromark-util-types";
import type { Processor } from "unified";

/** The maximal length of a formula, so that the parser does not search a whole text for a missing end. */
const inlineMaximum = 1_000;
const displayMaximum = 4_000;

const dollar = 36;
const backslash = 92;
/** Chinese punctuation between two dollar signs: they are prices in a sentence and no formula. */
const chinesePause = /[，。、；！？]/;
/** Micromark has negative codes for line ends, tabs and the virtual spaces of tabs. */
const isLineEnd = (code: Code) => code !== null && code < -2;
const isBlank = (code: Code) => code === null || code < 0 || code === 32;
const isWord = (code: Code) => code !== null && code > 0 && /[A-Za-z0-9]/.test(String.fromCharCode(code));

/**
 * `$x$` and `$$x$$` in a line, by the rules of pandoc: no blank after the first sign or before the last, and no letter
 * or digit beside the signs. So prices ($5 和 $10) and shell variables ($PATH:$HOME) stay text.
 */
const tokenize: Tokenizer = function (this: TokenizeContext, effects, ok, nok) {
  let signs = 0;
  let length = 0;
  let last: Code = null;

  const opening: State = (code) => {
    if (code === dollar && signs < 2) {
      signs += 1;
      effects.consume(code);
      return opening;
    }
    if (code === null || code === dollar || (signs === 1 && isBlank(code))) return nok(code);
    effects.exit("mathTextSequence");
    return between(code);
  };
  const between: State = (code) => {
    if (code === null) return nok(code);
    if (isLineEnd(code)) {
      if (signs === 1) return nok(code);
      effects.enter("lineEnding");
      effects.consume(code);
      effects.exit("lineEnding");
      last = code;
      return between;
    }
    if (code === dollar) {
      effects.enter("mathTextSequence");
      effects.consume(code);
      return closing;
    }
    effects.enter("mathTextData");
    return data(code);
  };
  const data: State = (code) => {
    length += 1;
    if (signs === 1 && code !== null && chinesePause.test(String.fromCharCode(code))) return nok(code);
    if (length > (signs === 1 ? inlineMaximum : displayMaximum)) return nok(code);
    const escaped = last === backslash;
    if (code === null || isLineEnd(code) || (code === dollar && !escaped)) {
      effects.exit("mathTextData");
      return between(code);
    }
    effects.consume(code);
    last = escaped && code === backslash ? null : code;
    return data;
  };
  const closing: State = (code) => {
    if (signs === 2 && code === dollar) {
      effects.consume(code);
      return end;
    }
    return signs === 2 || isBlank(last) ? nok(code) : end(code);
  };
  const end: State = (code) => {
    if (signs === 1 && (isWord(code) || code === dollar)) return nok(code);
    effects.exit("mathTextSequence");
    effects.exit("mathText");
    return ok(code);
  };
  return (code) => {
    effects.enter("mathText");
    effects.enter("mathTextSequence");
    return opening(code);
  };
};

const inline: Construct = {
  name: "mathText",
  tokenize,
  previous: (code) => code !== dollar && !isWord(code),
};

/** A line with only two signs opens a block. A line such as `$$ 100` does not. */
const bareLine: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    let signs = 0;
    effects.enter("mathFlowFence");
    const line: State = (code) => {
      if (code === dollar && signs < 2) {
        signs += 1;
        effects.consume(code);
        return line;
      }
      if (signs === 2 && code === 32) {
        effects.consume(code);
        return line;
      }
      if (signs < 2 || !(code === null || isLineEnd(code))) return nok(code);
      effects.exit("mathFlowFence");
      return ok(code);
    };
    return line;
  },
};

function syntax(): Extension {
  const block = [math().flow?.[dollar]].flat()[0] as Construct;
  return {
    flow: {
      [dollar]: {
        ...block,
        tokenize(effects, ok, nok) {
          return effects.check(bareLine, block.tokenize.call(this, effects, ok, nok), nok);
        },
      },
    },
    text: { [dollar]: inline },
  };
}

/** remark: formulas between `$` or `$$` become nodes of their own. */
export function remarkFormulaSyntax(this: Processor): void {
  const data = this.data() as {
    micromarkExtensions?: Extension[];
    fromMarkdownExtensions?: unknown[];
  };
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), syntax()];
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), mathFromMarkdown()];
}
