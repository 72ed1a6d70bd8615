/** Loads a monitoring service's script where one is configured; that it fails harms nobody. */
export function loadMonitor(address: string): void {
  if (address === "" || document.querySelector("script[data-monitor]")) return;
  const script = document.createElement("script");
  script.src = address;
  script.async = true;
  script.crossOrigin = "anonymous";
  script.dataset.monitor = "";
  document.head.append(script);
}
