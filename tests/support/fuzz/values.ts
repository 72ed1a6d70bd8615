import type { Random } from "./random";

/** Texts that often break quoting, length counting, decoding, or the database's types. */
const hostileTexts = [
  ...[
    "",
    " ",
    "0",
    "-1",
    "1.5",
    "1e309",
    "NaN",
    "Infinity",
    "0x10",
    "١٢٣",
    "１２",
    "2147483647",
    "2147483648",
    "-2147483649",
    "9".repeat(40),
  ],
  ...[
    "\0",
    "a\0b",
    "\ud800",
    "\udfff x",
    "\ufffe",
    "\u202e反",
    "\ufeff",
    "e\u0301".repeat(50),
    "👩‍👩‍👧‍👦",
    "\r\nset-cookie: a=b",
    "\t\v\u007f",
  ],
  ...[
    "'",
    '"',
    "\\",
    "`",
    "'; drop table posts; --",
    "') or 1=1 --",
    "%",
    "_",
    "%%%",
    "%ff",
    "%E4%B8",
    "&lt;",
    "\\u0000",
  ],
  ...[
    "<script>alert(1)</script>",
    "javascript:alert(1)",
    "../../../etc/passwd",
    "//evil.example/",
    "https://evil.example",
    "file:///etc/passwd",
  ],
  ...[
    "null",
    "true",
    "undefined",
    "[]",
    "{}",
    "[object Object]",
    "__proto__",
    "constructor",
    "toString",
    "a[0]",
    "a.b",
    "$where",
  ],
  ...[
    "& | ! ( ) <->",
    "a & & b",
    ":*",
    '"未闭合',
    "-",
    "串口 -乱码",
    "「」",
    "长".repeat(3_000),
    "a".repeat(1_500),
    "🀄".repeat(500),
  ],
  ...[
    "**".repeat(700),
    "[".repeat(800),
    "> ".repeat(500),
    "|a".repeat(200),
    "![](",
    "```",
    "@阿岚 @nobody",
    "#tag#",
    "http://".repeat(100),
  ],
  ...[
    "2026-02-30",
    "0000-00-00",
    "9999-12-31",
    "1_1",
    "999999999999999_9",
    "post-1",
    "topic:new",
    "reply:1",
    "topic:-1",
    "V1",
    "zh_CN",
  ],
];

/** Values that people and the portal really send, by the name of the field. */
const rightTexts: Record<string, readonly string[]> = {
  order: ["reply", "new", "hot", "relevance", "name", "topics"],
  only: ["digest", "solved", "unsolved", "author"],
  type: ["topics", "people", "tags", "system", "forum", "inner"],
  tab: ["0", "1", "2", "replies", "favorites", "followers"],
  section: ["general", "notices", "sessions", "privacy", "data", "close"],
  kind: ["topics", "tags", "people", "followers", "following", "complaint", "section", "country"],
  q: ["串口", "Hi3861", "rs-485", "怎么 烧录"],
  text: ["串口", "Hi3861", "阿岚"],
  redirect: ["/forum/all", "/posting?fid=101"],
  back: ["/forum/all"],
  since: ["2026-01-01", "3"],
  to: ["2026-12-31"],
  from: ["wechat"],
  intent: [
    "reply",
    "publish",
    "preview",
    "section",
    "delete",
    "submit",
    "upload:publish",
    "save",
    "sign:Disclaimer",
    "send-code",
  ],
  title: ["一个像样的标题"],
  content: ["一段像样的正文，带 `代码` 和 **粗体**。"],
  privacyId: ["Disclaimer", "privacyPolicy", "legalNotices"],
};

const ids = ["1", "2", "3", "5", "8", "13", "101", "102", "105"];

/** A text for a field: mostly a usual value, sometimes any other. */
export function textFor(random: Random, name: string): string {
  if (random.chance(0.4)) return random.pick(hostileTexts);
  return random.pick(rightTexts[name] ?? ids);
}

/** A JSON value of a type that nobody expects there. */
function strangeValue(random: Random): unknown {
  const deep = () => {
    let value: unknown = "x";
    for (let depth = 0; depth < 200; depth += 1) value = depth % 2 ? [value] : { a: value };
    return value;
  };
  return random.pick<() => unknown>([
    () => null,
    () => true,
    () => -1,
    () => 1e308,
    () => 0.1,
    () => [],
    () => ({}),
    () => random.pick(hostileTexts),
    () => Array.from({ length: 300 }, () => random.pick(hostileTexts).slice(0, 20)),
    () => ({ __proto__x: 1, "\0": "\0", a: "\ud800" }),
    deep,
  ])();
}

/** The parts of JSON Schema that the contract's requests use. */
export interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** A value of the schema; sometimes a part is wrong, missing or superfluous. */
export function valueFor(random: Random, schema: JsonSchema | undefined, name: string): unknown {
  if (!schema || random.chance(0.12)) return strangeValue(random);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) return valueFor(random, random.pick(schema.anyOf), name);
  if (schema.type === "object" || schema.properties) {
    const value: Record<string, unknown> = {};
    for (const [key, part] of Object.entries(schema.properties ?? {})) {
      if (random.chance(schema.required?.includes(key) ? 0.97 : 0.6))
        value[key] = valueFor(random, part, key);
    }
    if (random.chance(0.05)) value[random.pick(hostileTexts)] = strangeValue(random);
    return value;
  }
  if (schema.type === "array")
    return Array.from({ length: random.below(4) }, () => valueFor(random, schema.items, name));
  if (schema.type === "integer" || schema.type === "number") return Number(random.pick(ids));
  if (schema.type === "boolean") return random.chance(0.5);
  if (schema.type === "null") return null;
  return textFor(random, name);
}
