import { reportDays } from "contract/analytics/constants";
import { numeric } from "contract/base/fields";
import { z } from "zod";

/**
 * The query of the report: its number of days, and the page and shell of the heatmap. Invalid values become the first
 * choice.
 */
export const trafficQuery = z.object({
  days: numeric(z.number())
    .pipe(z.literal([...reportDays]))
    .catch(7)
    .default(7),
  of: z
    .string()
    .regex(/^\w{1,40}$/)
    .optional()
    .catch(undefined),
  shell: z.enum(["desktop", "h5"]).catch("desktop").default("desktop"),
});
