import { z } from "zod/v4";

/** Shapes that several responses share. */

/** The public face of a member. `icon` is a root-relative URL or null (the default avatar). */
export const person = z.object({
  uid: z.number(),
  nickName: z.string(),
  icon: z.string().nullable(),
});

export const tag = z.object({ id: z.number(), name: z.string() });

export type Person = z.infer<typeof person>;
