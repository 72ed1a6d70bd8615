/** A person's role beside that of a member. */
export const roleNames = { admin: "管理员", moderator: "版主", member: "" } as const;
