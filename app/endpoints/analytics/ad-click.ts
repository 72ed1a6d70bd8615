import { nothingToRead } from "../button-action.server";
import { collectAction } from "./collect.server";

export const action = collectAction("collectAdClicks");
export const loader = nothingToRead;
