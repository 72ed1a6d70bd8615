import { createContext } from "react";

/** The address of the form of personal information, for buttons that add a fragment to return to their place. */
export const FormActionContext = createContext("");
