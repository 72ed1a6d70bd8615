import { nothingToRead } from "../button-action.server";
import { collectAction } from "./collect.server";

export const action = collectAction("collectEvents");
export const loader = nothingToRead;
