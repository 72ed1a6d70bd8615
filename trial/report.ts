/** The bound of a figure: a maximum, a minimum, or an exact value. */
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

/** The results of one part of the trial: figures with their bounds. */
export class Report {
  private readonly figures: Figure[] = [];

  constructor(readonly part: string) {}

  /** Records a figure. Without a bound it is only informative. NaN misses every bound. */
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
  /** The description for the list of parts, in one line. */
  about: string;
  /** Starts the necessary processes, applies the load or harm, records figures, and stops the processes. */
  run(report: Report): Promise<void>;
}
