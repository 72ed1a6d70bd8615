import { resourceKinds } from "contract/resources/constants";

/** The Chinese name of a resource's kind; nothing for a kind that the portal does not know. */
export const resourceKindName = (code: string): string =>
  resourceKinds.find((kind) => kind.code === code)?.name ?? "";
