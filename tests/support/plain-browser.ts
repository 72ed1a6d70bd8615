import { type CheerioAPI, load } from "cheerio";
import { CookieJar } from "tough-cookie";
import { faultsOfHead, faultsOfPage } from "./every-answer";
import { controlsOf, valuesOf } from "./form-controls";
import { keepCookie, keepTyped } from "./log-watch";

type Elements = ReturnType<CheerioAPI>;
type Node = Exclude<Parameters<typeof load>[0], string | Buffer | unknown[]>;
type Values = Record<string, string | string[] | File | File[] | null>;

/** A page as the server sent it, with what a browser without JavaScript can do on it. */
export interface Page {
  url: URL;
  status: number;
  headers: Headers;
  html: string;
  $: CheerioAPI;
  /** The text that a person reads, with white space folded. */
  text: string;
}

/** Chooses a form: by its button's intent (the part before a colon is enough), its button's text, or a selector. */
export type FormChoice = { intent: string } | { button: string } | { form: string };

const redirectsMaximum = 10;

/**
 * A browser without JavaScript: cookies, redirects, links and forms over plain HTTP. It cannot fill in a field that the
 * page does not have, so a test fails when a form loses a field.
 */
export class PlainBrowser {
  readonly jar = new CookieJar();

  /**
   * @param headers headers of every request, such as a user agent
   * @param fetcher sends a request; an app's own `fetch` needs no port
   */
  constructor(
    readonly origin: string,
    private readonly headers: Record<string, string> = {},
    private readonly fetcher: (url: URL, init: RequestInit) => Response | Promise<Response> = fetch,
  ) {}

  /** Opens an address and follows its redirects, or stops at the first redirect. */
  async get(
    address: string | URL,
    { follow = true, headers = {} }: { follow?: boolean; headers?: Record<string, string> } = {},
  ): Promise<Page> {
    return this.request(new URL(address, this.origin), { headers }, follow);
  }

  /** An address's answer without redirects or parsing, for tests that read thousands of pages. */
  async fetchPage(address: string | URL): Promise<Pick<Page, "status" | "headers" | "html">> {
    const response = await this.send(new URL(address, this.origin), {});
    return { status: response.status, headers: response.headers, html: await response.text() };
  }

  /** Posts any body, as a tool does: for bodies that no form sends. */
  async post(
    address: string | URL,
    body: BodyInit,
    { follow = false, headers = {} }: { follow?: boolean; headers?: Record<string, string> } = {},
  ): Promise<Page> {
    return this.request(
      new URL(address, this.origin),
      { method: "POST", body, headers: { origin: this.origin, ...headers } },
      follow,
    );
  }

  /**
   * Presses a form's button like a browser. It sends the form's hidden, checked, selected and typed values, with
   * `values` typed in and files chosen; a form that is not multipart sends only the names of files. null removes a
   * field. Throws if there is no such form or field.
   */
  async submit(
    page: Page,
    choice: FormChoice,
    values: Values = {},
    options: { follow?: boolean; headers?: Record<string, string> } = {},
  ): Promise<Page> {
    const { action, method, body } = fill(page, choice, values);
    if (method === "GET") {
      action.search = String(body);
      return this.get(action, options);
    }
    return this.post(action, body, {
      follow: true,
      ...options,
      headers: { referer: page.url.href, ...options.headers },
    });
  }

  private async request(url: URL, init: RequestInit, follow: boolean): Promise<Page> {
    let next: { url: URL; init: RequestInit } = { url, init };
    for (let count = 0; count <= redirectsMaximum; count += 1) {
      const response = await this.send(next.url, next.init);
      const location = response.headers.get("location");
      if (!follow || !location || response.status < 300 || response.status >= 400)
        return readPage(next.url, response);
      await response.body?.cancel();
      const repeats = response.status === 307 || response.status === 308;
      next = { url: new URL(location, next.url), init: repeats ? next.init : {} };
    }
    throw new Error(`more than ${redirectsMaximum} redirects from ${url}`);
  }

  private async send(url: URL, init: RequestInit): Promise<Response> {
    const headers = new Headers({
      accept: "text/html,application/xhtml+xml",
      "accept-language": "zh-CN,zh;q=0.9",
      // Packing and unpacking cost a tenth of a page; front-door.test.ts and the browser's tests ask for packed ones.
      "accept-encoding": "identity",
      ...this.headers,
    });
    new Headers(init.headers).forEach((value, name) => {
      headers.set(name, value);
    });
    const cookie = await this.jar.getCookieString(url.href);
    if (cookie) headers.set("cookie", cookie);
    if (init.body instanceof URLSearchParams || init.body instanceof FormData) keepTyped(init.body);
    const response = await this.fetcher(url, { ...init, headers, redirect: "manual" });
    const faults = faultsOfHead(cookie, response.headers);
    if (faults.length > 0) throw new Error(`${url}: ${faults.join("; ")}`);
    for (const one of response.headers.getSetCookie()) {
      keepCookie(one);
      await this.jar.setCookie(one, url.href);
    }
    return response;
  }
}

