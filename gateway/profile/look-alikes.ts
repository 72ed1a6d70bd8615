import shinjitai from "opencc-js/dict/JPShinjitaiCharacters";
import traditional from "opencc-js/dict/TSCharacters";
import unhomoglyph from "unhomoglyph";

/**
 * Han that are taken for each other at the size of a name; each group is read as its first. Unicode's table has next to
 * none of them.
 */
const hanGroups =
  "管菅 官宦宫 青靑 林㭉 默黙 小㣺 家冢 员贠 版板 己已巳 土士 未末 日曰 人入 口囗 千干于 天夭 王玉壬 大太犬 刀刁力 今令 贝见 几九 兔免 鸟乌 析折拆 拔拨 侯候 辨辩辫 睛晴 狠狼 炙灸 戊戌戍 毋母 市巿 冶治 茶荼 崇祟 杨扬 钓钩 幻幼 埋理 系糸 方万 客容 芯蕊 牛午 田由甲申 木本 白自 目且 问间 夫失 北比 申电";

const pairsOf = (dictionary: string): [string, string][] =>
  dictionary.split("|").map((pair) => {
    const [from = "", to = from] = pair.split(" ");
    return [from, to];
  });
const oldForm = new Map(pairsOf(shinjitai));
const simplified = new Map(pairsOf(traditional));
const lookAlike = new Map(
  hanGroups.split(" ").flatMap((group) => {
    const [first = "", ...others] = group;
    return others.map((other): [string, string] => [other, first]);
  }),
);

function plainHan(character: string): string {
  const old = oldForm.get(character) ?? character;
  const simple = simplified.get(old) ?? old;
  return lookAlike.get(simple) ?? simple;
}

const unseen = /[^\p{L}\p{N}]/gu;

/** By UTS 39: decomposed, each character replaced by what it is taken for. Twice, for what lower case brings about. */
const confused = (text: string) => unhomoglyph(unhomoglyph(text.normalize("NFD")).toLowerCase());

/**
 * What a name looks like (UTS 39, and Han besides): two names with one of these in common are taken for each other.
 * Width, case, accents, signs, blanks and what draws nothing do not count. Of both cases, for `I` is taken for `l`, and
 * `i` is the same letter.
 */
export function skeletons(name: string): string[] {
  const plain = Array.from(name.normalize("NFKC"), plainHan).join("");
  const found = [plain, plain.toLowerCase()].map((text) =>
    Array.from(confused(text).replace(unseen, ""), plainHan).join(""),
  );
  return [...new Set(found)].filter((text) => text !== "");
}

/** What the product and those who run it call themselves: nobody else's name holds one of these, or is one. */
const offices = ["管理员", "版主", "站长", "官方", "客服", "系统通知"];
const latinOffices = ["admin", "administrator", "moderator", "official", "support", "system", "root"];

const officeShapes = offices.flatMap(skeletons);
const latinShapes = new Set(latinOffices.flatMap(skeletons));

/** Shorter names of a site stand in too many others. */
const siteNameLeast = 3;

/**
 * Whom a name would be taken for: one of the staff by that name, or the site and its offices; null where for nobody.
 * @param staff the names of those who run the site
 * @param siteName null for the staff themselves, who may be called by their office
 */
export function takenFor(
  name: string,
  { staff, siteName }: { staff: string[]; siteName: string | null },
): string | null {
  const shapes = skeletons(name);
  const person = staff.find((other) => skeletons(other).some((shape) => shapes.includes(shape)));
  if (person !== undefined) return person;
  if (siteName === null) return null;
  const site = skeletons(siteName);
  const ofSite = site.some((own) =>
    shapes.some((shape) => shape === own || (own.length >= siteNameLeast && shape.includes(own))),
  );
  if (ofSite) return siteName;
  const office = shapes.some(
    (shape) => latinShapes.has(shape) || officeShapes.some((one) => shape.includes(one)),
  );
  return office ? "社区官方" : null;
}
