import type { LanguageFn } from "highlight.js";
import armasm from "highlight.js/lib/languages/armasm";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cmake from "highlight.js/lib/languages/cmake";
import cpp from "highlight.js/lib/languages/cpp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dts from "highlight.js/lib/languages/dts";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import makefile from "highlight.js/lib/languages/makefile";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import verilog from "highlight.js/lib/languages/verilog";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

/** The languages for highlighting code blocks: those of boards, SDKs and their tools. */
export const grammars: Record<string, LanguageFn> = {
  armasm,
  bash,
  c,
  cmake,
  cpp,
  css,
  diff,
  dts,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  makefile,
  python,
  rust,
  sql,
  typescript,
  verilog,
  xml,
  yaml,
};

/**
 * Additional names after the fence, by grammar. Each grammar also has its own aliases.
 */
export const aliases: Record<string, string[]> = {
  armasm: ["asm", "s"],
  bash: ["shell", "console", "zsh"],
  dts: ["dtsi", "devicetree"],
  ini: ["conf", "config", "defconfig", "properties"],
  javascript: ["arkts"],
  typescript: ["ets"],
  json: ["json5", "jsonc"],
  yaml: ["gn"],
};

/** Words after the fence for code without highlighting. */
export const plainWords = ["text", "txt", "plaintext", "plain", "log", "none"];

/** Captions of code blocks that differ from the word in capitals. */
export const captions: Record<string, string> = {
  arkts: "ArkTS",
  armasm: "ARM 汇编",
  bash: "Bash",
  cmake: "CMake",
  console: "终端",
  cpp: "C++",
  "c++": "C++",
  devicetree: "设备树",
  diff: "Diff",
  dts: "设备树",
  dtsi: "设备树",
  go: "Go",
  java: "Java",
  javascript: "JavaScript",
  js: "JavaScript",
  kotlin: "Kotlin",
  log: "日志",
  makefile: "Makefile",
  mermaid: "Mermaid",
  plain: "文本",
  plaintext: "文本",
  py: "Python",
  python: "Python",
  rust: "Rust",
  shell: "Shell",
  text: "文本",
  ts: "TypeScript",
  txt: "文本",
  typescript: "TypeScript",
  verilog: "Verilog",
};
