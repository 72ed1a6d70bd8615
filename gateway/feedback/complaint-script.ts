/**
 * The complaint page's own script (spec 2.7): says that the page is loaded, takes the product's message from
 * the window that embeds it and from an origin that may, shows what it is about, and lets the form be used.
 */
export const complaintScript = `
(() => {
  const form = document.querySelector("form");
  if (!form || parent === window) return;
  const origins = [location.origin, ...JSON.parse(form.dataset.origins)];
  const keys = ["appId", "sceneId", "subSceneId", "deviceId", "businessKey"];
  const aboutKeys = ["contentTitle", "postId", "postURL"];
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== parent || !origins.includes(origin) || typeof data !== "object" || data === null) return;
    const told = data.additionalContext;
    if (typeof told !== "object" || told === null) return;
    const pick = (from, names) => Object.fromEntries(names.map((name) => [name, String(from[name] ?? "")]));
    form.elements.context.value = JSON.stringify({ ...pick(data, keys), additionalContext: pick(told, aboutKeys) });
    const about = document.getElementById("about");
    about.hidden = !told.contentTitle && !told.postURL;
    about.lastElementChild.textContent = told.contentTitle || told.postURL;
    document.getElementById("waiting").hidden = true;
    form.hidden = false;
  });
  parent.postMessage({ type: "loaded" }, "*");
})();
`.trim();
