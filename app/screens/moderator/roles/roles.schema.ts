import { id, timestamp } from "contract/base/fields";
import { reason } from "contract/moderation/fields";
import { personTyped } from "contract/moderation/sections/fields";
import { emptyScope, scopeShape } from "contract/roles/calls";
import { roleNames } from "contract/roles/constants";
import { z } from "zod";

const why = z.string().default("").pipe(reason);
const role = z.enum(roleNames, "请选择角色");

export const grantForm = z
  .object({
    role,
    person: z.string().default("").pipe(personTyped),
    /** Sent by the form that changes a role in the list, with the time since which it was as it was shown. */
    change: z.literal("1").optional(),
    since: timestamp,
    ...scopeShape,
    reason: why,
  })
  .superRefine((form, { addIssue }) => {
    const [field, message] = emptyScope(form) ?? [];
    if (field) addIssue({ code: "custom", path: [field], message: message ?? "" });
  });

/** The form of a moderator names the sections: none of them ticked must not mean all. */
export const revokeForm = z
  .object({
    role,
    sections: z.array(id).default([]),
    reason: why,
  })
  .superRefine(({ role: taken, sections }, { addIssue }) => {
    if (taken === "moderator" && sections.length === 0)
      addIssue({ code: "custom", path: ["sections"], message: "请至少选择一个版块" });
  });
