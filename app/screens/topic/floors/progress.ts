/** The floor that stands highest in the window, below the header. */
function floorInSight(): string | undefined {
  const floors = [...document.querySelectorAll<HTMLElement>("section[data-floor]")];
  const read = floors.filter((floor) => floor.getBoundingClientRect().top < window.innerHeight / 3);
  return (read.at(-1) ?? floors[0])?.dataset.floor;
}

/** Keeps saying which floor is being read, wherever the page says which ones it has, until `signal`. */
export function follow(signal: AbortSignal): void {
  let waits = false;
  const say = () => {
    waits = false;
    const floor = floorInSight();
    for (const place of document.querySelectorAll("[data-floor-now]")) {
      // React's own text: changed, not replaced.
      const [text] = place.childNodes;
      if (text && floor && text.nodeValue !== floor) text.nodeValue = floor;
    }
  };
  const scrolled = () => {
    if (!waits) requestAnimationFrame(say);
    waits = true;
  };
  window.addEventListener("scroll", scrolled, { signal, passive: true });
  scrolled();
}
