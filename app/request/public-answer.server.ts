import { createHash } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { explain } from "~/failure/explain.server";
import type { PortalContext } from "~/settings/portal-context";
import { accessMode } from "./access.server";
import { isUnchanged } from "./conditional";
import { getScope, type Scope } from "./scope.server";

/** Seconds for which browsers and proxies may keep feeds, sitemaps and robots.txt. */
const keepSeconds = 300;

/** A text for programs, such as a feed, or a file. */
export interface Answer {
  type: string;
  /**
   * A function makes the body only for those who have not kept it; `version` is what it is made of then. Null: it
   * cannot be made now.
   */
  body: string | (() => Promise<Uint8Array<ArrayBuffer> | null>);
  version?: string;
  /** When its content last changed; undefined when unknown. */
  modified?: Date | undefined;
  /** The file name under which browsers save it instead of showing it. */
  saveAs?: string;
}

interface Tools {
  scope: Scope;
  /** Whether everyone may read the site (spec 4, access mode). */
  open: boolean;
  request: Request;
  params: LoaderFunctionArgs["params"];
  context: PortalContext;
}

/** A weak entity tag of a text, made as the front door makes those of pages. */
const entityTag = (text: string) =>
  `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;

/**
 * A loader that answers programs with a text that anybody may cache and revalidate by tag or date, or with a plain
 * refusal. `read` returns null for a 404, and a message for what it does not make. In access mode 0 visitors are refused, unless `closed` makes another answer
 * for them.
 */
export function publicAnswer(
  read: (tools: Tools) => Promise<Answer | { refused: string } | null>,
  closed?: (scope: Scope) => Answer,
) {
  return async ({ request, context, params }: LoaderFunctionArgs): Promise<Response> => {
    const scope = await getScope({ request, context });
    try {
      const open = (await accessMode(scope)) === 1;
      if (!open && closed) return await answer(request, closed(scope), false);
      if (!open && !(await scope.visitor()).signedIn) return refuse(401, "本站须登录后浏览");
      const found = await read({ scope, open, request, params, context });
      if (found && "refused" in found) return refuse(422, found.refused);
      return found ? await answer(request, found, open) : refuse(404, "没有这份文件");
    } catch (error) {
      const { code, status, message } = explain(scope, error);
      return code === "UNAVAILABLE" ? refuse(503, "服务暂时不可用，请稍后再试") : refuse(status, message);
    }
  };
}

async function answer(
  request: Request,
  { type, body, version = "", modified, saveAs }: Answer,
  shared: boolean,
): Promise<Response> {
  const etag = entityTag(typeof body === "string" ? body : version);
  const headers = new Headers({
    "content-type": typeof body === "string" ? `${type}; charset=utf-8` : type,
    "cache-control": shared ? `public, max-age=${keepSeconds}` : "private, no-cache",
    etag,
    vary: "Accept-Encoding",
  });
  if (saveAs) {
    const name = `attachment; filename*=UTF-8''${encodeURIComponent(saveAs)}`;
    headers.set("content-disposition", name);
  }
  if (modified) headers.set("last-modified", modified.toUTCString());
  if (isUnchanged(Object.fromEntries(request.headers), { etag, modified: modified?.toUTCString() })) {
    return new Response(null, { status: 304, headers });
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : await body();
  if (!bytes) return refuse(503, "这份文件现在做不出来，请稍后再试，或下载 CSV");
  headers.set("content-length", String(bytes.length));
  return new Response(bytes, { headers });
}

function refuse(status: number, message: string): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
