import { id } from "contract/base/fields";
import { reason } from "contract/moderation/fields";
import {
  groupName,
  rules,
  sectionIcon,
  sectionName,
  sectionTemplate,
  summary,
} from "contract/moderation/sections/fields";
import { z } from "zod";

const typed = z.string().default("");

const names = {
  name: typed.pipe(sectionName),
  group: typed.pipe(groupName),
  icon: sectionIcon,
  template: sectionTemplate.default(""),
};

export const createForm = z.object({
  ...names,
  fid: id.optional(),
  summary: typed.pipe(summary),
  rules: rules.default(""),
});
export const updateForm = z.object({ fid: id, base: z.string().max(40).optional(), ...names });
export const archiveForm = z.object({ fid: id, reason: typed.pipe(reason) });
export const groupForm = z.object({ group: typed.pipe(groupName) });
export const renameForm = z.object({ group: typed.pipe(groupName), name: typed.pipe(groupName) });
