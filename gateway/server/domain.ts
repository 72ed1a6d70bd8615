import type { PgColumn } from "drizzle-orm/pg-core";
import type { Job } from "../jobs";
import type { HandlersOf } from "./context";
import type { AnyJobKind } from "./jobs";
import type { PersonalData } from "./personal-data";

/** What a domain adds to the gateway, besides its tables. Its rows stand in contract/domains.ts under the same name. */
export interface Domain<Calls = unknown> {
  /** One for each row of the domain's calls: a missing one does not compile. */
  handlers: HandlersOf<Calls>;
  /** Recurring work. */
  jobs?: readonly Job[];
  /** Work that is asked for. */
  jobKinds?: readonly AnyJobKind[];
  /**
   * Its columns in which a stored file may be named, by its name, its address, or as an attachment. A file that no column
   * names is deleted: tests/unit/file-uses.test.ts fails for a column of text that is neither here nor among those that
   * never name one.
   */
  fileColumns?: readonly PgColumn[];
  /** What its tables hold of a person: what the person gets of it, and how it is removed with the account. */
  personalData?: PersonalData;
}
