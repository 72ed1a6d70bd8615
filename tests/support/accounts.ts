/** The demo pack's accounts with published passwords (content/demo/members.yaml). */
export const demoAccounts = {
  member: { account: "member@example.com", password: "Demo-member-2026", nickname: "阿岚" },
  nophone: { account: "nophone@example.com", password: "Demo-nophone-2026", nickname: "小满不满" },
  moderator: { account: "moderator@example.com", password: "Demo-moderator-2026", nickname: "林默_RF" },
  admin: { account: "admin@example.com", password: "Demo-admin-2026", nickname: "青芯小管家" },
  muted: { account: "muted@example.com", password: "Demo-muted-2026", nickname: "喧嚣的电容" },
} as const;

export type DemoAccount = keyof typeof demoAccounts;
