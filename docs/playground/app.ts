import type { CallHistory } from "./call/call-history.ts";
import type { SiteContract } from "./contract/site-contract.ts";
import type { LiveStore } from "./live/live-store.ts";
import type { Settings, SettingsStore } from "./settings.ts";

/** What pages share. */
export interface App {
  readonly contract: SiteContract;
  readonly settings: SettingsStore;
  readonly live: LiveStore;
  readonly history: CallHistory;
  /** Calls the listener when settings change, until the page is left. */
  onSettings(listener: (settings: Settings) => void): void;
  /** Calls the listener when the page is left. */
  onLeave(listener: () => void): void;
  /** Announces a text to screen readers. */
  announce(text: string): void;
  /** Scrolls to the top of the page and focuses its title. */
  focusTitle(): void;
}
