import { svgProblem, svgSize } from "gateway/files/pictures/svg";
import { describe, expect, it } from "vitest";

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`;

describe("a picture without active content is accepted", () => {
  it.each([
    svg('<path d="M0 0h8"/>'),
    `\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<!-- 图 -->\n${svg('<g fill="#fff"><text x="1">1 &lt; 2 &amp; 3 &#181;s</text></g>')}\n`,
    svg(
      '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)"/><use href="#a"/>',
    ),
    svg("<style>.a > text { font-size: 12px; fill: url(#a) }</style>"),
    svg("<text>a &gt; b, data: 1, onload=1</text>"),
  ])("%s", (source) => {
    expect(svgProblem(source)).toBeNull();
  });
});

describe("content that could run, load or deceive is refused", () => {
  it.each([
    [svg("<script>alert(1)</script>"), "不允许的元素 <script>"],
    [svg("<SCRIPT>alert(1)</SCRIPT>"), "不允许的元素 <SCRIPT>"],
    [svg("<svg:script/>"), "不允许的元素 <svg:script>"],
    [svg("<foreignObject><b/></foreignObject>"), "不允许的元素 <foreignObject>"],
    [svg('<image href="#a"/>'), "不允许的元素 <image>"],
    [svg('<a href="#a"/>'), "不允许的元素 <a>"],
    [svg('<set attributeName="href"/>'), "不允许的元素 <set>"],
    [svg('<g onclick="x()"/>'), "不能有事件属性 onclick"],
    [svg('<g OnLoad="x()"/>'), "不能有事件属性 OnLoad"],
    [svg('<use href="https://example.com/#a"/>'), '不能引用外部资源：href="https://example.com/#a"'],
    [svg('<use href="data:image/svg+xml,x"/>'), "不能引用外部资源"],
    [svg('<use xlink:href="/other.svg#a"/>'), "不能引用外部资源"],
    [svg('<use href="&#104;ttps://example.com"/>'), "不能引用外部资源"],
    [svg('<g fill="url(https://example.com/a)"/>'), "不能引用外部资源：url()"],
    [svg("<g style=\"fill:url('//example.com')\"/>"), "不能引用外部资源：url()"],
    [svg('<g style="fill:u\\72l(//example.com)"/>'), "样式里不能有转义或注释"],
    [svg('<g style="fill:URL( //example.com)"/>'), "不能引用外部资源：url()"],
    [svg("<style>@import 'https://example.com'</style>"), "样式里不能用 @import"],
    [svg("<style>@im<!-- -->port 'https://example.com'</style>"), "<style> 里只能是样式文字"],
    [svg("<style>a{fill:&#117;rl(//example.com)}</style>"), "不能引用外部资源：url()"],
    [svg("<style>a{fill:ur/**/l(//example.com)}</style>"), "样式里不能有转义或注释"],
    [svg('<g xmlns:h="http://www.w3.org/1999/xhtml"/>'), "不认识的命名空间"],
    [`<!DOCTYPE svg [<!ENTITY x "y">]>${svg("")}`, "不是规范的 SVG"],
    [svg("<![CDATA[<script/>]]>"), "不是规范的 SVG"],
    [svg("<?php x ?>"), "不是规范的 SVG"],
    [svg("&x;"), "不是规范的 SVG"],
    [
      `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${svg("<text>&b;</text>")}`,
      "不是规范的 SVG",
    ],
    [`<!DOCTYPE svg SYSTEM "file:///etc/passwd">${svg("")}`, "不是规范的 SVG"],
    [`<?xml-stylesheet href="https://example.com/a.css"?>${svg("")}`, "不是规范的 SVG"],
    [svg('<use xlink:href="javascript:alert(1)"/>'), "不能引用外部资源"],
    [svg('<use x:href="java&#115;cript:alert(1)"/>'), "不能引用外部资源"],
    [svg('<use HREF=" #a"/>'), "不能引用外部资源"],
    [svg('<animate attributeName="href" values="javascript:alert(1)"/>'), "不允许的元素 <animate>"],
    [svg('<use href="#a"><set attributeName="href" to="//example.com"/></use>'), "不允许的元素 <set>"],
    [svg('<h:body xmlns:h="http://www.w3.org/1999/xhtml"/>'), "不允许的元素 <h:body>"],
    [svg('<g xmlns=""/>'), "不认识的命名空间"],
    [svg('<g srcdoc="x"/>'), "不允许的属性 srcdoc"],
    [svg('<rect fill="ur&#108;(//example.com)"/>'), "不能引用外部资源：url()"],
    [svg("<style>a{fill:ur<![CDATA[l(//example.com)]]></style>"), "<style> 里只能是样式文字"],
    [svg("<style><g/></style>"), "<style> 里只能是样式文字"],
    [svg("<style>@&#105;mport 'https://example.com'</style>"), "样式里不能用 @import"],
    [svg('<g id="a" id="b"/>'), "不是规范的 SVG"],
    ["<svg><svg>".repeat(50_000), "元素嵌套得太深"],
    [svg("<g"), "不是规范的 SVG"],
    [svg("<g a=b/>"), "不是规范的 SVG"],
    [svg("<g>"), "不是规范的 SVG"],
    [`${svg("")}${svg("")}`, "不是规范的 SVG"],
    ["<g/>", "最外层必须是一个 <svg>"],
    [`${svg("")}尾巴`, "不是规范的 SVG"],
    ["<svg/>", "缺少 xmlns"],
    ["", "没有 <svg>"],
    ['<svg xmlns="http://www.w3.org/2000/svg"><g>', "不是规范的 SVG"],
  ])("%s", (source, message) => {
    expect(svgProblem(source)?.message).toContain(message);
  });

  it("the refusal names the line", () => {
    expect(svgProblem(svg("\n<g/>\n<script/>"))?.line).toBe(3);
  });

  it("any text is answered in time", () => {
    const started = performance.now();
    for (const part of ["<g ", "<", 'a="b" ', "<!-- ", "<g>", "&", " ="])
      svgProblem(svg(part.repeat(50_000)));
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("the size of a picture", () => {
  it.each([
    ['width="12" height="8px"', { width: 12, height: 8 }],
    ['width="100%" viewBox="0 0 320 200"', { width: 320, height: 200 }],
    ['viewBox="-10,-10 , 64 32"', { width: 64, height: 32 }],
    ['width="12"', null],
    ["", null],
  ])("%s", (attributes, size) => {
    expect(svgSize(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`)).toEqual(size);
  });
  it("of an invalid picture is null", () => expect(svgSize("<svg")).toBeNull());
});
