import type { Options } from "rehype-sanitize";

type Attributes = NonNullable<Options["attributes"]>;

/** A length in a formula. A negative length is short, so that it cannot move a sign out of the formula. */
const length = /^(?:-0?\.\d{1,4}|\+?\d{1,2}(?:\.\d{1,4})?)em$/;
const truth = ["true", "false"] as const;
const oneOf = (name: string, ...values: (string | RegExp)[]): [string, ...(string | RegExp)[]] => [
  name,
  ...values,
];
const space = [oneOf("width", length), oneOf("height", length), oneOf("depth", length)];
const sides = [oneOf("lspace", length), oneOf("rspace", length)];

/**
 * The attributes of the MathML that KaTeX writes: shapes and sizes. Colours are not allowed (readers use light or dark
 * pages), nor links, pictures and styles.
 */
export const formulaAttributes: Attributes = {
  math: ["alttext", oneOf("display", "block")],
  menclose: [oneOf("notation", /^[a-z ]{1,60}$/)],
  mfrac: [oneOf("linethickness", length)],
  mi: [oneOf("mathvariant", "normal")],
  mn: [oneOf("mathvariant", "normal")],
  mo: [
    ...["stretchy", "fence", "separator", "accent", "largeop"].map((name) => oneOf(name, ...truth)),
    ...[oneOf("minsize", length), oneOf("maxsize", length), ...sides],
    oneOf("mathvariant", "normal"),
  ],
  mover: [oneOf("accent", ...truth)],
  mpadded: [...space, oneOf("voffset", length), oneOf("lspace", length)],
  mphantom: [],
  mroot: [],
  mrow: [],
  mspace: [...space, oneOf("linebreak", "newline")],
  msqrt: [],
  mstyle: [oneOf("scriptlevel", /^[+-]?[0-3]$/), oneOf("displaystyle", ...truth), oneOf("mathsize", length)],
  msub: [],
  msubsup: [],
  msup: [],
  mtable: [oneOf("rowspacing", /^[\d.em ]{1,200}$/), oneOf("columnlines", /^[a-z ]{1,200}$/)],
  mtd: [["className", "align-left", "align-right"]],
  mtext: [oneOf("mathvariant", "normal")],
  mtr: [],
  munder: [oneOf("accentunder", ...truth)],
  munderover: [],
};

const number = /^-?\d{1,5}(?:\.\d{1,3})?(?:px)?$/;
const numbers = (...names: string[]) => names.map((name) => oneOf(name, number));
/** Colours are variables that the page's style sheet sets, so that they follow its colour scheme. */
const paint = /^(?:none|var\(--_?[a-z-]{1,20}\))$/;
const shape = [
  ...[oneOf("fill", paint), oneOf("stroke", paint), ...numbers("strokeWidth")],
  ...[oneOf("strokeDashArray", /^[\d. ,]{1,20}$/), oneOf("strokeDasharray", /^[\d. ,]{1,20}$/)],
  ...[oneOf("strokeLineJoin", "round"), oneOf("strokeLinejoin", "round")],
  oneOf("transform", /^[a-z0-9 ,.()-]{1,120}$/),
];
const points = oneOf("points", /^[-\d., ]{1,4000}$/);
const words = [
  ...numbers("x", "y", "dx", "dy", "fontSize"),
  ...[oneOf("textAnchor", "start", "middle", "end"), oneOf("fontWeight", /^(?:[1-9]00|bold|normal)$/)],
  ...[oneOf("fontStyle", "italic"), oneOf("textDecoration", "underline", "line-through")],
  oneOf("dominantBaseline", "central", "middle"),
];

/** The shapes and words of a diagram (diagrams/svg.ts), without ids, styles and addresses. */
export const diagramAttributes: Attributes = {
  svg: [
    ...numbers("width", "height"),
    oneOf("viewBox", /^[-\d. ]{1,60}$/),
    oneOf("role", "img"),
    "ariaLabel",
  ],
  g: [...shape],
  rect: [...shape, ...numbers("x", "y", "width", "height", "rx", "ry")],
  circle: [...shape, ...numbers("cx", "cy", "r")],
  ellipse: [...shape, ...numbers("cx", "cy", "rx", "ry")],
  line: [...shape, ...numbers("x1", "y1", "x2", "y2")],
  polyline: [...shape, points],
  polygon: [...shape, points],
  path: [...shape, oneOf("d", /^[-\d., A-Za-z]{1,4000}$/)],
  text: [...shape, ...words],
  tspan: [...shape, ...words],
};
