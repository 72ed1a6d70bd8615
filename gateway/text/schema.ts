import type { Options } from "rehype-sanitize";
import { diagramAttributes, formulaAttributes } from "./schema-drawings";

/**
 * Everything that a rendered text may contain. The sanitiser runs after all transformations and removes everything
 * else, although no raw HTML reaches the tree. Ids and styles are not allowed.
 */
export const schema: Options = {
  tagNames: [
    ..."p br hr strong em del a img ul ol li blockquote h3 h4 h5 h6 input sup sub".split(" "),
    ..."table thead tbody tr th td div section figure figcaption pre code span i details summary".split(" "),
    ...Object.keys(formulaAttributes),
    ...Object.keys(diagramAttributes),
  ],
  attributes: {
    ...formulaAttributes,
    ...diagramAttributes,
    a: ["href", "title", "rel", "target", ["className", "zoom", "attachment", "mention"]],
    code: ["title", ["className", "hljs", "formula-error", /^language-[a-z0-9+#._-]{1,20}$/]],
    div: [["className", "footnote", "formula"], "tabIndex", ["role", "group"], "ariaLabel"],
    figure: ["dataLanguage", ["className", "code", "diagram"]],
    img: ["src", "alt", "title", "width", "height", "loading", "decoding"],
    input: [["type", "checkbox"], ["disabled", true], "checked", "ariaLabel"],
    li: [["className", "task-list-item"]],
    ol: ["start"],
    pre: ["tabIndex"],
    section: ["ariaLabel", "tabIndex", ["className", "table-scroll", "diagram-scroll"]],
    span: [
      [
        "className",
        "formula",
        // Only the classes of the grammars: `hljs-built_in`, and second classes such as `function_` and `inherited__`.
        /^hljs-[A-Za-z_][A-Za-z_-]{0,30}$/,
        /^[A-Za-z][A-Za-z-]{0,30}_{1,3}$/,
      ],
      "tabIndex",
      ["role", "group"],
      "ariaLabel",
    ],
    td: [["className", "align-left", "align-center", "align-right"]],
    th: [["className", "align-left", "align-center", "align-right"]],
    ul: [["className", "contains-task-list"]],
  },
  protocols: { href: ["http", "https", "mailto", "tel"], src: ["http", "https"] },
  required: { input: { disabled: true, type: "checkbox" } },
  strip: ["script", "style"],
};