async function readPage(url: URL, response: Response): Promise<Page> {
  const html = await response.text();
  // These characters show a stream that was cut inside a character, or padded.
  if (/[\0\ufffd]/.test(html))
    throw new Error(
      `${url} has broken characters: ${JSON.stringify(/.{0,20}[\0\ufffd]+.{0,20}/.exec(html)?.[0])}`,
    );
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  const faults = isPage ? faultsOfPage(url, html) : [];
  if (faults.length > 0) throw new Error(`${url}: ${faults.join("; ")}`);
  let tree: CheerioAPI | undefined;
  const parsed = () => {
    tree ??= load(html);
    return tree;
  };
  let text: string | undefined;
  // The page is parsed when a test reads it, once: many tests read the status alone.
  return {
    url,
    status: response.status,
    headers: response.headers,
    html,
    get $() {
      return parsed();
    },
    get text() {
      text ??= textOf(parsed());
      return text;
    },
  };
}

/** Elements whose text nobody reads. */
const unread = new Set(["script", "style", "template", "noscript"]);

/** The text of nodes in their order, without what nobody reads. */
const readable = (nodes: Node[]): string =>
  nodes
    .map((node) => {
      if (node.nodeType === 3) return node.data;
      return "children" in node && !("name" in node && unread.has(node.name)) ? readable(node.children) : "";
    })
    .join("");

const textOf = ($: CheerioAPI): string => readable($("body").toArray()).replace(/\s+/g, " ").trim();

function buttonsOf($: CheerioAPI): Elements {
  return $("button:not([type=button]):not([type=reset]):not([formmethod=dialog]), input[type=submit]");
}

function findForm({ $, url }: Page, choice: FormChoice): { form: Elements; button: Elements } {
  let button = buttonsOf($).filter((_, element) => {
    const one = $(element);
    if (one.attr("disabled") !== undefined) return false;
    if ("intent" in choice) {
      return (
        one.attr("name") === "intent" &&
        (one.attr("value") === choice.intent || one.attr("value")?.split(":")[0] === choice.intent)
      );
    }
    if ("button" in choice)
      return (one.text().trim() || one.attr("value") || one.attr("aria-label")) === choice.button;
    return one.closest(choice.form).length > 0;
  });
  // The button of the whole form comes before those of its rows.
  const whole =
    "intent" in choice ? button.filter((_, one) => $(one).attr("value") === choice.intent) : button;
  button = (whole.length > 0 ? whole : button).first();
  const owner = button.attr("form");
  const form = owner ? $(`form[id="${owner}"]`) : button.closest("form");
  if (form.length === 0) {
    const present = buttonsOf($)
      .toArray()
      .map((element) => `${$(element).text().trim()} [${$(element).attr("value") ?? ""}]`);
    throw new Error(
      `no form ${JSON.stringify(choice)} on ${url.pathname}; its buttons: ${present.join(", ") || "none"}`,
    );
  }
  return { form: form.first(), button };
}

interface Filled {
  action: URL;
  method: "GET" | "POST";
  body: URLSearchParams | FormData;
}

function fill(page: Page, choice: FormChoice, values: Values): Filled {
  const { $ } = page;
  const { form, button } = findForm(page, choice);
  const controls = controlsOf($, form);
  const fields = new Set(controls.toArray().map((element) => $(element).attr("name") ?? ""));
  const unknown = Object.keys(values).find((name) => !fields.has(name));
  if (unknown)
    throw new Error(
      `the form ${JSON.stringify(choice)} on ${page.url.pathname} has no field ${unknown}, only ${[...fields].join(", ")}`,
    );
  const present = controls.toArray().flatMap((element) => valuesOf($, $(element)));
  const multipart = (button.attr("formenctype") ?? form.attr("enctype")) === "multipart/form-data";
  const body = multipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of present) if (!(name in values)) body.append(name, value);
  for (const [name, value] of Object.entries(values)) {
    for (const one of value === null ? [] : [value].flat()) {
      if (body instanceof FormData && one instanceof File) body.append(name, one, one.name);
      else body.append(name, one instanceof File ? one.name : one);
    }
  }
  const buttonName = button.attr("name");
  if (buttonName) body.append(buttonName, button.attr("value") ?? "");
  const action = new URL(button.attr("formaction") ?? form.attr("action") ?? page.url.href, page.url);
  action.hash = "";
  const method =
    (button.attr("formmethod") ?? form.attr("method") ?? "get").toUpperCase() === "POST" ? "POST" : "GET";
  return { action, method, body };
}
