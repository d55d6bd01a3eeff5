/** A file or folder of the working tree that is closed, with all that is below it. */
export interface ClosedPlace {
  /** Absolute. */
  readonly path: string;
  readonly why: string;
}

/** The paths of the working tree that are never written to when the commits of others come in. */
export interface ClosedRules {
  readonly places: readonly ClosedPlace[];
  /** Whether content may be at a path relative to the content folder. Asked only if that is the whole repository. */
  isContent(path: string): boolean;
}

export const NOTHING_CLOSED: ClosedRules = { places: [], isContent: () => true };
