import shinjitai from "opencc-js/dict/JPShinjitaiCharacters";
import traditional from "opencc-js/dict/TSCharacters";
import unhomoglyph from "unhomoglyph";

/**
 * Chinese characters that look alike at the size of a name; each group is read as its first. Unicode's table has almost
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

const noLetterOrDigit = /[^\p{L}\p{N}]/gu;

/**
 * UTS 39: decomposed, with each character replaced by the one it looks like; twice, because lower case may produce
 * further ones.
 */
const confused = (text: string) => unhomoglyph(unhomoglyph(text.normalize("NFD")).toLowerCase());

/**
 * The shapes of a name (UTS 39, and Chinese characters): two names look alike if they have a shape in common. Width,
 * case, accents, signs, spaces and invisible characters are ignored. Both cases are compared, because `I` looks like
 * `l`, and `i` is the same letter.
 */
export function skeletons(name: string): string[] {
  const plain = Array.from(name.normalize("NFKC"), plainHan).join("");
  const found = [plain, plain.toLowerCase()].map((text) =>
    Array.from(confused(text).replace(noLetterOrDigit, ""), plainHan).join(""),
  );
  return [...new Set(found)].filter((text) => text !== "");
}

/** Names of the product's staff and offices: no other name may contain one of these (Chinese) or be one (Latin). */
const offices = ["管理员", "版主", "站长", "官方", "客服", "系统通知"];
const latinOffices = ["admin", "administrator", "moderator", "official", "support", "system", "root"];

const officeShapes = offices.flatMap(skeletons);
const latinShapes = new Set(latinOffices.flatMap(skeletons));

/** Shorter site names occur in too many other names. */
const siteNameLeast = 3;

/**
 * Whom a name could be mistaken for: a member of the staff, or the site and its offices; null for nobody.
 * @param staff the names of the people who run the site
 * @param siteName null for the staff themselves, who may use the names of offices
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
