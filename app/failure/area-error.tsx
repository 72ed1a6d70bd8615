import { useRouteError } from "@remix-run/react";
import type { ComponentType, ReactNode } from "react";
import { failureIn } from "./failure";
import { ScreenError } from "./screen-error";

/** A screen of an area that failed: in the area's frame, which stands; alone, where one has to sign in first. */
export function AreaError({ Frame }: { Frame: ComponentType<{ children: ReactNode }> }) {
  if (failureIn(useRouteError())?.kind === "login") return <ScreenError />;
  return (
    <Frame>
      <ScreenError />
    </Frame>
  );
}
