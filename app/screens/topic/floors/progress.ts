/** The floor that the reader sees now: the last one whose top is in the upper third of the window. */
function floorInSight(): string | undefined {
  const floors = [...document.querySelectorAll<HTMLElement>("section[data-floor]")];
  const read = floors.filter((floor) => floor.getBoundingClientRect().top < window.innerHeight / 3);
  return (read.at(-1) ?? floors[0])?.dataset.floor;
}

/** Updates the current floor in every `data-floor-now` element while the reader scrolls, until `signal` aborts. */
export function follow(signal: AbortSignal): void {
  let isScheduled = false;
  const update = () => {
    isScheduled = false;
    const floor = floorInSight();
    for (const place of document.querySelectorAll("[data-floor-now]")) {
      // React owns the text node, so its value is changed and the node is not replaced.
      const [text] = place.childNodes;
      if (text && floor && text.nodeValue !== floor) text.nodeValue = floor;
    }
  };
  const scrolled = () => {
    if (!isScheduled) requestAnimationFrame(update);
    isScheduled = true;
  };
  window.addEventListener("scroll", scrolled, { signal, passive: true });
  scrolled();
}
