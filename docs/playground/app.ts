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
  /** Hears of changed settings while the page is shown. */
  onSettings(listener: (settings: Settings) => void): void;
  /** Called when the page is left. */
  onLeave(listener: () => void): void;
  /** Says something to screen readers. */
  announce(text: string): void;
  /** Puts the reader at the top of the page. */
  focusTitle(): void;
}
