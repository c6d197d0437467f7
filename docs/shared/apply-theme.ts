// Runs before the page is drawn, so that a chosen theme does not flash in late.
import { savedTheme, showTheme } from "./theme.ts";

showTheme(savedTheme());
