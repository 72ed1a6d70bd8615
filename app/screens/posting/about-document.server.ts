import { titleMax } from "contract/forum/constants";
import { orWithout } from "~/failure/explain.server";
import { withQuery } from "~/navigation/address-query";
import { paths } from "~/navigation/paths";
import type { Scope } from "~/request/scope.server";
import { plain } from "./about-lesson.server";

interface Quoted {
  /** A resource, and one of its versions. */
  quote?: number | undefined;
  version?: number | undefined;
  /** A product's notice. */
  notice?: string | undefined;
  at?: number | undefined;
  fid?: number | undefined;
  tags: string;
  title: string;
}

/** The initial values of a topic about a page: its title, and a quotation that names the document and leads to the page. */
const values = (name: string, about: string, link: string, { fid, tags, title }: Quoted) => ({
  request: { fid, tags, title: title || `关于“${about}”：`.slice(0, titleMax) },
  content: `> [${plain(name)}](${link})\n\n`,
});

/**
 * The initial values of a topic that quotes a page of a resource's document or of a notice's. null without one, and when
 * it cannot be loaded.
 */
export async function aboutDocument(scope: Scope, quoted: Quoted) {
  const { quote, version: id, notice, at = 1 } = quoted;
  const { publicGateway } = scope;
  if (quote !== undefined) {
    const call = publicGateway.call("resourceDetail", { pk_rm_resource: quote });
    const resource = await orWithout(scope, call, null);
    const version = resource?.versions.find((each) => each.id === id && each.state !== "withdrawn");
    if (!resource || !version) return null;
    const name = `${resource.title} ${version.version} 第 ${at} 页`;
    return values(name, resource.title, paths.resource(quote, { read: version.id, at }), quoted);
  }
  if (notice !== undefined) {
    const answer = await orWithout(scope, publicGateway.call("productNotice", { number: notice }), null);
    if (!answer?.file) return null;
    const name = `${answer.number} ${answer.title} 第 ${at} 页`;
    return values(name, answer.title, withQuery(paths.notice(answer.number), "at", String(at)), quoted);
  }
  return null;
}
