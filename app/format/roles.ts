/** The label of a person's role; members have none. */
export const roleNames = { admin: "管理员", moderator: "版主", member: "" } as const;
