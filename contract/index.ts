import type { z } from "zod";
import { collect } from "./domains";

/**
 * The table of calls: the product's spine (docs/architecture.md). Names are spec 7.2's where it gives one.
 */
export const contract = collect("calls");

export type Contract = typeof contract;
export type CallName = keyof Contract;
/** What a caller passes (before defaults are filled in). */
export type CallInput<Name extends CallName> = z.input<Contract[Name]["request"]>;
/** What a handler receives (after parsing). */
export type CallRequest<Name extends CallName> = z.output<Contract[Name]["request"]>;
/** What a caller gets. */
export type CallResponse<Name extends CallName> = z.output<Contract[Name]["response"]>;
