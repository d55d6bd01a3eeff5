/** A file or folder of the working tree that is closed, with all that is below it. */
export interface ClosedPlace {
  /** Absolute. */
  readonly path: string;
  readonly why: string;
}

/** The paths of the working tree that are never written to when the commits of others come in. */
export interface ClosedRules {
  readonly places: readonly ClosedPlace[];
  /** Whether a path, relative to the content folder, is one of content: of data, wherever it is and whether or not it is ignored. */
  isContent(path: string): boolean;
}

export const NOTHING_CLOSED: ClosedRules = { places: [], isContent: () => false };
