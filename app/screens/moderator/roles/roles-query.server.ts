import { id } from "contract/base/fields";
import { roleNames } from "contract/roles/constants";
import { z } from "zod";
import { optionalListSize } from "~/moderation/list-size.server";
import { pageNumber } from "~/request/inputs.server";

export const rolesQuery = z.object({
  role: z.enum(roleNames).catch("editor"),
  /** The person whose role the form changes. */
  uid: id.optional().catch(undefined),
  size: optionalListSize,
  page: pageNumber,
});
