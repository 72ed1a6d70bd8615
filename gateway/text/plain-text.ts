export { excerpt, hasVisibleContent, isVisible, plainText } from "contract/plain-text";
