/** Edits one value. Values are JSON text, so that every digit stays as it was typed. */
export interface ValueEditor {
  readonly element: HTMLElement;
  /**
   * The value; undefined when none is given. What is typed wrongly comes as it is, for the check to name. A needed value of
   * several controls is never undefined, so that the check names what it lacks.
   */
  read(isNeeded?: boolean): string | undefined;
  write(value: string | undefined): void;
  focus(): void;
  /** The control of what a path inside the value names; of what is missing, the one that would give it. */
  controlAt(path: readonly string[]): HTMLElement;
}

/** What an editor is made with. */
export interface EditorContext {
  /** Of the control, for its label. */
  readonly id: string;
  /** Accessible name if no label points at the control. */
  readonly label?: string;
  /** Ids of texts that describe it. */
  readonly describedBy?: string;
  /** Shown if nothing is typed. */
  readonly hint?: string;
  /** Id of a list of values that a text may be. */
  readonly list?: string;
  readonly onInput: () => void;
}
