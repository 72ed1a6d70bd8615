/** Loads a monitoring service's script when one is configured. A failed load has no effect. */
export function loadMonitor(address: string): void {
  if (address === "" || document.querySelector("script[data-monitor]")) return;
  const script = document.createElement("script");
  script.src = address;
  script.async = true;
  script.crossOrigin = "anonymous";
  script.dataset.monitor = "";
  document.head.append(script);
}
