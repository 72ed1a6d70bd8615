import type { CallResponse } from "contract";
import type { CheckIn } from "contract/activities/shapes";

/** What /check-in answers a scanner: what the scan came to, or why nothing did. */
export interface ScanAnswer {
  checkIn: CheckIn | null;
  message: string | null;
  login: boolean;
  /** It may go well soon: the scan is kept until then. */
  again: boolean;
}

/** The answer of /check-in/scans: the result of each scan that was sent. */
export interface ScansAnswer extends Omit<ScanAnswer, "checkIn"> {
  scans: CallResponse<"activityScansSync">["scans"] | null;
}

/** A public key that codes are signed with. */
export type CodeKey = CallResponse<"activityKeys">["keys"][number];

/** A scan that waits for a link. */
export interface KeptScan {
  nonce: string;
  activityId: number;
  signupId: number;
  code: string;
  /** By the device's clock, ISO 8601. */
  at: string;
}
