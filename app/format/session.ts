/** The name of a session: its browser and system. */
export const sessionName = ({ browser, system }: { browser: string; system: string }) =>
  [browser, system].filter(Boolean).join(" · ") || "未知设备";
