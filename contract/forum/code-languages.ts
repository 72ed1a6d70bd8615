/**
 * The languages of code blocks that the editor offers: the word after the fence, which the renderer knows, and its
 * name.
 */
export const codeLanguages: Record<string, string> = {
  c: "C",
  cpp: "C++",
  bash: "Bash",
  log: "日志",
  dts: "设备树",
  makefile: "Makefile",
  cmake: "CMake",
  python: "Python",
  armasm: "ARM 汇编",
  verilog: "Verilog",
  ini: "INI",
  json: "JSON",
  yaml: "YAML",
  xml: "XML",
  diff: "Diff",
  arkts: "ArkTS",
  typescript: "TypeScript",
  javascript: "JavaScript",
  java: "Java",
  kotlin: "Kotlin",
  go: "Go",
  rust: "Rust",
  sql: "SQL",
  css: "CSS",
};
