import { html, raw } from "hono/html";

/** A piece of HTML; any other value in an `html` template is escaped. */
export type Markup = ReturnType<typeof html>;

export const nothing: Markup = html``;

export type Attributes = Record<string, string | number | boolean | undefined>;

/** Attributes of an element: `true` gives an attribute without a value, `false` and `undefined` give none. */
export function attributes(values: Attributes): Markup {
  return html`${Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? raw(` ${name}`) : html`${raw(` ${name}`)}="${value}"`))}`;
}

const icon = (paths: Markup) =>
  html`<svg class="icon" viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;

export const errorIcon = icon(
  html`<circle cx="12" cy="12" r="9"></circle><path d="M12 8v4"></path><path d="M12 16h.01"></path>`,
);
export const successIcon = icon(html`<circle cx="12" cy="12" r="9"></circle><path d="m9 12 2 2 4-4"></path>`);

/** The site's logo: a chip with its pins. */
export const mark = html`<svg class="mark" viewBox="0 0 32 32" width="32" height="32" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><rect x="8" y="8" width="16" height="16" rx="3"></rect><rect x="13" y="13" width="6" height="6" rx="1" fill="currentColor" stroke="none"></rect><path d="M12 8V3M20 8V3M12 29v-5M20 29v-5M8 12H3M8 20H3M29 12h-5M29 20h-5" stroke-linecap="round"></path></svg>`;

/** Traces and pads, the drawing beside the form on wide screens. */
export const traces = html`<svg class="traces" viewBox="0 0 480 480" preserveAspectRatio="xMaxYMid slice" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><g><path d="M0 84h96l40 40v92l36 36h60"></path><path d="M0 132h72l32 32v124l44 44h84"></path><path d="M480 60h-92l-48 48v52"></path><path d="M480 108h-68l-32 32v20"></path><path d="M300 160V84l-36-36V0"></path><path d="M340 320v48l40 40h100"></path><path d="M300 320v84l28 28v48"></path><path d="M260 320v160"></path><path d="M420 240h60"></path><path d="M420 200h20l40-32"></path><path d="M420 280h28l32 32"></path><path d="M0 372h120l32 32v76"></path><path d="M0 420h84l24 24v36"></path></g><rect x="232" y="160" width="188" height="160" rx="8"></rect><rect x="256" y="184" width="140" height="112" rx="4"></rect><circle cx="272" cy="200" r="4" fill="currentColor" stroke="none"></circle><g fill="var(--brand)"><circle cx="96" cy="84" r="6"></circle><circle cx="72" cy="132" r="6"></circle><circle cx="388" cy="60" r="6"></circle><circle cx="412" cy="108" r="6"></circle><circle cx="120" cy="372" r="6"></circle><circle cx="84" cy="420" r="6"></circle><circle cx="264" cy="48" r="6"></circle><circle cx="380" cy="408" r="6"></circle></g></svg>`;
