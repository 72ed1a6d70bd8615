import { useRouteError } from "@remix-run/react";
import type { ComponentType, ReactNode } from "react";
import { failureIn } from "./failure";
import { ScreenError } from "./screen-error";

/** The error of a screen, inside its area's frame; without the frame when the visitor must sign in first. */
export function AreaError({ Frame }: { Frame: ComponentType<{ children: ReactNode }> }) {
  if (failureIn(useRouteError())?.kind === "login") return <ScreenError />;
  return (
    <Frame>
      <ScreenError />
    </Frame>
  );
}
