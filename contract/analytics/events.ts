import { z } from "zod";
import { analyticsId, batchMax, elementTextMax, pageHistoryMax, sessionModes } from "./numbers";

/**
 * The events that a browser reports (spec 7.3). An event with unknown fields is refused, so that no field can contain
 * typed text.
 */

export const eventCodes = [
  "page_view",
  "page_stay",
  "click",
  "exposure",
  "page_size",
  "vital",
  "link",
  "ad_click",
] as const;
export type EventCode = (typeof eventCodes)[number];

export const vitalNames = ["LCP", "INP", "CLS", "FCP", "TTFB"] as const;
export type VitalName = (typeof vitalNames)[number];

const invalidMessage = "统计数据有误";
/** A page's code in the table of screens. */
export const pageCode = z.string(invalidMessage).regex(/^\w{1,40}$/, invalidMessage);
const word = (max: number) =>
  z
    .string(invalidMessage)
    .max(max, invalidMessage)
    // Removes control characters and unpaired surrogates: no page has them, and databases refuse them.
    .transform((text) => text.replace(/[\u0000-\u001f\u007f]|\p{Surrogate}/gu, " "));
/** Pixels of a page, which may be long. */
const pixels = z
  .number(invalidMessage)
  .int(invalidMessage)
  .min(0, invalidMessage)
  .max(1_000_000, invalidMessage);
const perMille = z
  .number(invalidMessage)
  .int(invalidMessage)
  .min(0, invalidMessage)
  .max(1_000, invalidMessage);
const randomId = z.string(invalidMessage).regex(/^[\w-]{8,64}$/, invalidMessage);

/** The shell: both shells have the same page codes, but different positions of elements. */
const shell = z.enum(["desktop", "h5"], invalidMessage);

/** A host that led to a session's first page; empty for none. */
const source = z
  .string(invalidMessage)
  .regex(/^[\w.:[\]-]{0,200}$/, invalidMessage)
  .optional();

const data = {
  /** `source`: the host that led to a session's first page, empty for none; missing for all other pages. */
  page_view: z.strictObject({
    page: pageCode,
    path: word(500),
    history: z.array(pageCode, invalidMessage).max(pageHistoryMax, invalidMessage),
    source,
  }),
  page_stay: z.strictObject({
    page: pageCode,
    milliseconds: z
      .number(invalidMessage)
      .int(invalidMessage)
      .min(0, invalidMessage)
      .max(86_400_000, invalidMessage),
  }),
  /** `target`: the element's tag name. `x` in thousandths of the page's width, `y` in pixels from the top. */
  click: z.strictObject({
    page: pageCode,
    shell,
    target: word(40),
    text: word(elementTextMax),
    x: perMille.optional(),
    y: pixels.optional(),
  }),
  exposure: z.strictObject({ page: pageCode, name: word(80) }),
  page_size: z.strictObject({ page: pageCode, shell, width: pixels, height: pixels }),
  vital: z.strictObject({
    page: pageCode,
    name: z.enum(vitalNames, invalidMessage),
    value: z.number(invalidMessage).min(0, invalidMessage).max(3_600_000, invalidMessage),
  }),
  /**
   * A link to a file of a resource's version, or from a product's page to another site. `source`: of the page's view.
   */
  link: z.strictObject({
    page: pageCode,
    path: word(500),
    source,
    version: z
      .number(invalidMessage)
      .int(invalidMessage)
      .min(1, invalidMessage)
      .max(999_999_999, invalidMessage)
      .optional(),
    href: word(500).optional(),
  }),
  ad_click: z.strictObject({ page: pageCode, name: word(80) }),
} satisfies Record<EventCode, z.ZodType>;

const event = <Code extends EventCode>(code: Code) =>
  z.strictObject({
    /** Milliseconds since 1970 by the browser's clock. */
    time: z
      .number(invalidMessage)
      .int(invalidMessage)
      .min(0, invalidMessage)
      .max(8_640_000_000_000, invalidMessage),
    code: z.literal(code),
    data: data[code],
    userId: z
      .number(invalidMessage)
      .int(invalidMessage)
      .min(1, invalidMessage)
      .max(2_147_483_647, invalidMessage)
      .nullable(),
    sessionId: randomId,
    anonymousId: randomId,
  });

const collected = z.discriminatedUnion(
  "code",
  [
    event("page_view"),
    event("page_stay"),
    event("click"),
    event("exposure"),
    event("page_size"),
    event("vital"),
    event("link"),
  ],
  invalidMessage,
);

/** The header of every batch. */
const header = z.strictObject({
  appId: z.string(invalidMessage).regex(analyticsId, invalidMessage),
  domainId: z.string(invalidMessage).regex(analyticsId, invalidMessage),
  /** A batch received twice counts once. */
  batchId: randomId,
  sessionMode: z.literal([...sessionModes], invalidMessage),
});

export type AnalyticsHeader = z.input<typeof header>;
export type AnalyticsEvent = z.input<typeof collected> | z.input<ReturnType<typeof event<"ad_click">>>;
export type EventData<Code extends EventCode> = z.input<(typeof data)[Code]>;

/** A string that contains JSON of a schema. */
const jsonOf = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .string(invalidMessage)
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: "custom", message: invalidMessage });
        return z.NEVER;
      }
    })
    .pipe(schema);

const batchOf = <Event extends z.ZodType>(one: Event) =>
  z.object({
    header: jsonOf(header),
    body: jsonOf(z.array(one, invalidMessage).min(1, invalidMessage).max(batchMax, invalidMessage)),
  });

/** A batch on the wire: header and body are JSON strings (spec 7.3). */
export const collectedBatch = batchOf(collected);
export const adClickBatch = batchOf(event("ad_click"));
