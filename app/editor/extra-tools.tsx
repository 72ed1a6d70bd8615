import { UploadTool } from "./uploads/upload-tool";

/**
 * Tools that other parts of the portal add at the end of the toolbar. They load with the toolbar, so reading pages do
 * not load them. A tool gets its text area from `useEditorTarget()`.
 */
export function ExtraTools() {
  return <UploadTool />;
}
