import type { CallResponse } from "contract";
import type { CheckIn } from "contract/activities/shapes";

/** The answer of /check-in to a scanner: the result of the scan, or the reason why there is none. */
export interface ScanAnswer {
  checkIn: CheckIn | null;
  message: string | null;
  login: boolean;
  /** Whether a retry may succeed soon: the scan is stored until then. */
  again: boolean;
}

/** The answer of /check-in/scans: the result of each scan that was sent. */
export interface ScansAnswer extends Omit<ScanAnswer, "checkIn"> {
  scans: CallResponse<"activityScansSync">["scans"] | null;
}

/** A public key that codes are signed with. */
export type CodeKey = CallResponse<"activityKeys">["keys"][number];

/** A scan that is stored until the device is online. */
export interface KeptScan {
  nonce: string;
  activityId: number;
  signupId: number;
  code: string;
  /** The time by the device's clock, ISO 8601. */
  at: string;
}
