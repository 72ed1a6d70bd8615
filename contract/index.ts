import type { z } from "zod";
import { collect } from "./domains";

/**
 * The table of all calls, the centre of the product (docs/architecture.md). Names are those of spec 7.2 where it has
 * one.
 */
export const contract = collect("calls");

export type Contract = typeof contract;
export type CallName = keyof Contract;
/** The type of a caller's input, before defaults. */
export type CallInput<Name extends CallName> = z.input<Contract[Name]["request"]>;
/** The type of a handler's input, after parsing. */
export type CallRequest<Name extends CallName> = z.output<Contract[Name]["request"]>;
/** The type of a call's answer. */
export type CallResponse<Name extends CallName> = z.output<Contract[Name]["response"]>;
