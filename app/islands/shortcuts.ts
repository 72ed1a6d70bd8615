import { paths } from "~/navigation/paths";
import { boxes, moderationHelp, pressOverList } from "./moderation-keys";
import styles from "./shortcuts.module.css";

/** The keys and what they do, in the help's words. */
const help: [keys: string, what: string][] = [
  ["j / k", "列表里下一个、上一个帖子；帖子里下一楼、上一楼"],
  ["r", "写回复；论坛管理里写理由"],
  ["g 然后 f", "技术论坛"],
  ["g 然后 t", "标签"],
  ["g 然后 m", "消息中心"],
  ["?", "打开这张表"],
];
const places: Record<string, () => string> = {
  f: paths.forum,
  t: () => paths.tags(),
  m: () => paths.messages(),
};
const switchedOff = "keys-off";

/** Whether the member turned single keys off (WCAG 2.1.4); the help can still be opened. */
function isOff(): boolean {
  try {
    return localStorage.getItem(switchedOff) === "1";
  } catch {
    return false;
  }
}

/** The places that j and k go to: boxes of a moderator's list, floors of a topic, or links of a list. */
const stops = (): HTMLElement[] => {
  const chosen = boxes();
  if (chosen.length > 0) return chosen;
  const floors = [...document.querySelectorAll<HTMLElement>("main section[data-floor]")];
  return floors.length > 0
    ? floors
    : [...document.querySelectorAll<HTMLElement>('main li a[href*="/hsforum/thread-"]')].filter(
        (link) => link.offsetParent !== null && link.textContent?.trim(),
      );
};

function step(by: 1 | -1): void {
  const all = stops();
  const at = all.findIndex(
    (stop) => stop === document.activeElement || stop.contains(document.activeElement),
  );
  const top = 80;
  const inSight = all.findIndex((stop) => stop.getBoundingClientRect().top >= top - 8);
  const next = at >= 0 ? at + by : by === 1 ? inSight : (inSight < 0 ? all.length : inSight) - 1;
  const stop = all[next];
  if (!stop) return;
  const isReached = stop.matches("a, input");
  if (!isReached) stop.tabIndex = -1;
  stop.focus({ preventScroll: true });
  stop.scrollIntoView({ block: isReached ? "center" : "start" });
}

/** Shows the keys, and a switch for single keys. */
function showHelp(): void {
  if (document.querySelector("dialog[open]")) return;
  const dialog = document.createElement("dialog");
  dialog.className = styles.help ?? "";
  dialog.setAttribute("aria-labelledby", "keys-title");
  const title = Object.assign(document.createElement("h2"), { id: "keys-title", textContent: "键盘快捷键" });
  const list = document.createElement("dl");
  for (const [keys, what] of [...help, ...moderationHelp()]) {
    const name = Object.assign(document.createElement("dt"), { textContent: keys });
    list.append(name, Object.assign(document.createElement("dd"), { textContent: what }));
  }
  const off = Object.assign(document.createElement("input"), { type: "checkbox", checked: isOff() });
  off.addEventListener("change", () => {
    try {
      if (off.checked) localStorage.setItem(switchedOff, "1");
      else localStorage.removeItem(switchedOff);
    } catch {
      // Without storage the choice lasts for this page only.
    }
  });
  const label = document.createElement("label");
  label.append(off, "关闭单个字母的快捷键");
  const close = Object.assign(document.createElement("button"), { type: "button", textContent: "关闭" });
  close.className = "button";
  close.addEventListener("click", () => dialog.close());
  dialog.append(title, list, label, close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  const opener = document.activeElement;
  dialog.addEventListener("close", () => opener instanceof HTMLElement && opener.focus());
  dialog.showModal();
  close.focus();
}

let afterG = 0;

/** Handles a key pressed outside of all fields. */
export function press(event: KeyboardEvent): void {
  const { key } = event;
  if (key === "?") {
    showHelp();
    return;
  }
  if (isOff() || document.querySelector("dialog[open]")) return;
  const prefix = location.pathname.startsWith("/h5") ? "/h5" : "";
  const place = places[key];
  if (place && event.timeStamp - afterG < 1_500) {
    location.assign(prefix + place());
    return;
  }
  if (key === "g") afterG = event.timeStamp;
  if (key === "j") step(1);
  if (key === "k") step(-1);
  if (pressOverList(key)) {
    // Prevents that the letter is typed into the reason.
    event.preventDefault();
    return;
  }
  if (key === "r") {
    const reply = document.querySelector<HTMLElement>(
      "#reply-content, main form:has([name=ids]) [name=reason]",
    );
    if (!reply) return;
    reply.focus();
    reply.scrollIntoView({ block: "center" });
  }
}
