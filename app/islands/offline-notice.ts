import styles from "./offline-notice.module.css";

/** A notice under the header, outside of React's elements. */
export function noticeOf(name: "offline" | "unsent") {
  const id = `notice-${name}`;
  const find = () => document.getElementById(id);
  return {
    say(text: string, buttons: Record<string, () => void> = {}): void {
      const place = find() ?? document.createElement("p");
      place.id = id;
      place.className = styles.notice ?? "";
      place.setAttribute("role", "status");
      place.replaceChildren(
        text,
        ...Object.entries(buttons).map(([label, press]) => {
          const button = document.createElement("button");
          button.type = "button";
          button.className = "link-button";
          button.textContent = label;
          button.addEventListener("click", press);
          return button;
        }),
      );
      if (!place.isConnected) document.body.append(place);
    },
    clear(): void {
      find()?.remove();
    },
  };
}
