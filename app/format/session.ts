/** What a session is called: its browser and its system. */
export const sessionName = ({ browser, system }: { browser: string; system: string }) =>
  [browser, system].filter(Boolean).join(" · ") || "未知设备";
