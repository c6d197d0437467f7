/** What the reader chose; "auto" follows the system. */
export type Theme = "auto" | "light" | "dark";

const storageKey = "svm-gateway.theme";
const themes: readonly Theme[] = ["auto", "light", "dark"];

/** The theme that was chosen before. */
export function savedTheme(): Theme {
  const saved = readSaved();
  return themes.find((theme) => theme === saved) ?? "auto";
}

/** Shows a theme and remembers it. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be closed to pages: the choice then lasts until the page is left.
  }
}

/** Sets what the style sheet reads. */
export function showTheme(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function readSaved(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // As above.
    return null;
  }
}
