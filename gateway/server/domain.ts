import type { PgColumn } from "drizzle-orm/pg-core";
import type { Job } from "../jobs";
import type { HandlersOf } from "./context";
import type { AnyJobKind } from "./jobs";
import type { PersonalData } from "./personal-data";

/** What a domain adds to the gateway besides its tables. Its rows are in contract/domains.ts under the same name. */
export interface Domain<Calls = unknown> {
  /** A handler for each call of the domain. A missing one is a compile error. */
  handlers: HandlersOf<Calls>;
  /** Work that runs regularly. */
  jobs?: readonly Job[];
  /** Work that runs on request. */
  jobKinds?: readonly AnyJobKind[];
  /**
   * The columns that may name a stored file: by its name, its address, or as an attachment. Files that no column names
   * are deleted. tests/unit/file-uses.test.ts fails for a text column that is neither here nor in its list of columns
   * that never name a file.
   */
  fileColumns?: readonly PgColumn[];
  /** The personal data in its tables: what a data export contains, and how the end of an account erases it. */
  personalData?: PersonalData;
}
