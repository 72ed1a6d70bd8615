import {
  activityFilesPrefix,
  attachmentsPrefix,
  downloadsPrefix,
  filesPrefix,
  mediaPrefix,
  privateQuery,
} from "../base/wire";
import { exportsPrefix } from "../privacy/constants";
import type { GatewayAddress } from "./address";

const page = "text/html";
const anyFile = "application/octet-stream";
const signedQuery = {
  Expires: "Seconds since 1970 after which the address is refused with 410.",
  Signature: "The gateway's signature of the path and of Expires.",
};
const mediaQuery = {
  ...signedQuery,
  [privateQuery]:
    "In addresses for those alone whom the portal gave them: the answer is `private, no-store`, and never a 302.",
};
const rangeHeaders = {
  range: "One range of bytes, so that players can seek and downloads can resume.",
  "if-range": "The entity tag of the part that is there already; the whole file is sent if it is another.",
  "if-none-match": "The entity tag of a copy: 304 if it is still good.",
};
const ranged = {
  200: {
    says: "The whole file.",
    type: anyFile,
    headers: { etag: "The name of the content.", "accept-ranges": "bytes", "content-length": "Its bytes." },
  },
  206: {
    says: "The range that was asked for.",
    type: anyFile,
    headers: { "content-range": "bytes FIRST-LAST/ALL" },
  },
  304: { says: "The copy is still good." },
  416: { says: "The range is outside of the file.", headers: { "content-range": "bytes */ALL" } },
} as const;
const saved = {
  "content-disposition": "attachment, with the file's name in UTF-8.",
  "x-content-type-options": "nosniff",
};
const noFile = { says: "There is no such file, or not for this person.", type: page };
const expired = { says: "The address has expired: a page that leads to a new one.", type: page };

/** Files: pictures, attachments, media, downloads, exports. */
export const fileAddresses: readonly GatewayAddress[] = [
  {
    id: "picture",
    method: "get",
    path: `${filesPrefix}{name}`,
    group: "files",
    standing: "answered",
    who: "everyone",
    summary: "A stored picture. The content of a name never changes.",
    description:
      "Answers name pictures by root-relative addresses; a host before the prefix is removed by the portal. An address may have `Expires` and `Signature`, and is then refused after that time.",
    query: signedQuery,
    headers: { "if-none-match": rangeHeaders["if-none-match"] },
    answers: {
      200: {
        says: "The picture.",
        type: "image/*",
        headers: {
          etag: "The name.",
          "cache-control": "public, max-age=31536000, immutable",
          "x-content-type-options": "nosniff",
          "content-security-policy": "A picture that is opened by itself runs no script.",
        },
      },
      304: { says: "The copy is still good." },
      404: { says: "There is no such picture.", type: "text/plain" },
      410: { says: "The address has expired.", type: "text/plain" },
    },
  },
  {
    id: "attachment",
    method: "get",
    path: `${attachmentsPrefix}{id}/{name}`,
    group: "files",
    standing: "answered",
    who: "everyone",
    summary: "An attachment of a post. A request for its first byte counts as a download.",
    description:
      "Whoever may not read the post, or may not download in its section, gets 404. It is always saved, never shown.",
    headers: rangeHeaders,
    answers: {
      ...ranged,
      200: {
        ...ranged[200],
        headers: { ...ranged[200].headers, ...saved, "cache-control": "private, no-cache" },
      },
      404: { says: "There is no such attachment, or not for this person.", type: "text/plain" },
    },
  },
  {
    id: "activityFile",
    method: "get",
    path: `${activityFilesPrefix}{key}/{name}`,
    group: "files",
    standing: "answered",
    who: "session",
    summary: "A file of a sign-up or a work: for its owner, the organisers, and for works the judges.",
    answers: {
      200: {
        says: "The file.",
        type: anyFile,
        headers: { ...saved, "cache-control": "private, no-store" },
      },
      404: { says: "There is no such file, or not for this person.", type: "text/plain" },
    },
  },
  {
    id: "media",
    method: "get",
    path: `${mediaPrefix}{name}`,
    group: "files",
    standing: "answered",
    who: "signature",
    summary: "A video, its subtitles, or a document that a page embeds, in ranges.",
    query: mediaQuery,
    headers: rangeHeaders,
    answers: {
      ...ranged,
      302: { says: "The file is elsewhere, at an address of its own for as long." },
      404: noFile,
      410: expired,
    },
  },
  {
    id: "mediaSavedAs",
    method: "get",
    path: `${mediaPrefix}{name}/{saveAs}`,
    group: "files",
    standing: "answered",
    who: "signature",
    summary: "The same, with the name under which it is saved.",
    query: mediaQuery,
    headers: rangeHeaders,
    answers: { ...ranged, 302: { says: "The file is elsewhere." }, 404: noFile, 410: expired },
  },
  {
    id: "download",
    method: "get",
    path: `${downloadsPrefix}{version}/{name}`,
    group: "files",
    standing: "answered",
    who: "signature",
    summary:
      "The file of a resource's version, in ranges. A request for its first byte counts as a download.",
    description:
      "The address is the same for everybody. Where the resource wants a sign-in or the disclaimer, the session's cookie is asked too, and whoever may not is led to the resource's page.",
    query: signedQuery,
    headers: rangeHeaders,
    answers: {
      ...ranged,
      200: { ...ranged[200], headers: { ...ranged[200].headers, ...saved } },
      302: { says: "The file is elsewhere, at an address of its own for as long." },
      303: { says: "Not for this person: on to the page of the resource." },
      404: noFile,
      410: expired,
    },
  },
  {
    id: "exportArchive",
    method: "get",
    path: `${exportsPrefix}{key}`,
    group: "files",
    standing: "answered",
    who: "session",
    summary: "The archive of one's own data, in ranges, as exportInfo names it.",
    headers: rangeHeaders,
    answers: {
      ...ranged,
      200: { ...ranged[200], type: "application/zip", headers: { ...ranged[200].headers, ...saved } },
      403: { says: "NOT_SIGNED_IN, as calls are refused.", type: "application/json" },
      404: { says: "EXPORT_NOT_FOUND, also for another's archive.", type: "application/json" },
    },
  },
];
