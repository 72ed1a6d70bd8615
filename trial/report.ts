/** A bound on a figure: what it may be at most, must be at least, or has to be exactly. */
export type Bound = { atMost: number } | { atLeast: number } | { exactly: number };

interface Figure {
  name: string;
  value: number;
  unit: string;
  bound: Bound | undefined;
}

function isWithin(value: number, bound: Bound | undefined): boolean {
  if (!bound) return true;
  if ("atMost" in bound) return value <= bound.atMost;
  if ("atLeast" in bound) return value >= bound.atLeast;
  return value === bound.exactly;
}

function describeBound(bound: Bound | undefined): string {
  if (!bound) return "";
  if ("atMost" in bound) return `≤ ${bound.atMost}`;
  if ("atLeast" in bound) return `≥ ${bound.atLeast}`;
  return `= ${bound.exactly}`;
}

/** What one part of the trial found: figures, each with the bound that it is held to. */
export class Report {
  private readonly figures: Figure[] = [];

  constructor(readonly part: string) {}

  /** Notes a figure. Without a bound it is for reading only. NaN misses every bound. */
  figure(name: string, value: number, unit: string, bound?: Bound): void {
    this.figures.push({ name, value, unit, bound });
  }

  get missed(): number {
    return this.figures.filter(({ value, bound }) => !isWithin(value, bound)).length;
  }

  print(): void {
    console.table(
      this.figures.map(({ name, value, unit, bound }) => ({
        部分: this.part,
        测量: name,
        得到: `${Number.isInteger(value) ? value : value.toFixed(1)} ${unit}`,
        要求: describeBound(bound),
        结果: bound ? (isWithin(value, bound) ? "达到" : "没有达到") : "",
      })),
    );
  }
}

/** A part of the trial: a file of this folder, named in run.ts. */
export interface Part {
  /** What it does to the portal, in one line for the list of parts. */
  about: string;
  /** Starts what it needs, tries it by force, notes figures, and stops all that it started. */
  run(report: Report): Promise<void>;
}
