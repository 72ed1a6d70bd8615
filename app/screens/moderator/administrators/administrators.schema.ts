import { reason } from "contract/moderation/fields";
import { personTyped } from "contract/moderation/sections/fields";
import { z } from "zod";

const why = z.string().default("").pipe(reason);

export const appointForm = z.object({ person: z.string().default("").pipe(personTyped), reason: why });
export const dismissForm = z.object({ reason: why });
