import { createContext } from "react";

/**
 * Where the form of personal information posts to, for those of its buttons that come back at their own
 * place.
 */
export const FormActionContext = createContext("");
