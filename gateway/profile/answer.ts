import { profileSuccessCode } from "contract/base/wire";

/** The successful answer of a profile call (spec 7.1). */
export function profileResponse<Data>(data: Data): {
  success: true;
  code: typeof profileSuccessCode;
  data: Data;
} {
  return { success: true, code: profileSuccessCode, data };
}
