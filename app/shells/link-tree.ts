/** A link of the navigation with those beneath it. */
export interface LinkNode {
  id: string;
  name: string;
  linkurl: string;
  children?: LinkNode[];
}

type Packed = [name: string, linkurl: string, beneath?: Packed[]];

const pack = ({ name, linkurl, children }: LinkNode): Packed => (children ? [name, linkurl, children.map(pack)] : [name, linkurl]);

/**
 * A tree of links as one text. Every page carries the navigation a second time, for the browser to go on from: as a text the page's
 * compression finds it in the markup again, while as a hundred objects it weighs more than the markup does.
 */
export const packLinks = (nodes: LinkNode[]): string => JSON.stringify(nodes.map(pack));

/** The same tree; each link's id is its place in it. */
export function unpackLinks<Node extends LinkNode>(text: string): Node[] {
  const unpack = (packed: Packed[], place: string): LinkNode[] =>
    packed.map(([name, linkurl, beneath], index) => {
      const id = `${place}${index}`;
      return { id, name, linkurl, ...(beneath ? { children: unpack(beneath, `${id}-`) } : {}) };
    });
  return unpack(JSON.parse(text) as Packed[], "") as Node[];
}
