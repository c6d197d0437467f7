import { element } from "./element.ts";
import { chooseTheme, savedTheme, type Theme } from "./theme.ts";

const labels: Readonly<Record<Theme, string>> = { auto: "Auto", light: "Light", dark: "Dark" };

/** A switch between the system's theme, light and dark. */
export function themeSwitch(): HTMLElement {
  const select = element(
    "select",
    { class: "quiet", "aria-label": "Colours", onchange: () => chooseTheme(select.value as Theme) },
    Object.entries(labels).map(([value, label]) => element("option", { value }, label)),
  );
  select.value = savedTheme();
  return select;
}
