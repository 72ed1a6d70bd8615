import { expect } from "vitest";
import type { Page, PlainBrowser } from "../support/plain-browser";
import { linkOn, publishTopic } from "./support";

/** One form of the portal as a person finds it: its page and its button. */
export interface FormUnderTest {
  name: string;
  /** The button's intent; the sign-in portal's forms have one too. */
  intent: string;
  /** Fields for typed text, each with a valid value. */
  typed: Record<string, string>;
  /** Fields that choose something by its id. */
  ids: string[];
  /** Fetches the page with the form on it. */
  open: () => Promise<Page>;
  browser: PlainBrowser;
}

/** Every form that a signed-in member sees, on new content of their own. */
export async function memberForms(browser: PlainBrowser, prefix: string): Promise<FormUnderTest[]> {
  const topic = await publishTopic(browser, prefix);
  const replied = await browser.submit(topic, { intent: "reply" }, { content: "一条回复" });
  const topicAddress = topic.url.pathname;
  const replyTo = linkOn(replied, /replyTo=/);
  const editTopic = linkOn(replied, /\/posting\?pid=/);
  const editPost = linkOn(replied, /\/posting\/post\?pid=/);
  const remove = linkOn(replied, /remove=/);
  const get = (address: string) => () => browser.get(address);
  const post = { title: "一个像样的标题", tags: "一 二", content: "一段像样的正文" };
  return [
    {
      name: "new topic",
      intent: "publish",
      typed: post,
      ids: ["fid", "classId", "submissionId"],
      open: get(`${prefix}/posting`),
      browser,
    },
    {
      name: "preview of a new topic",
      intent: "preview",
      typed: post,
      ids: ["fid", "classId"],
      open: get(`${prefix}/posting`),
      browser,
    },
    {
      name: "classes of a section",
      intent: "section",
      typed: post,
      ids: ["fid", "classId"],
      open: get(`${prefix}/posting`),
      browser,
    },
    {
      name: "edited topic",
      intent: "publish",
      typed: post,
      ids: ["fid", "classId"],
      open: get(editTopic),
      browser,
    },
    {
      name: "edited reply",
      intent: "publish",
      typed: { content: "改过的回复" },
      ids: [],
      open: get(editPost),
      browser,
    },
    {
      name: "reply",
      intent: "reply",
      typed: { content: "一条回复" },
      ids: ["submissionId"],
      open: get(topicAddress),
      browser,
    },
    {
      name: "reply to a reply",
      intent: "reply",
      typed: { content: "一条回复" },
      ids: ["parent", "submissionId"],
      open: get(replyTo),
      browser,
    },
    { name: "deletion", intent: "delete", typed: {}, ids: ["pid"], open: get(remove), browser },
  ];
}

/** Texts that contain code which must never run. */
export const hostileTexts = [
  `"><script>alert("xss")</script>`,
  `<img src=x onerror=alert(1)> <svg onload=alert(1)>`,
  `[点我](javascript:alert(1)) ![图](javascript:alert(1)) <a href="javascript:alert(1)">点</a>`,
  `[点](data:text/html;base64,PHNjcmlwdD4=) <iframe src="https://evil.example"></iframe> <form action="https://evil.example"><button>x</button></form>`,
  `<style>body{display:none}</style> <div style="position:fixed;inset:0" onclick="alert(1)">盖住</div>`,
];

/** Elements and attributes on a page that would run a hostile text; an empty list when there are none. */
export function activeContent({ $ }: Page): string[] {
  const found: string[] = [];
  $("*").each((_, element) => {
    if (element.type !== "tag" && element.type !== "script" && element.type !== "style") return;
    for (const [name, value] of Object.entries(element.attribs)) {
      if (/^on/i.test(name)) found.push(`${element.name} ${name}`);
      if (/^(href|src|action|formaction|xlink:href)$/.test(name) && /^\s*(javascript|vbscript):/i.test(value))
        found.push(`${element.name} ${name}=${value}`);
      if (/^(href|src|action)$/.test(name) && /^\s*data:text\/html/i.test(value))
        found.push(`${element.name} ${name}=${value}`);
      if (/evil\.example/.test(value) && /^(src|action|formaction)$/.test(name))
        found.push(`${element.name} ${name}=${value}`);
    }
  });
  $("script:not([nonce])").each((_, element) => {
    if (/^\s*alert/.test($(element).text())) found.push(`script ${$(element).text().slice(0, 40)}`);
  });
  return found;
}

/** The value of a field on a page; "" if the page has no such field. */
export function shownIn({ $ }: Page, field: string): string {
  const area = $(`textarea[name="${field}"]`);
  if (area.length > 0) return area.first().text().replace(/^\n/, "");
  return $(`input[name="${field}"]`).first().attr("value") ?? "";
}

/** Expects a refusal: a page with a 4xx status, in Chinese, in the shell. */
export function expectRefused(page: Page, context: string): void {
  expect(page.status, `${context}: ${page.text.slice(0, 300)}`).toBeGreaterThanOrEqual(400);
  expect(page.status, context).toBeLessThan(500);
  expect(page.text, context).toMatch(/\p{Script=Han}{4}/u);
}

/** Expects any answer but a 500. */
export function expectNoCrash(page: Page, context: string): void {
  expect(page.status, `${context}: ${page.text.slice(0, 300)}`).toBeLessThan(500);
}
