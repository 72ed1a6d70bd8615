import { UploadTool } from "./uploads/upload-tool";

/**
 * Tools of the editor that other parts of the portal bring along: buttons at the toolbar's end. Comes with
 * the toolbar's own code, so reading pages do not pay for it. A tool finds its text area with
 * `useEditorTarget()`.
 */
export function ExtraTools() {
  return <UploadTool />;
}
