import { type ComponentType, useEffect, useState } from "react";

/** Shows cards beside links to people. Their code loads when the first such link gets the pointer or the focus. */
export function PersonCards() {
  const [Card, setCard] = useState<ComponentType>();
  useEffect(() => {
    const events = ["pointerover", "focusin"] as const;
    const stop = () => {
      for (const name of events) removeEventListener(name, look);
    };
    const look = ({ target }: Event) => {
      if (!(target as Element).closest?.('a[href*="/userhomepage?uid="]')) return;
      stop();
      import("./person-card").then(
        (loaded) => setCard(() => loaded.PersonCard),
        () => undefined,
      );
    };
    if (matchMedia("(hover:hover) and (pointer:fine)").matches)
      for (const name of events) addEventListener(name, look);
    return stop;
  }, []);
  return Card ? <Card /> : null;
}
