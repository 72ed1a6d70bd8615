import type { z } from "zod/v4";
import { draftCalls } from "./calls/drafts";
import { forumReadCalls } from "./calls/forum-read";
import { forumWriteCalls } from "./calls/forum-write";
import { questionCalls } from "./calls/questions";
import { listCalls } from "./calls/lists";
import { profileCalls } from "./calls/profile";
import { searchCalls } from "./calls/search";
import { sessionCalls } from "./calls/session";
import { siteCalls } from "./calls/site";
import { privacyCalls } from "./calls/privacy";
import { serviceCalls } from "./calls/service";
import { uploadCalls } from "./calls/uploads";
import { wordCalls } from "./calls/words";
import { accountCalls } from "./calls/account";
import { worldCalls } from "./calls/world";
import { settingsCalls } from "./calls/settings";
import { peopleCalls } from "./calls/people";
import { messageCalls } from "./calls/messages";
import { tagCalls } from "./calls/tags";

/** The table of calls: the product's spine (design 1). Names are spec 7.2's where it gives one. */
export const contract = {
  ...sessionCalls,
  ...profileCalls,
  ...searchCalls,
  ...siteCalls,
  ...serviceCalls,
  ...privacyCalls,
  ...forumReadCalls,
  ...listCalls,
  ...forumWriteCalls,
  ...uploadCalls,
  ...questionCalls,
  ...wordCalls,
  ...settingsCalls,
  ...accountCalls,
  ...worldCalls,
  ...peopleCalls,
  ...messageCalls,
  ...tagCalls,
  ...draftCalls,
};

export type Contract = typeof contract;
export type CallName = keyof Contract;
/** What a caller passes (before defaults are filled in). */
export type CallInput<Name extends CallName> = z.input<Contract[Name]["request"]>;
/** What a handler receives (after parsing). */
export type CallRequest<Name extends CallName> = z.output<Contract[Name]["request"]>;
/** What a caller gets. */
export type CallResponse<Name extends CallName> = z.output<Contract[Name]["response"]>;
