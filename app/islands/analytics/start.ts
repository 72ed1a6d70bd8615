import type { AnalyticsEvent, EventCode, EventData } from "contract/analytics/events";
import { adClickPath, adClickTimeout, collectPath, collectTimeout } from "contract/analytics/numbers";
import type { AnalyticsSettings } from "~/settings/analytics-settings";
import { Channel } from "./channel";
import { exposuresOn, listenForClicks, measurePage } from "./listen";
import { record } from "./log";
import { loadMonitor } from "./monitor";
import { sendingTo } from "./send";
import { anonymousId, sessionAt } from "./session";
import { keepBatch, takeBatches } from "./store";
import { pageHistory, Stay } from "./timing";

/** A page in a report: its code (spec 2.1), and its address with only the naming queries. */
export interface ReportedPage {
  code: string;
  path: string;
}

export interface Island {
  /** Called after each change of route. */
  page(page: ReportedPage): void;
  /** Stops recording; waiting events are dropped. */
  stop(): void;
}

const shellNow = () => (document.documentElement.dataset.shell === "h5" ? "h5" : "desktop");

function hostOf(referrer: string): string {
  if (!URL.canParse(referrer)) return "";
  const { host } = new URL(referrer);
  return host === location.host ? "" : host;
}

/**
 * The link for reports of what a page leads to: a version's file, or another site from a product's page. Of other links
 * the address is not recorded.
 */
function linkOf(href: string | null, page: string): { version: number } | { href: string } | null {
  if (href === null || !URL.canParse(href)) return null;
  const { origin, pathname } = new URL(href);
  if (origin !== location.origin) return page === "product_detail" && href.length <= 500 ? { href } : null;
  // A link that first asks to sign in or to accept something (`?download=`) is no download yet.
  const [, version] = /\/downloads?\/(\d{1,9})(?!\d)/.exec(pathname) ?? [];
  return version ? { version: Number(version) } : null;
}

/** Starts recording (spec 7.3, 9). Call it only when the visitor has agreed and no setting objects. */
export function start(settings: AnalyticsSettings, userId: () => number | null): Island {
  const header = {
    appId: settings.appId,
    domainId: settings.domainId,
    sessionMode: settings.sessionMode,
  };
  const channelTo = (name: string, path: string, timeout: number) => {
    const keep = (batch: Parameters<typeof keepBatch>[2]) => keepBatch(localStorage, name, batch);
    const channel = new Channel(sendingTo(settings.server + path, timeout, header, keep));
    channel.restore(takeBatches(localStorage, name));
    return channel;
  };
  const collected = channelTo("events", collectPath, collectTimeout);
  const adClicks = channelTo("clicks", adClickPath, adClickTimeout);
  const own = anonymousId(localStorage);
  const history = pageHistory();
  const ending = new AbortController();
  const { signal } = ending;
  let page: ReportedPage | null = null;
  let stay: Stay | null = null;
  let cameFrom: { source?: string } = {};
  let endPage: () => void = () => undefined;

  const session = () => sessionAt(Date.now(), settings, { browser: localStorage, tab: sessionStorage });
  const report = <Code extends EventCode>(code: Code, data: EventData<Code>, sessionId = session().id) => {
    const event = { time: Date.now(), code, data, userId: userId(), sessionId, anonymousId: own };
    (code === "ad_click" ? adClicks : collected).add(event as AnalyticsEvent);
  };
  const tellStay = () => {
    const milliseconds = stay?.tell(performance.now()) ?? null;
    if (page && milliseconds !== null) report("page_stay", { page: page.code, milliseconds });
  };

  // On the window, so that it runs after listeners on the document: web vitals become final when the page is hidden,
  // and must be sent too.
  const leave = () => {
    stay?.see(performance.now(), !document.hidden);
    if (!document.hidden) return;
    tellStay();
    collected.leave();
    adClicks.leave();
  };
  for (const leaving of ["visibilitychange", "pagehide"]) addEventListener(leaving, leave, { signal });
  for (const activity of ["scroll", "pointerdown"])
    document.addEventListener(activity, tellStay, { signal, passive: true, capture: true });
  const places = measurePage((size) => {
    if (page) report("page_size", { page: page.code, shell: shellNow(), ...size });
  }, signal);
  listenForClicks(settings.clickDebounce, signal, ({ ad, href, x, y, ...click }) => {
    if (!page) return;
    const place = places.at(x, y);
    report("click", { page: page.code, shell: shellNow(), ...click, ...place });
    if (ad) report("ad_click", { page: page.code, name: ad });
    const link = linkOf(href, page.code);
    if (link) report("link", { page: page.code, path: page.path, ...cameFrom, ...link });
  });
  void import("./vitals")
    .then(({ reportVitals }) =>
      reportVitals((name, value) => {
        if (page && !signal.aborted) report("vital", { page: page.code, name, value });
      }),
    )
    .catch((error: unknown) => record("没有载入性能指标", error));
  loadMonitor(settings.monitorUrl);

  return {
    page(next) {
      if (page?.code === next.code && page.path === next.path) return;
      tellStay();
      endPage();
      page = next;
      stay = new Stay(performance.now(), !document.hidden);
      const { id, begun } = session();
      cameFrom = begun ? { source: hostOf(document.referrer) } : {};
      report(
        "page_view",
        { page: next.code, path: next.path, history: history.add(next.code), ...cameFrom },
        id,
      );
      places.begin();
      endPage = exposuresOn((name) => report("exposure", { page: next.code, name }));
    },
    stop() {
      ending.abort();
      endPage();
      places.stop();
      collected.stop();
      adClicks.stop();
    },
  };
}
