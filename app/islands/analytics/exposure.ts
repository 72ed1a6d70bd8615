import { exposure } from "contract/analytics/numbers";

/** An element and its visible share, as IntersectionObserver reports it. */
type Sighting<Thing> = { target: Thing; intersectionRatio: number };

/** Reports each element once, when a quarter of it was visible for half a second. */
export class Exposures<Thing extends object> {
  private readonly timers = new Map<Thing, ReturnType<typeof setTimeout>>();
  private readonly reported = new WeakSet<Thing>();

  constructor(private readonly tell: (thing: Thing) => void) {}

  readonly see = (sightings: readonly Sighting<Thing>[]): void => {
    for (const { target, intersectionRatio } of sightings) {
      if (intersectionRatio < exposure.ratio) this.end(target);
      else if (!this.reported.has(target) && !this.timers.has(target))
        this.timers.set(
          target,
          setTimeout(() => {
            this.timers.delete(target);
            this.reported.add(target);
            this.tell(target);
          }, exposure.milliseconds),
        );
    }
  };

  stop(): void {
    for (const target of [...this.timers.keys()]) this.end(target);
  }

  private end(target: Thing): void {
    clearTimeout(this.timers.get(target));
    this.timers.delete(target);
  }
}
