import type { CallInput } from "contract";
import type { collectionCalls } from "contract/collections/calls";
import type { developmentCalls } from "contract/development/calls";
import type { resourceCalls } from "contract/resources/calls";
import type { videoCalls } from "contract/videos/calls";
import type { Scene } from "../scene";
import { catalogue } from "../small-catalogue";

type Calls = typeof resourceCalls & typeof videoCalls & typeof collectionCalls & typeof developmentCalls;
type Requests = { [Name in keyof Calls]: (scene: Scene) => CallInput<Name> };

const nothing = () => ({});
const { classId, product, resource, version, video } = catalogue;

/** Requests of the catalogue's calls that are right in the scene. */
export const catalogueRequests: Requests = {
  resourceTree: nothing,
  searchResource: () => ({ prodId: product, text: "SDK" }),
  resourceByClass: () => ({ classId }),
  resourceDetail: () => ({ pk_rm_resource: resource }),
  resourceSupport: nothing,
  resourceDownload: () => ({ version }),
  increaseResourceVolume: () => ({ pk_rm_resource: resource }),
  queryTopDownloads: nothing,
  queryHotVideo: nothing,
  videoList: nothing,
  videoDetail: () => ({ id: video }),
  playVideo: () => ({ id: video }),
  collect: () => ({ kind: "resource", target: resource }),
  collectStatus: () => ({ kind: "resource", targets: [resource] }),
  collectProductList: nothing,
  collectResourceList: nothing,
  collectVideoList: nothing,
  collectCourseList: nothing,
  collectLessonList: nothing,
  queryDCMenuVO: nothing,
  queryAggDcRoleVOByPk: ({ actor }) => ({ pk_user: actor?.id ?? 1 }),
  doHaveSxzCourseManagementRight: nothing,
  devProductTree: nothing,
  devResourcesByType: nothing,
  devProductInfo: () => ({ id: product }),
  devLevels: nothing,
  devSignupInfo: () => ({ pk_rm_resource: resource }),
  devPreviewInfo: () => ({ version }),
  devQuickStarts: nothing,
  devExternalPages: nothing,
  devInternshipUrl: nothing,
  devCaches: nothing,
};
