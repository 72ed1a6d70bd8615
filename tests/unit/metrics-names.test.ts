import { readFileSync } from "node:fs";
import { collectDefaultMetrics } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mergedMetrics, ownMetrics, readMetrics, startCounting } from "../../server/watch/metrics";

const read = (file: string) => readFileSync(new URL(`../../deploy/${file}`, import.meta.url), "utf8");

/** The names of all time series that a process exports. */
async function exported(): Promise<Set<string>> {
  const metrics = (await readMetrics()) as { name: string; type: unknown }[];
  return new Set(
    metrics.flatMap(({ name, type }) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}
const namesIn = (text: string) => [...new Set(text.match(/\b(?:portal|process|nodejs)_[a-z_]+\b/g))];

beforeAll(() => {
  startCounting("front-door");
  collectDefaultMetrics({ register: ownMetrics });
});
afterAll(() => ownMetrics.clear());

describe("watched metrics", () => {
  it("are exported: each metric that an alert or the board names", async () => {
    const known = await exported();
    for (const file of ["prometheus/alerts.yml", "prometheus/alerts.test.yml", "grafana/portal.json"]) {
      const names = namesIn(read(file));
      expect(names.length, file).toBeGreaterThan(3);
      expect(
        names.filter((name) => !known.has(name)),
        file,
      ).toEqual([]);
    }
    const onBoard = namesIn(read("grafana/portal.json")).join(" ");
    for (const name of known)
      if (name.startsWith("portal_")) expect(onBoard).toContain(name.replace(/_(?:bucket|sum|count)$/, ""));
  });

  it("are added up over threads, and values that cannot be added give the worst", async () => {
    const one = await readMetrics();
    const other = structuredClone(one);
    const text = await mergedMetrics([one, other]);
    const delay = [...text.matchAll(/^portal_event_loop_delay_seconds\{.*quantile="1".*\} (\S+)$/gm)];
    expect(delay).toHaveLength(1);
    expect(text).toContain("# TYPE portal_http_request_duration_seconds histogram");
  });
});
