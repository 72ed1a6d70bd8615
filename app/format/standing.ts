import { type ProductState, productStates } from "contract/products/constants";
import { type VersionState, versionStates } from "contract/resources/constants";

/** The words for states, used on every page that shows them. */

/** The state of a product; a delisted product shows only that. */
export const productStanding = ({ state, delisted = false }: { state: ProductState; delisted?: boolean }) =>
  delisted ? "已下架" : (productStates.find(({ code }) => code === state)?.name ?? state);

/** The states of a product in the order of its life, with their words. */
export const productLife = productStates;

/** The state of a version of a resource. */
export const versionStanding = (state: VersionState): string =>
  versionStates.find(({ code }) => code === state)?.name ?? state;

/** How long a version is supported; unknown without a date. */
export const supportedUntil = (until: string | null): string => (until === null ? "未定" : `到 ${until}`);
