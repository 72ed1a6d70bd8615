import { type ProductState, productStates } from "contract/products/constants";
import { type VersionState, versionStates } from "contract/resources/constants";

/** Where things stand, in the same words wherever they are told. */

/** A product's place in its life; one that was taken down is that before all. */
export const productStanding = ({ state, delisted = false }: { state: ProductState; delisted?: boolean }) =>
  delisted ? "已下架" : (productStates.find(({ code }) => code === state)?.name ?? state);

/** How far a version of a file is to be trusted. */
export const versionStanding = (state: VersionState): string =>
  versionStates.find(({ code }) => code === state)?.name ?? state;

/** How long a version is supported; nobody has promised anything where no day is given. */
export const supportedUntil = (until: string | null): string => (until === null ? "未定" : `到 ${until}`);
