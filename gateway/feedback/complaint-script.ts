/**
 * The complaint page's script (spec 2.7): announces that the page is loaded, accepts the product's message from the
 * embedding window and an allowed origin only, shows what the complaint is about, and enables the form.
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
