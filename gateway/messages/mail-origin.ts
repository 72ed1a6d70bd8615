import type { Services } from "../server/context";

/**
 * The address in front of links in a mail, which must be absolute; empty for the outbox, which is read on the site
 * itself. Null when the address is unknown.
 */
export const mailOrigin = ({ settings, delivery }: Pick<Services, "settings" | "delivery">): string | null =>
  settings.allowedOrigins[0] ?? (delivery.usesOutbox("email") ? "" : null);
